import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '#features/money/home/home.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/home')({
  component: () => <HomePage {...Route.useParams()} />,
});
