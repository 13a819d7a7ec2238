import { Hammer } from 'lucide-react';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { PlannedPage } from './coming-pages.ts';
import { ForRoles } from './for-roles.tsx';

/** Says in one sentence what a page that is not built yet will show; or that the role does not show it. */
export function ComingPage({ page, organization }: { page: PlannedPage; organization: number }) {
  const { roles, title } = page;
  return (
    <ForRoles {...{ roles, title, organization }}>
      <title>{`${title} · Lotkeeper`}</title>
      <PageHeader title={title} />
      <Panel>
        <EmptyState icon={<Hammer size={24} />} title={page.promise} />
      </Panel>
    </ForRoles>
  );
}
