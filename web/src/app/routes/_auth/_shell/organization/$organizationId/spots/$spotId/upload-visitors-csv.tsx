import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { useSpotArea } from '#app/spot-area.tsx';
import { VisitorsCsvPage } from '#features/visitors-csv/visitors-csv.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/upload-visitors-csv',
)({
  staticData: { roles: adminAndEmployee, title: 'Visitor CSV Upload' },
  component: VisitorsCsvRoute,
});

function VisitorsCsvRoute() {
  const area = useSpotArea();
  return <VisitorsCsvPage key={area.spot.pk} {...area} {...Route.useParams()} />;
}
