import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NewPropertyPage } from '#features/platform/superuser/new-property.page.tsx';
import { pkParam } from '#kernel/search-params.ts';

export const Route = createFileRoute('/_auth/_shell/superuser/new-property')({
  validateSearch: z.object({ organization: pkParam }),
  component: () => {
    const { organization = '' } = Route.useSearch();
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
  },
});
