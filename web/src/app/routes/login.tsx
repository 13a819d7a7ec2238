import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LoginReason } from '#features/session/login.page.tsx';
import { LoginPage } from '#features/session/login.page.tsx';
import { readToken } from '#kernel/auth-cookie.ts';
import { takeWantedPath } from '#kernel/wanted-path.ts';

/** By its form only: the sentences are loaded with the page. */
const isReason = (value: unknown): value is LoginReason =>
  typeof value === 'string' && /^(no_affiliation|session|profile|sso_[a-z]+)$/.test(value);

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...(typeof search.username === 'string' ? { username: search.username } : {}),
    ...(typeof search.code === 'string' ? { code: search.code } : {}),
    ...(isReason(search.reason) ? { reason: search.reason } : {}),
  }),
  beforeLoad: ({ search }) => {
    // Never over a live session: anyone who sent the link would sign the reader in as somebody else.
    if (readToken() && (!search.reason || search.code)) throw redirect({ to: '/', replace: true });
  },
  component: LoginRoute,
});

function LoginRoute() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const search = Route.useSearch();
  const [given] = useState(search);
  useEffect(() => {
    if (search.username || search.code) void navigate({ to: '/login', search: {}, replace: true });
  }, [search, navigate]);
  return (
    <LoginPage
      username={given.username ?? ''}
      code={given.code ?? ''}
      reason={given.reason ?? null}
      onDone={() => history.replace(takeWantedPath())}
    />
  );
}
