import { fromSunday, getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import type { Frequencies, FrequencyWindow } from '@lotkeeper/contract/people/driver-insights';
import {
  driverGroups,
  frequencyWindows,
  getDriverFrequency,
  getFrequencyBreakdown,
} from '@lotkeeper/contract/people/driver-insights';
import { driverGroupNames } from '@lotkeeper/contract/people/filter-words';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount, formatCountCompact, formatPercent } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import { listWindow } from './driver-insights.rules.ts';
import type { DriverFilters } from './insight-search.ts';

const windows = frequencyWindows.map((days) => ({
  value: String(days) as `${FrequencyWindow}`,
  label: `Last ${days} Days`,
}));

const colors = { power: 'step6', repeat: 'step4', one_time: 'step1' } as const;

const groups = driverGroupNames.map((group) => ({
  group,
  key: `${group}_drivers` as const,
  label: driverGroups[group],
  color: colors[group],
}));

interface TransientDriversProps {
  spot: SpotSummary;
  days: FrequencyWindow;
  onChoose: (days: FrequencyWindow) => void;
}

/** How often transient drivers come, and on what weekdays. */
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
  const read = useRead(getDriverFrequency, { query: listWindow(spot, days) });
  return (
    <DataPanel
      query={read}
      silentRefetch
      skeleton={<StatGridSkeleton count={3} noteLines={3} />}
      isEmpty={({ data }) => groups.every(({ key }) => data[key].count === 0)}
      empty={{
        title: "Transient drivers' information will show up here",
        text: `No transient driver has parked here in the last ${days} days.`,
      }}
    >
      {({ data }) => (
        <StatGrid>
          {groups.map(({ key, group, label }) => (
            <Stat
              key={key}
              label={label}
              value={formatPercent(data[key].percentage / 100)}
              note={
                <>
                  <DriversLink spot={spot} filters={{ days, group }}>
                    {formatCount(data[key].count)} {data[key].count === 1 ? 'driver' : 'drivers'}
                  </DriversLink>
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

const toList = (spot: SpotSummary, { days, ...filters }: DriverFilters) =>
  ({
    to: '/organization/$organizationId/spots/$spotId/transient-drivers',
    params: { organizationId: String(spot.organization), spotId: String(spot.pk) },
    search: { ...(days === 180 && { days }), ...filters },
  }) as const;

/** A count that links to its drivers. */
function DriversLink(props: { spot: SpotSummary; filters: DriverFilters; children: ReactNode }) {
  const { spot, filters, children } = props;
  return <Link {...toList(spot, filters)}>{children}</Link>;
}

const definitions = ({ power_drivers, repeat_drivers }: Frequencies) => ({
  power_drivers: `Parked more than ${power_drivers.threshold} times.`,
  repeat_drivers: `Parked ${repeat_drivers.threshold + 1} to ${power_drivers.threshold} times, or once after parking here before.`,
  one_time_drivers: 'Came once and are new.',
});

function Breakdown({ spot, days }: Pick<TransientDriversProps, 'spot' | 'days'>) {
  const read = useRead(getFrequencyBreakdown, { query: listWindow(spot, days) });
  const navigate = useNavigate();
  return (
    <DataPanel
      query={read}
      silentRefetch
      skeleton={<Bone height="16rem" />}
      // The figures above already say that there is nobody.
      isEmpty={({ data }) => data.every((day) => day.total_drivers === 0)}
      empty={<span />}
    >
      {(read) => {
        const data = fromSunday(read.data);
        return (
          <div className="ui-top-wide">
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
              opener={{
                renderValue: (text, row, index) => {
                  const group = groups.find(({ key }) => key === row)?.group;
                  return (
                    <DriversLink spot={spot} filters={{ days, group, weekday: data[index]?.dow }}>
                      {text}
                    </DriversLink>
                  );
                },
                open: (index) => void navigate(toList(spot, { days, weekday: data[index]?.dow })),
              }}
              format={formatCount}
              formatTick={formatCountCompact}
              height={240}
            />
          </div>
        );
      }}
    </DataPanel>
  );
}
