import { createFileRoute, redirect } from '@tanstack/react-router';
import { readToken } from '../../kernel/auth-cookie.ts';
import { SignedIn } from '../signed-in.tsx';

export const Route = createFileRoute('/_auth')({
  beforeLoad: () => {
    if (!readToken()) throw redirect({ to: '/login', replace: true });
  },
  component: SignedIn,
});
