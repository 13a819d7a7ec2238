import { Hammer, Lock } from 'lucide-react';
import { useMay } from '../kernel/session.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { PlannedPage } from './coming-pages.ts';

/** Says in one sentence what a page that is not built yet will show; or that the role does not show it. */
export function ComingPage({ page, organization }: { page: PlannedPage; organization: number }) {
  const may = useMay(organization);
  return (
    <>
      <title>{`${page.title} · Lotkeeper`}</title>
      <PageHeader title={page.title} />
      <Panel>
        {may(page.roles) ? (
          <EmptyState icon={<Hammer size={24} />} title={page.promise} />
        ) : (
          <EmptyState
            icon={<Lock size={24} />}
            title="Your role does not show this page"
            text="An Admin of your organization can change your role."
          />
        )}
      </Panel>
    </>
  );
}
