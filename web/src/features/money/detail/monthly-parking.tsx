import { getSpotReport } from '@lotkeeper/contract/money/reports';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { formatCount, formatMoneyShort } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { usePageLinks } from '../../../shared/page-links.tsx';
import { askToRefresh, DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { refresh } from './detail.api.ts';

/** How many monthly drivers and tenants park, of the spaces reserved for them. */
export function MonthlyParking({ spot, withTenants }: { spot: SpotSummary; withTenants: boolean }) {
  const renderLink = usePageLinks(spot)('drivers', { tab: 'monthly' });
  return (
    <Panel title="Monthly Parking">
      <StatGrid>
        <Stat
          label="Monthly drivers"
          value={formatCount(spot.monthly_rentals)}
          note={
            spot.quantity_monthly > 0
              ? `of ${formatCount(spot.quantity_monthly)} monthly spaces`
              : 'No spaces reserved'
          }
          renderLink={renderLink}
        />
        {spot.display_price_monthly === null ? null : (
          <Stat
            label="Monthly price"
            value={formatMoneyShort(spot.display_price_monthly)}
            renderLink={renderLink}
          />
        )}
      </StatGrid>
      {withTenants ? <Tenants spot={spot} /> : null}
    </Panel>
  );
}

/** Tenants' spaces, if there are any. */
function Tenants({ spot }: { spot: SpotSummary }) {
  const tenants = useRead(getSpotReport, { query: { spot: String(spot.pk) } }, refresh);
  if (tenants.data?.bulk_rentals.total_slot_count === 0) return null;
  return (
    <div className="ui-top-wide">
      <DataPanel
        query={tenants}
        silentRefetch
        {...askToRefresh}
        skeleton={<StatGridSkeleton count={1} noteLines={1} />}
      >
        {({ bulk_rentals: { total_active_rentals, total_slot_count } }) => (
          <StatGrid>
            <Stat
              label="Tenant parking"
              value={formatCount(total_active_rentals)}
              note={`of ${formatCount(total_slot_count)} tenant spaces`}
            />
          </StatGrid>
        )}
      </DataPanel>
    </div>
  );
}
