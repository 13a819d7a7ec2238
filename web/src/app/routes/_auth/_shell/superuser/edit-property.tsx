import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NotFound } from '#app/page-failure.tsx';
import { EditPropertyPage } from '#features/platform/superuser/edit-property.page.tsx';
import { pkParam } from '#kernel/search-params.ts';

export const Route = createFileRoute('/_auth/_shell/superuser/edit-property')({
  validateSearch: z.object({ spot: pkParam }),
  component: () => {
    const { spot } = Route.useSearch();
    return spot ? <EditPropertyPage key={spot} spotId={spot} /> : <NotFound />;
  },
});
