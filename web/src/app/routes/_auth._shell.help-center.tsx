import { createFileRoute } from '@tanstack/react-router';
import { HelpCenterPage } from '../../features/help-center/help-center.page.tsx';

/** `organization` is the one from whose pages the person came. */
export const Route = createFileRoute('/_auth/_shell/help-center')({
  validateSearch: (search: Record<string, unknown>): { organization?: string } =>
    typeof search.organization === 'string' && /^[1-9]\d{0,14}$/.test(search.organization)
      ? { organization: search.organization }
      : {},
  component: HelpCenterRoute,
});

function HelpCenterRoute() {
  return <HelpCenterPage organization={Route.useSearch().organization} />;
}
