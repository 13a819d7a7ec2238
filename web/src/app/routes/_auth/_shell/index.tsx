import { listOrganizations } from '@lotkeeper/contract/platform/organizations';
import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Loading } from '#app/loading.tsx';
import { OrganizationsPage } from '#features/platform/superuser/organizations.page.tsx';
import { failureMessage } from '#kernel/api.ts';
import { useRead } from '#kernel/queries.ts';
import { useProfile } from '#kernel/session.tsx';
import { ErrorState } from '#ui/data/states.tsx';

export const Route = createFileRoute('/_auth/_shell/')({ component: Home });

/**
 * Opens the first organization (for valets, their valet page; for enforcers, the check of a plate; for accountants, the
 * income statement); lists every organization for a superuser who has none.
 */
function Home() {
  const profile = useProfile();
  const organizations = useRead(listOrganizations, {});
  const first = organizations.data?.[0];
  if (first?.role === 'VALET') {
    return <Navigate to="/valet/$orgId" params={{ orgId: String(first.pk) }} replace />;
  }
  if (first?.role === 'ENFORCER') {
    return (
      <Navigate
        to="/organization/$organizationId/check"
        params={{ organizationId: String(first.pk) }}
        replace
      />
    );
  }
  if (first?.role === 'ACCOUNTANT') {
    return (
      <Navigate
        to="/organization/$organizationId/income-statement"
        params={{ organizationId: String(first.pk) }}
        replace
      />
    );
  }
  if (first) {
    return (
      <Navigate
        to="/organization/$organizationId"
        params={{ organizationId: String(first.pk) }}
        replace
      />
    );
  }
  if (organizations.error && !organizations.data) {
    return (
      <ErrorState
        title={failureMessage(organizations.error, 'Cannot retrieve orgs')}
        onRetry={() => void organizations.refetch()}
      />
    );
  }
  if (organizations.data && profile.superuser) {
    return <OrganizationsPage />;
  }
  return <Loading />;
}
