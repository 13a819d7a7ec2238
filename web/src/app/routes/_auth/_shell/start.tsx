import { adminAndAccountant, permits } from '@lotkeeper/contract/kernel/access';
import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Loading } from '#app/loading.tsx';
import { useSpots } from '#app/with-spots.tsx';
import { useRead } from '#kernel/queries.ts';
import { useProfile } from '#kernel/session.tsx';

export const Route = createFileRoute('/_auth/_shell/start')({ component: Start });

/** Where a sign-in leads: a person who reads the money of several properties begins at the home over all of them. */
function Start() {
  const { superuser } = useProfile();
  const organizations = useRead(listOrganizations, {});
  const first = organizations.data?.[0];
  const isReader =
    first !== undefined && permits(adminAndAccountant, { superuser, role: first.role });
  const organizationId = isReader ? String(first.pk) : null;
  const spots = useSpots(organizationId);
  if (organizations.isPending || (organizationId && spots.isPending)) return <Loading />;
  return organizationId && (spots.data?.length ?? 0) > 1 ? (
    <Navigate to="/organization/$organizationId/home" params={{ organizationId }} replace />
  ) : (
    <Navigate to="/" replace />
  );
}
