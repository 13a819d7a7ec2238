import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasRole } from '../kernel/session.tsx';

type StoryLinkProps = { organization: number; children: ReactNode } & (
  | { rental: string; visit?: never; violation?: never }
  | { visit: number; rental?: never; violation?: never }
  | { violation: string; rental?: never; visit?: never }
);

/** A plate or number that links to everything recorded about its rental, visit or violation; plain for other roles. */
export function StoryLink(props: StoryLinkProps) {
  const { organization, children } = props;
  const isAllowed = useHasRole(organization)(adminAndEmployee);
  if (!isAllowed) return children;
  const organizationId = String(organization);
  if (props.rental !== undefined) {
    return (
      <Link
        to="/organization/$organizationId/rentals/$uuid"
        params={{ organizationId, uuid: props.rental }}
      >
        {children}
      </Link>
    );
  }
  if (props.visit !== undefined) {
    return (
      <Link
        to="/organization/$organizationId/visits/$pk"
        params={{ organizationId, pk: String(props.visit) }}
      >
        {children}
      </Link>
    );
  }
  return (
    <Link
      to="/organization/$organizationId/violations/$uuid"
      params={{ organizationId, uuid: props.violation }}
    >
      {children}
    </Link>
  );
}
