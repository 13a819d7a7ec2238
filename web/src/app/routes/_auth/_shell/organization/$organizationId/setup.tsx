import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { StepsPage } from '#features/platform/setup/steps.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/setup')({
  component: StepsRoute,
});

function StepsRoute() {
  const params = Route.useParams();
  const navigate = useNavigate();
  return (
    <StepsPage
      organizationId={params.organizationId}
      onEnd={() => void navigate({ to: '/organization/$organizationId', params })}
    />
  );
}
