import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { FirstAccountPage } from '#features/people/session/first-account.page.tsx';

/** For the first person of an installation, by the link that its start printed. */
export const Route = createFileRoute('/setup/$ticket')({ component: SetupRoute });

function SetupRoute() {
  const { ticket } = Route.useParams();
  const navigate = useNavigate();
  return (
    <FirstAccountPage
      key={ticket}
      ticket={ticket}
      onLeave={() => void navigate({ to: '/', replace: true })}
    />
  );
}
