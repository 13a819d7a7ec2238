import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '#app/not-found.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/$page')({
  component: NotFound,
});
