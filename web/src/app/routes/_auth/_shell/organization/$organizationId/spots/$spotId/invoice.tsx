import { createFileRoute } from '@tanstack/react-router';
import { InvoicePage } from '../../../../../../../../features/invoice/invoice.page.tsx';
import { ForRoles } from '../../../../../../../for-roles.tsx';
import { useSpotArea } from '../../../../../../../spot-area.tsx';

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
