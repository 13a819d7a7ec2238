import { organizationPages } from '@lotkeeper/contract/platform/pages';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasRole } from '../kernel/session.tsx';

const pages = {
  rental: 'rentals/$uuid',
  visit: 'visits/$pk',
  violation: 'violations/$uuid',
} as const;

interface StoryLinkProps {
  organization: number;
  subject: keyof typeof pages;
  /** The uuid of a rental or violation, or the pk of a visit. */
  id: string | number;
  children: ReactNode;
}

/**
 * A plate or number that links to everything recorded about its rental, visit, or violation; plain
 * text for roles without access.
 */
export function StoryLink({ organization, subject, id, children }: StoryLinkProps) {
  const isAllowed = useHasRole(organization)(organizationPages[pages[subject]].roles);
  if (!isAllowed) return children;
  const params = { organizationId: String(organization), uuid: String(id), pk: String(id) };
  return (
    <Link to={`/organization/$organizationId/${pages[subject]}`} params={params}>
      {children}
    </Link>
  );
}
