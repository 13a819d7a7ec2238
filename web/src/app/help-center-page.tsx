import { getOperationsRegion } from '@lotkeeper/contract/organizations';
import { supportHours } from '@lotkeeper/contract/settings';
import { useRead } from '../kernel/queries.ts';
import { useProfile } from '../kernel/session.tsx';
import { settings } from '../kernel/settings.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState } from '../ui/states.tsx';
import { helpCenter } from './coming-pages.ts';

/** The number of the organization's region; the default one for people without an organization. */
function useSupportPhone(): string {
  const [first] = useProfile().affiliations;
  const region = useRead(
    getOperationsRegion,
    first ? { query: { org: String(first.organization) } } : null,
  );
  return region.data?.contact_number ?? settings.support_phone;
}

/** How to reach support; the tutorials come later. */
export function HelpCenterPage() {
  const phone = useSupportPhone();
  return (
    <>
      <title>Help Center · Lotkeeper</title>
      <PageHeader title={helpCenter.title} subtitle={supportHours} />
      <Panel title="Contact">
        <p>
          Email <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>
        </p>
        <p>
          Phone <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      </Panel>
      <Panel title="Tutorials">
        <EmptyState title={helpCenter.promise} />
      </Panel>
    </>
  );
}
