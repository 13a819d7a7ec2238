import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { SetupPage } from '#features/platform/setup/setup.page.tsx';

/** For the first person of an installation, by the link that its start printed. */
export const Route = createFileRoute('/setup/$ticket')({ component: SetupRoute });

function SetupRoute() {
  const { ticket } = Route.useParams();
  const navigate = useNavigate();
  return (
    <SetupPage
      key={ticket}
      ticket={ticket}
      onLeave={() => void navigate({ to: '/', replace: true })}
    />
  );
}
