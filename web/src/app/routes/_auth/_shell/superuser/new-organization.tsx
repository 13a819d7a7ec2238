import { createFileRoute } from '@tanstack/react-router';
import { NewOrganizationPage } from '#features/platform/superuser/new-organization.page.tsx';

export const Route = createFileRoute('/_auth/_shell/superuser/new-organization')({
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <NewOrganizationPage
        onCreated={(pk) =>
          void navigate({
            to: '/organization/$organizationId/spots',
            params: { organizationId: String(pk) },
          })
        }
      />
    );
  },
});
