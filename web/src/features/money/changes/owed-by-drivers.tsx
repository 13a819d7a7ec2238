import { listOpenTickets } from '@lotkeeper/contract/cars/violations';
import { formatCount, formatMoney } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToOrganizationPage } from '../../../shared/page-links.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';

/** The sum of open violations at all properties, and of those that are older than 30 days. */
export function OwedByDrivers({ organizationId }: { organizationId: string }) {
  const query = { organization: organizationId, page: 1 };
  const all = useRead(listOpenTickets, { query });
  const old = useRead(listOpenTickets, { query: { ...query, older_than: '30' } });
  const openList = linkToOrganizationPage(Number(organizationId), 'open-violations');
  const openOld = linkToOrganizationPage(Number(organizationId), 'open-violations', {
    older: '30',
  });
  return (
    <DataPanel
      title="Open violations"
      silentRefetch
      query={all}
      skeleton={<StatGridSkeleton count={1} noteLines={1} />}
    >
      {({ count, total_amount }) => (
        <StatGrid>
          <Stat
            label="Owed"
            value={formatMoney(total_amount)}
            note={
              <>
                {formatCount(count)} open
                {old.data && old.data.count > 0 ? (
                  <>, {openOld(formatMoney(old.data.total_amount))} older than 30 days</>
                ) : null}
              </>
            }
            hint="Penalties of violations that are neither paid nor waived."
            renderLink={openList}
          />
        </StatGrid>
      )}
    </DataPanel>
  );
}
