import { Outlet, useChildMatches } from '@tanstack/react-router';
import { ForRoles } from './for-roles.tsx';
import { findPage } from './shell/same-page.ts';

/** A page of an organization or a property, for its roles. */
export function PageForRoles({
  organization,
  subtitle,
}: {
  organization: number;
  subtitle: string;
}) {
  const page = findPage(useChildMatches({ select: ([match]) => match?.fullPath ?? '' }));
  if (!page) return <Outlet />;
  return (
    <ForRoles roles={page.roles} organization={organization} title={page.name} subtitle={subtitle}>
      <Outlet />
    </ForRoles>
  );
}
