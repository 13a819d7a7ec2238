import { createFileRoute } from '@tanstack/react-router';
import { DriverRequestPage } from '#features/operations/valet/driver-request.page.tsx';

/** The driver's page needs no session: the link in their text message is enough. */
export const Route = createFileRoute('/car/$token')({ component: DriverRequestRoute });

function DriverRequestRoute() {
  const { token } = Route.useParams();
  return <DriverRequestPage key={token} token={token} />;
}
