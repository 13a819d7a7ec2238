import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '#app/page-failure.tsx';
import { EditOrganizationPage } from '#features/superuser/edit-organization.page.tsx';

export const Route = createFileRoute('/_auth/_shell/superuser/edit-organization')({
  validateSearch: (search: Record<string, unknown>) => ({
    organization: /^\d+$/.test(String(search.organization)) ? String(search.organization) : '',
  }),
  component: EditOrganizationRoute,
});

function EditOrganizationRoute() {
  const { organization } = Route.useSearch();
  return organization ? (
    <EditOrganizationPage key={organization} organizationId={organization} />
  ) : (
    <NotFound />
  );
}
