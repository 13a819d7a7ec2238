import { listReceivables } from '@lotkeeper/contract/people/receivables';
import { formatCount, formatMoney } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { linkToOrganizationPage } from '../../../shared/page-links.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';

/** What drivers and tenants owe at all properties, and how much of it is older than 30 days. */
export function Owed({ organizationId }: { organizationId: string }) {
  const query = { organization: organizationId, page: 1 };
  const all = useRead(listReceivables, { query });
  const old = useRead(listReceivables, { query: { ...query, older_than: '30' } });
  const openList = linkToOrganizationPage(Number(organizationId), 'who-owes');
  const openOld = linkToOrganizationPage(Number(organizationId), 'who-owes', {
    older: '30',
  });
  return (
    <DataPanel
      title="Who owes"
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
            renderLink={openList}
          />
        </StatGrid>
      )}
    </DataPanel>
  );
}
