import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { LetterPage } from '#features/money/letters/letter.page.tsx';

export const Route = createFileRoute(
  '/_auth/_shell/organization/$organizationId/letters/$kind/$start',
)({
  staticData: { roles: adminOnly, title: 'Letter' },
  component: () => <LetterPage {...Route.useParams()} />,
});
