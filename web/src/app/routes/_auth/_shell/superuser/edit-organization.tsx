import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NotFound } from '#app/not-found.tsx';
import { EditOrganizationPage } from '#features/platform/superuser/edit-organization.page.tsx';
import { pkParam } from '#kernel/search-params.ts';

export const Route = createFileRoute('/_auth/_shell/superuser/edit-organization')({
  validateSearch: z.object({ organization: pkParam }),
  component: () => {
    const { organization } = Route.useSearch();
    return organization ? (
      <EditOrganizationPage key={organization} organizationId={organization} />
    ) : (
      <NotFound />
    );
  },
});
