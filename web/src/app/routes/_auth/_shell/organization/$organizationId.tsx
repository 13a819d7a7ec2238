import { createFileRoute } from '@tanstack/react-router';
import { OrganizationArea } from '#app/organization-area.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId')({
  component: OrganizationArea,
});
