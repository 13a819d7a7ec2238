import { adminAndAccountant } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#features/money/home/home.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/home')({
  staticData: { roles: adminAndAccountant, title: 'Home' },
  component: () => <HomePage {...Route.useParams()} />,
});
