import { createFileRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router';
import { readToken } from '#kernel/auth-cookie.ts';
import { rememberWantedPath } from '#kernel/wanted-path.ts';
import { SignedIn } from '../signed-in.tsx';

export const Route = createFileRoute('/_auth')({
  beforeLoad: ({ location }) => {
    if (readToken()) return;
    rememberWantedPath(location.href);
    throw redirect({ to: '/login', replace: true });
  },
  loader: async ({ location }) => {
    const { awaitFirstReads } = await import('../first-reads.ts');
    await awaitFirstReads(location.pathname);
  },
  component: AuthRoute,
});

function AuthRoute() {
  const navigate = useNavigate();
  return (
    <SignedIn
      openLogin={(reason) =>
        navigate({ to: '/login', search: reason ? { reason } : {}, replace: true })
      }
    >
      <Outlet />
    </SignedIn>
  );
}
