import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../page-failure.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/$page')({
  component: NotFoundPage,
});
