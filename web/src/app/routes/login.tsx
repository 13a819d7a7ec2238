import { createFileRoute, redirect, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { LoginReason } from '#features/people/session/login.page.tsx';
import { LoginPage } from '#features/people/session/login.page.tsx';
import { readToken } from '#kernel/auth-cookie.ts';
import { param, textParam } from '#kernel/search-params.ts';
import { takeWantedPath } from '#kernel/wanted-path.ts';

/** Checks only the form: the messages are loaded with the page. */
const isReason = (value: unknown) =>
  typeof value === 'string' && /^(no_affiliation|session|profile|sso_[a-z]+)$/.test(value);

export const Route = createFileRoute('/login')({
  validateSearch: z.object({
    username: textParam(254),
    code: textParam(),
    reason: param(z.custom<LoginReason>(isReason)),
  }),
  beforeLoad: ({ search }) => {
    // Never during an active session: a sender of the link could sign the reader in as someone else.
    if (readToken() && (!search.reason || search.code)) throw redirect({ to: '/', replace: true });
  },
  component: LoginRoute,
});

function LoginRoute() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const search = Route.useSearch();
  const [initialSearch] = useState(search);
  useEffect(() => {
    if (search.username || search.code) void navigate({ to: '/login', search: {}, replace: true });
  }, [search, navigate]);
  return (
    <LoginPage
      username={initialSearch.username ?? ''}
      code={initialSearch.code ?? ''}
      reason={initialSearch.reason ?? null}
      onDone={() => history.replace(takeWantedPath())}
    />
  );
}
