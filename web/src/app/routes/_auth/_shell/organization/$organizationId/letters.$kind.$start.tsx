import { createFileRoute } from '@tanstack/react-router';
import { LetterPage } from '#features/money/letters/letter.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/letters/$kind/$start',
)({
  component: () => <LetterPage {...Route.useParams()} />,
});
