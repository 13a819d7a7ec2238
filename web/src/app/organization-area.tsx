import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { useParams } from '@tanstack/react-router';
import { failureMessage } from '../kernel/api.ts';
import { useRead } from '../kernel/queries.ts';
import { ErrorState } from '../ui/data/states.tsx';
import { Loading } from './loading.tsx';
import { NotFound } from './not-found.tsx';
import { PageForRoles } from './page-for-roles.tsx';

/** Everything in one organization; one that isn't the caller's looks as if it didn't exist. */
export function OrganizationArea() {
  const { organizationId } = useParams({ from: '/_auth/_shell/organization/$organizationId' });
  const organization = useRead(getOrganization, { params: { id: organizationId } });
  const { data } = organization;
  if (data) return <PageForRoles organization={data.pk} subtitle={data.name} />;
  if (!organization.error) return <Loading />;
  const absent = organization.error.status === 404 || organization.error.status === 400;
  if (absent) return <NotFound title="Organization not found" />;
  return (
    <>
      <h1 className="ui-hidden">Lotkeeper</h1>
      <ErrorState
        title={failureMessage(organization.error, 'Cannot retrieve orgs')}
        onRetry={() => void organization.refetch()}
      />
    </>
  );
}
