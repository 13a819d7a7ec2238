import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '#app/page-failure.tsx';
import { EditPropertyPage } from '#features/superuser/edit-property.page.tsx';

export const Route = createFileRoute('/_auth/_shell/superuser/edit-property')({
  validateSearch: (search: Record<string, unknown>) => ({
    spot: /^\d+$/.test(String(search.spot)) ? String(search.spot) : '',
  }),
  component: EditPropertyRoute,
});

function EditPropertyRoute() {
  const { spot } = Route.useSearch();
  return spot ? <EditPropertyPage key={spot} spotId={spot} /> : <NotFound />;
}
