import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NotFound } from '#app/not-found.tsx';
import { EditPropertyPage } from '#features/platform/spots/edit-property.page.tsx';
import { pkParam } from '#kernel/search-params.ts';

/** The property is a parameter, since one that lists leave out can be edited too. */
export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/edit-property')({
  validateSearch: z.object({ spotPk: pkParam }),
  component: () => {
    const { spotPk } = Route.useSearch();
    return spotPk ? <EditPropertyPage key={spotPk} spotId={spotPk} /> : <NotFound />;
  },
});
