import { createFileRoute } from '@tanstack/react-router';
import { WeekPage } from '#features/money/changes/week.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/week')({
  component: () => <WeekPage {...Route.useParams()} />,
});
