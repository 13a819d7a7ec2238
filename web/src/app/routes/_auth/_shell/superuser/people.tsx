import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { Loading } from '#app/loading.tsx';
import { PeoplePage } from '#features/platform/superuser/people.page.tsx';
import { useRead } from '#kernel/queries.ts';
import { pkParam } from '#kernel/search-params.ts';

export const Route = createFileRoute('/_auth/_shell/superuser/people')({
  validateSearch: z.object({ organization: pkParam }),
  component: PeopleRoute,
});

function PeopleRoute() {
  const { organization } = Route.useSearch();
  const employer = useRead(getOrganization, organization ? { params: { id: organization } } : null);
  // Its columns come with it: later, they would move the rows.
  if (employer.isLoading) return <Loading />;
  return <PeoplePage employer={employer.data ?? null} />;
}
