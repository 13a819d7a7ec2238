import { createFileRoute, redirect } from '@tanstack/react-router';

/** The valet stand works without the router: web/src/app/phones. */
export const Route = createFileRoute('/valet/$orgId')({
  beforeLoad: ({ location: { href } }) => {
    throw redirect({ href, reloadDocument: true });
  },
});
