import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../coming-page.tsx';
import { valetDashboard } from '../coming-pages.ts';

export const Route = createFileRoute('/_auth/valet/$orgId')({ component: ValetRoute });

function ValetRoute() {
  const { orgId } = Route.useParams();
  return (
    <main>
      <ComingPage page={valetDashboard} organization={Number(orgId)} />
    </main>
  );
}
