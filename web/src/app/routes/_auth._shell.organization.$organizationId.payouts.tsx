import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { PayoutsPage } from '../../features/payouts/payouts.page.tsx';
import { ForRoles } from '../for-roles.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/payouts')({
  component: PayoutsRoute,
});

function PayoutsRoute() {
  const { organizationId } = Route.useParams();
  return (
    <ForRoles roles={adminOnly} organization={Number(organizationId)} title="Payouts">
      <PayoutsPage key={organizationId} organizationId={organizationId} />
    </ForRoles>
  );
}
