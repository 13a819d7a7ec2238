import { createFileRoute } from '@tanstack/react-router';
import { ForRoles } from '#app/for-roles.tsx';
import { useSpotArea } from '#app/spot-area.tsx';
import { InvoicePage } from '#features/invoice/invoice.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/spots/$spotId/invoice',
)({ component: InvoiceRoute });

function InvoiceRoute() {
  const { organization, spot } = useSpotArea();
  return (
    <ForRoles roles={[]} organization={organization.pk} title="Create an Invoice">
      <InvoicePage spot={spot} />
    </ForRoles>
  );
}
