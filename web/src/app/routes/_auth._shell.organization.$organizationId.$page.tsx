import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../coming-page.tsx';
import { organizationPages } from '../coming-pages.ts';
import { NotFoundPage } from '../page-failure.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/$page')({
  component: OrganizationPageRoute,
});

function OrganizationPageRoute() {
  const params = Route.useParams();
  const page = organizationPages[params.page];
  if (!page) return <NotFoundPage />;
  return <ComingPage page={page} organization={Number(params.organizationId)} />;
}
