import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { organizationPages } from '@lotkeeper/contract/platform/pages';
import { Link, linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../kernel/queries.ts';
import { useHasRole, useProfile } from '../kernel/session.tsx';
import { settings } from '../kernel/settings.ts';
import { Button } from '../ui/form/button.tsx';
import { LinkButton } from './link-button.tsx';

/** The installation's own form for a new property, with the organization as a parameter; null = there is none. */
export function findExternalForm(organizationId: string): string | null {
  if (settings.add_spot_form_url === null) return null;
  const url = new URL(settings.add_spot_form_url);
  url.searchParams.set('organization', organizationId);
  return url.href;
}

/** Leads to the form that adds a property, for those who may; nothing for others. */
export function AddPropertyLink({ organizationId }: { organizationId: string }) {
  const label = useProfile().superuser ? 'Add Spot' : 'Add property';
  const { data } = useRead(getOrganization, { params: { id: organizationId } });
  const hasRole = useHasRole(data?.pk ?? 0);
  if (!hasRole(organizationPages['new-property'].roles)) return null;
  const href = findExternalForm(organizationId);
  return href ? (
    <Button component="a" href={href} target="_blank" rel="noopener noreferrer">
      {label}
    </Button>
  ) : (
    <LinkButton
      variant="filled"
      to="/organization/$organizationId/new-property"
      params={{ organizationId }}
    >
      {label}
    </LinkButton>
  );
}

interface EditedSpot {
  organization: number;
  pk: number;
}

/** The form that edits a property; null for those who may not. */
function useEditLink({ organization, pk }: EditedSpot) {
  const hasRole = useHasRole(organization);
  if (!hasRole(organizationPages['edit-property'].roles)) return null;
  return linkOptions({
    to: '/organization/$organizationId/edit-property',
    params: { organizationId: String(organization) },
    search: { spotPk: String(pk) },
  });
}

const inRow = { size: 'compact-sm', variant: 'subtle', className: 'ui-row-button' } as const;

/** Leads to the form that edits a property, as a button; nothing for those who may not. */
export function EditPropertyButton(props: {
  spot: EditedSpot;
  isInRow?: boolean;
  children?: ReactNode;
}) {
  const { spot, isInRow = false, children = 'Edit property' } = props;
  const link = useEditLink(spot);
  return link ? (
    <LinkButton {...(isInRow ? inRow : {})} {...link}>
      {children}
    </LinkButton>
  ) : null;
}

/** The same within a line of text, after a dot. */
export function EditPropertyLink({ spot }: { spot: EditedSpot }) {
  const link = useEditLink(spot);
  return link ? (
    <>
      {' '}
      <span aria-hidden>·</span> <Link {...link}>Edit property</Link>
    </>
  ) : null;
}
