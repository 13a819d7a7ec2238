import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/spots/$spotId/')({
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/organization/$organizationId/spots/$spotId/detail',
      params,
      replace: true,
    });
  },
});
