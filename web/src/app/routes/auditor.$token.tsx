import { createFileRoute } from '@tanstack/react-router';
import { AuditorPage } from '#features/money/auditor-links/auditor.page.tsx';

/** For outside accountants, who have no account: the link that an Admin gave them is enough. */
export const Route = createFileRoute('/auditor/$token')({ component: AuditorRoute });

function AuditorRoute() {
  const { token } = Route.useParams();
  return <AuditorPage key={token} token={token} />;
}
