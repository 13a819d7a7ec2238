import type { Frequencies, FrequencyWindow } from '@lotkeeper/contract/driver-insights';
import { frequencyWindows } from '@lotkeeper/contract/driver-insights';
import { getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import type { SpotSummary } from '@lotkeeper/contract/spots';
import { Users } from 'lucide-react';
import { formatCount, formatCountCompact, formatPercentExact } from '../../kernel/format.ts';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { Bone } from '../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../ui/data/stat-skeleton.tsx';
import { EmptyState } from '../../ui/data/states.tsx';
import { Panel } from '../../ui/frame/panel.tsx';
import { Segments } from '../../ui/frame/segments.tsx';
import { useBreakdown, useFrequency } from './driver-insights.api.ts';
import classes from './driver-insights.module.css';

const windows = frequencyWindows.map((days) => ({
  value: String(days) as `${FrequencyWindow}`,
  label: `Last ${days} Days`,
}));

const groups = [
  { key: 'power_drivers', label: 'Frequent drivers', color: 'teal' },
  { key: 'repeat_drivers', label: 'Return drivers', color: 'blue' },
  { key: 'one_time_drivers', label: 'One-time drivers', color: 'gold' },
] as const;

interface TransientDriversProps {
  spot: SpotSummary;
  days: FrequencyWindow;
  onChoose: (days: FrequencyWindow) => void;
}

/** How often transient drivers come, and who comes on what weekday. */
export function TransientDrivers({ spot, days, onChoose }: TransientDriversProps) {
  return (
    <Panel
      title="Your Transient Drivers"
      actions={
        <Segments
          label="Days"
          options={windows}
          chosen={`${days}`}
          onChange={(chosen) => onChoose(chosen === '180' ? 180 : 90)}
        />
      }
    >
      <Overall spot={spot} days={days} />
      <Breakdown spot={spot} days={days} />
    </Panel>
  );
}

function Overall({ spot, days }: Pick<TransientDriversProps, 'spot' | 'days'>) {
  const read = useFrequency(spot, days);
  return (
    <DataPanel
      query={read}
      silentRefetch
      skeleton={<StatGridSkeleton count={3} />}
      empty={({ data }) =>
        groups.every(({ key }) => data[key].count === 0) ? (
          <EmptyState
            icon={<Users size={24} />}
            title="Transient drivers' information will show up here"
            text={`No transient driver has parked here in the last ${days} days.`}
          />
        ) : null
      }
    >
      {({ data }) => (
        <StatGrid>
          {groups.map(({ key, label }) => (
            <Stat
              key={key}
              label={label}
              value={formatPercentExact(data[key].percentage / 100)}
              note={
                <>
                  {formatCount(data[key].count)} {data[key].count === 1 ? 'driver' : 'drivers'}
                  <br />
                  {definitions(data)[key]}
                </>
              }
            />
          ))}
        </StatGrid>
      )}
    </DataPanel>
  );
}

const definitions = ({ power_drivers, repeat_drivers }: Frequencies) => ({
  power_drivers: `Parked more than ${power_drivers.threshold} times.`,
  repeat_drivers: `Parked ${repeat_drivers.threshold + 1} to ${power_drivers.threshold} times.`,
  one_time_drivers: 'Parked once in this period; they may have parked here before.',
});

function Breakdown({ spot, days }: Pick<TransientDriversProps, 'spot' | 'days'>) {
  const read = useBreakdown(spot, days);
  return (
    <DataPanel
      query={read}
      silentRefetch
      skeleton={<Bone height="16rem" />}
      // The figures above say already that there is nobody.
      empty={({ data }) => (data.every((day) => day.total_drivers === 0) ? <span /> : null)}
    >
      {({ data }) => (
        <div className={classes.breakdown}>
          <BarChart
            title="Drivers by weekday"
            caption="Each driver counts once for each weekday they parked."
            categoryLabel="Weekday"
            categories={data.map(({ dow }) => ({
              key: String(dow),
              label: getWeekdayName(dow),
              axisLabel: getWeekdayName(dow).slice(0, 3),
            }))}
            series={groups.map((group) => ({
              ...group,
              values: data.map((day) => day[group.key].count),
            }))}
            stacked
            totalLabel="All drivers"
            format={formatCount}
            formatTick={formatCountCompact}
            height={240}
          />
        </div>
      )}
    </DataPanel>
  );
}
