import { supportHours } from '@lotkeeper/contract/settings';
import { settings } from '../kernel/settings.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import { helpCenter } from './coming-pages.ts';

/** How to reach support; the tutorials come later. */
export function HelpCenterPage() {
  return (
    <>
      <title>Help Center · Lotkeeper</title>
      <PageHeader title={helpCenter.title} subtitle={supportHours} />
      <Panel title="Contact">
        <p>
          Email <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>
        </p>
        <p>
          Phone{' '}
          <a href={`tel:${settings.support_phone.replace(/[^\d+]/g, '')}`}>
            {settings.support_phone}
          </a>
        </p>
      </Panel>
      <Panel title="Tutorials">
        <EmptyState title={helpCenter.promise} />
      </Panel>
    </>
  );
}
