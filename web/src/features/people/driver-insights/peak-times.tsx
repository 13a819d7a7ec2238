import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { getWeekdayName, weekOrder } from '@lotkeeper/contract/kernel/weekdays';
import { getHourlyHeatmap, getMonthlyHeatmap } from '@lotkeeper/contract/people/driver-insights';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { CalendarClock } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatMonthShort, formatTimeOfDay } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { Heatmap } from '../../../ui/charts/heatmap.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import {
  bucketHours,
  getBucketAverages,
  getMonthlyAverages,
  monthsUpTo,
} from './driver-insights.rules.ts';

/** The rows of the heatmap: hours of the day or months of the year. */
export type HeatmapOf = 'daily' | 'monthly';

const choices = [
  { value: 'daily', label: 'Daily' },
  { value: 'monthly', label: 'Monthly' },
] as const;

interface PeakTimesProps {
  spot: SpotSummary;
  chosen: HeatmapOf;
  onChoose: (chosen: HeatmapOf) => void;
}

/** When transient drivers come: by weekday and hour, or by weekday and month. */
export function PeakTimes({ spot, chosen, onChoose }: PeakTimesProps) {
  return (
    <Panel
      title="Peak Rental Times"
      actions={<Segments label="Heatmap" options={choices} chosen={chosen} onChange={onChoose} />}
    >
      {chosen === 'daily' ? <DailyHeat spot={spot} /> : <MonthlyHeat spot={spot} />}
    </Panel>
  );
}

const average = (rentals: number) => `${Math.round(rentals * 10) / 10}`;

const createColumns = (valuesOf: (dow: number) => readonly (number | null)[]) =>
  weekOrder.map((dow) => {
    const label = getWeekdayName(dow);
    return { key: label, label, axisLabel: label.slice(0, 3), values: valuesOf(dow) };
  });

const empty = {
  icon: CalendarClock,
  title: 'Your seasonal occupancy chart will show up here',
  text: 'It starts the day after the first transient rental.',
};

function DailyHeat({ spot }: { spot: SpotSummary }) {
  const read = useRead(getHourlyHeatmap, { query: { spot_id: String(spot.pk) } });
  return (
    <DataPanel
      query={read}
      silentRefetch
      skeleton={<Bone height="22rem" />}
      isEmpty={({ data }) => data.length === 0}
      empty={empty}
    >
      {({ data }) => (
        <Heatmap
          title="Average rentals by weekday and time of day"
          caption="Transient rentals in the last 12 weeks up to yesterday, by the hour of their first payment."
          categoryLabel="Time"
          categories={bucketHours.map((hour) => ({
            key: String(hour),
            label: `${formatTimeOfDay(hour)} – ${formatTimeOfDay(hour + 2)}`,
          }))}
          columns={createColumns((dow) => getBucketAverages(data, dow))}
          format={average}
        />
      )}
    </DataPanel>
  );
}

function MonthlyHeat({ spot }: { spot: SpotSummary }) {
  const read = useRead(getMonthlyHeatmap, { query: { spot_id: String(spot.pk) } });
  const yesterday = addDays(toLocalDate(now(), spot.timezone), -1);
  const months = monthsUpTo(Number(yesterday.slice(5, 7)));
  return (
    <DataPanel
      query={read}
      silentRefetch
      skeleton={<Bone height="22rem" />}
      isEmpty={({ data }) => Object.keys(data).length === 0}
      empty={empty}
    >
      {({ data }) => (
        <Heatmap
          title="Average rentals by weekday and month"
          caption="Transient rentals a day in the last 12 months up to yesterday."
          categoryLabel="Month"
          categories={months.map((month) => ({
            key: String(month),
            label: formatMonthShort(`2000-${String(month).padStart(2, '0')}`),
          }))}
          columns={createColumns((dow) => getMonthlyAverages(data, months, dow))}
          format={average}
        />
      )}
    </DataPanel>
  );
}
