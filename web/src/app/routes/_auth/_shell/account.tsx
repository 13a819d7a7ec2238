import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '#features/people/session/account.page.tsx';

export const Route = createFileRoute('/_auth/_shell/account')({ component: AccountPage });
