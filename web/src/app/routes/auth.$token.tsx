import { createFileRoute } from '@tanstack/react-router';
import { AuthorizePage } from '../../features/session/authorize.page.tsx';

export const Route = createFileRoute('/auth/$token')({ component: AuthorizeRoute });

function AuthorizeRoute() {
  const { token } = Route.useParams();
  const navigate = Route.useNavigate();
  return <AuthorizePage token={token} onDone={() => void navigate({ to: '/', replace: true })} />;
}
