import type { HeroStats as Figures } from '@lotkeeper/contract/cars/visibility';
import { getHeroStats } from '@lotkeeper/contract/cars/visibility';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { NotedStatsSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import type { VisibilitySpot } from './driver-log.rules.ts';

interface HeroStatsProps {
  spot: VisibilitySpot;
  /** Whether it shows how full the property is. */
  hasOccupancy: boolean;
  /** Whether it shows what cameras saw today. */
  hasReads: boolean;
}

/** How full a property is, and what its cameras saw today. */
export function HeroStats({ spot, hasOccupancy, hasReads }: HeroStatsProps) {
  const stats = useRead(getHeroStats, { query: { uuid: spot.uuid } });
  return (
    <DataPanel
      query={stats}
      title={hasOccupancy ? 'Occupancy' : 'Today'}
      errorHint="Please refresh the page"
      skeleton={
        <div className="ui-stack">
          <NotedStatsSkeleton
            notes={[
              ...(hasOccupancy ? [[], [], []] : []),
              ...(hasReads ? [['Today'], ['Started today, 10 by valet']] : []),
            ]}
          />
          {hasOccupancy ? <Bone height="1.55em" /> : null}
        </div>
      }
    >
      {(figures) => (
        <div className="ui-stack">
          <StatGrid>
            {hasOccupancy ? <OccupancyStats {...figures} /> : null}
            {hasReads ? <ReadStats {...figures} /> : null}
          </StatGrid>
          {hasOccupancy ? <Fill {...figures} /> : null}
        </div>
      )}
    </DataPanel>
  );
}

const OccupancyStats = ({ occupancy, peak, max_capacity }: Figures) => (
  <>
    <Stat label="Occupied now" value={formatCount(occupancy)} />
    <Stat label="Peak today" value={formatCount(peak)} />
    <Stat label="Max capacity" value={formatCount(max_capacity)} />
  </>
);

const ReadStats = ({ vehicles_seen, transient_rentals, valet_rentals }: Figures) => (
  <>
    <Stat
      label="Cars seen"
      hint="Visits that started today, as counted in the driver log. Cameras usually don’t see valet cars."
      value={vehicles_seen === null ? '–' : formatCount(vehicles_seen)}
      note={vehicles_seen === null ? 'No camera has reported a car yet.' : 'Today'}
    />
    <Stat
      label="Transient rentals"
      hint="Hourly, daily and flat rate rentals that started today. Reports counts rentals on the day of their first charge."
      value={formatCount(transient_rentals)}
      note={
        valet_rentals > 0
          ? `Started today, ${formatCount(valet_rentals)} by valet`
          : 'Started today'
      }
    />
  </>
);

const Fill = ({ occupancy, max_capacity }: Figures) =>
  max_capacity > 0 ? (
    <ProgressBar label="Spaces occupied now" value={occupancy} max={max_capacity} />
  ) : (
    <p className="ui-dimmed">This property has no number of spaces yet.</p>
  );
