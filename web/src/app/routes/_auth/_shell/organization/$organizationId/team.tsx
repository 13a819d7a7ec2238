import { createFileRoute } from '@tanstack/react-router';
import { TeamPage } from '#features/people/team/team.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/team')({
  component: () => <TeamPage {...Route.useParams()} />,
});
