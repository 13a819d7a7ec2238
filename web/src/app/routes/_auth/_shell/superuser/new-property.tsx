import { createFileRoute } from '@tanstack/react-router';
import { NewPropertyPage } from '#features/superuser/new-property.page.tsx';

export const Route = createFileRoute('/_auth/_shell/superuser/new-property')({
  validateSearch: (search: Record<string, unknown>) => ({
    organization: /^\d+$/.test(String(search.organization)) ? String(search.organization) : '',
  }),
  component: NewPropertyRoute,
});

function NewPropertyRoute() {
  const { organization } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <NewPropertyPage
      organizationId={organization}
      onCreated={(pk) =>
        void navigate({
          to: '/organization/$organizationId/spots/$spotId/detail',
          params: { organizationId: organization, spotId: String(pk) },
        })
      }
    />
  );
}
