import { createFileRoute } from '@tanstack/react-router';
import { useSpots } from '#app/with-spots.tsx';
import { ApiKeysPage } from '#features/intake/api-keys/api-keys.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/api-keys')({
  component: () => {
    const { organizationId } = Route.useParams();
    const [spot] = useSpots(organizationId).data ?? [];
    const example = spot && { pk: spot.pk, name: spot.name, state: spot.address.state };
    return <ApiKeysPage organizationId={organizationId} spot={example} />;
  },
});
