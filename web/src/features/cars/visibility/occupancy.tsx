import { getHeroStats } from '@lotkeeper/contract/cars/visibility';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import type { VisibilitySpot } from './driver-log.rules.ts';
import classes from './visibility.module.css';

export function Occupancy({ spot }: { spot: VisibilitySpot }) {
  const stats = useRead(getHeroStats, { query: { uuid: spot.uuid } });
  return (
    <DataPanel
      query={stats}
      title="Occupancy"
      errorHint="Please refresh the page"
      skeleton={
        <div className="ui-stack">
          <StatGridSkeleton count={3} />
          <Bone height="1.55em" />
        </div>
      }
    >
      {({ occupancy, peak, max_capacity }) => (
        <div className="ui-stack">
          <StatGrid>
            <Stat
              label="Occupied now"
              hint="Rentals of all types that are active now."
              value={formatCount(occupancy)}
            />
            <Stat
              label="Peak today"
              hint="The most rentals active at the same time today."
              value={formatCount(peak)}
            />
            <Stat
              label="Max capacity"
              hint="The spaces of the property."
              value={formatCount(max_capacity)}
            />
          </StatGrid>
          {max_capacity > 0 ? (
            <ProgressBar label="Spaces occupied now" value={occupancy} max={max_capacity} />
          ) : (
            <p className={classes.dimmed}>This property has no number of spaces yet.</p>
          )}
        </div>
      )}
    </DataPanel>
  );
}
