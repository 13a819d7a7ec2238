import type { SpotSummary } from '@lotkeeper/contract/spots';
import { formatCount, formatMoneyShort } from '../../kernel/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Stat, StatGrid } from '../../ui/stat.tsx';
import { useTenants } from './detail.api.ts';

/** How many monthly drivers and tenants park, of how many spaces meant for them. */
export function MonthlyParking({ spot, withTenants }: { spot: SpotSummary; withTenants: boolean }) {
  return (
    <Panel title="Monthly Parking">
      <StatGrid>
        <Stat
          label="Monthly drivers"
          value={formatCount(spot.monthly_rentals)}
          hint="Monthly rentals that are going on now."
          note={
            spot.quantity_monthly > 0
              ? `of ${formatCount(spot.quantity_monthly)} monthly spaces`
              : 'No spaces are set aside'
          }
        />
        {spot.display_price_monthly === null ? null : (
          <Stat
            label="Monthly price"
            value={formatMoneyShort(spot.display_price_monthly)}
            hint="What a new monthly driver pays a month."
          />
        )}
        {withTenants ? <Tenants spot={spot} /> : null}
      </StatGrid>
    </Panel>
  );
}

/** Tenants' spaces, where there are any. */
function Tenants({ spot }: { spot: SpotSummary }) {
  const { data } = useTenants(spot);
  if (!data || data.bulk_rentals.total_slot_count === 0) return null;
  const { total_active_rentals, total_slot_count } = data.bulk_rentals;
  return (
    <Stat
      label="Tenant parking"
      value={formatCount(total_active_rentals)}
      hint="Cars of tenants that have a space now."
      note={`of ${formatCount(total_slot_count)} tenant spaces`}
    />
  );
}
