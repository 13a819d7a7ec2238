import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { BookingSitesPage } from '#features/money/remittances/booking-sites.page.tsx';
import { bookingSitesSearch } from '#features/money/remittances/booking-sites-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/booking-sites')({
  validateSearch: bookingSitesSearch,
  component: () => {
    const params = Route.useParams();
    return <BookingSitesPage key={params.organizationId} {...params} {...useFilters(Route)} />;
  },
});
