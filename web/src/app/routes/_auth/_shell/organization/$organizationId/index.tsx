import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/organization/$organizationId/spots', params, replace: true });
  },
});
