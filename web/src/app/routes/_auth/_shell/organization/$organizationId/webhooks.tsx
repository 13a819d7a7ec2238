import { createFileRoute } from '@tanstack/react-router';
import { useFilters } from '#app/use-filters.ts';
import { useSpots } from '#app/with-spots.tsx';
import { WebhooksPage } from '#features/intake/webhooks/webhooks.page.tsx';
import { webhooksSearch } from '#features/intake/webhooks/webhooks-search.ts';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/webhooks')({
  validateSearch: webhooksSearch,
  component: () => {
    const { organizationId } = Route.useParams();
    const spots = useSpots(organizationId).data ?? [];
    return <WebhooksPage {...{ organizationId, spots }} {...useFilters(Route)} />;
  },
});
