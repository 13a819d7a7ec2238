import { getOrganization } from '@lotkeeper/contract/organizations';
import { createFileRoute } from '@tanstack/react-router';
import { PeoplePage } from '#features/superuser/people.page.tsx';
import { useRead } from '#kernel/queries.ts';

export const Route = createFileRoute('/_auth/_shell/superuser/people')({
  validateSearch: (search: Record<string, unknown>): { organization?: string } =>
    /^\d+$/.test(String(search.organization)) ? { organization: String(search.organization) } : {},
  component: PeopleRoute,
});

function PeopleRoute() {
  const { organization } = Route.useSearch();
  const employer = useRead(getOrganization, organization ? { params: { id: organization } } : null);
  return <PeoplePage employer={employer.data ?? null} />;
}
