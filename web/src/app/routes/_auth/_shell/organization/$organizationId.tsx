import { createFileRoute } from '@tanstack/react-router';
import { OrganizationArea } from '../../../../organization-area.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId')({
  component: OrganizationArea,
});
