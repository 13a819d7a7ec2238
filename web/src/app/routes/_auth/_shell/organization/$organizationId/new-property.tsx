import { createFileRoute } from '@tanstack/react-router';
import { NewPropertyPage } from '#features/platform/spots/new-property.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/new-property')({
  component: () => {
    const { organizationId } = Route.useParams();
    const navigate = Route.useNavigate();
    return (
      <NewPropertyPage
        organizationId={organizationId}
        onCreated={(pk) =>
          void navigate({
            to: '/organization/$organizationId/spots/$spotId/detail',
            params: { organizationId, spotId: String(pk) },
          })
        }
      />
    );
  },
});
