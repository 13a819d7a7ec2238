import type { SilentHours } from '@lotkeeper/contract/cars/outcomes';
import { getSilentHours, maxSilentDays, usualWeeks } from '@lotkeeper/contract/cars/outcomes';
import { daysBetween } from '@lotkeeper/contract/kernel/calendar';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { formatCount, formatInstant, formatMoney } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { ReportRange } from '../../../shared/report-ranges.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './outcomes.module.css';

const formatRange = (low: string, high: string) => (low === high ? low : `${low} to ${high}`);

const listColumns = (timezone: string): DataColumn<SilentHours>[] => [
  {
    key: 'camera',
    header: 'Camera',
    primary: true,
    render: ({ camera, direction }) => (
      <UserText>{[camera, direction].filter(Boolean).join(', ')}</UserText>
    ),
  },
  { key: 'from', header: 'From', render: ({ start }) => formatInstant(start, timezone) },
  { key: 'to', header: 'To', render: ({ end }) => formatInstant(end, timezone) },
  {
    key: 'cars',
    header: 'Cars missed',
    align: 'right',
    render: ({ cars_low: low, cars_high: high }) =>
      formatRange(formatCount(low), formatCount(high)),
  },
  {
    key: 'lost',
    header: 'Probably cost',
    align: 'right',
    render: ({ lost_low: low, lost_high: high }) =>
      formatRange(formatMoney(low), formatMoney(high)),
  },
];

/** When cameras of a property were silent, if they were, in up to a month. */
export function SilentHoursPanel({ spot, range }: { spot: SpotSummary; range: ReportRange }) {
  const isShort = daysBetween(range.start, range.end) < maxSilentDays;
  const query = { spot: String(spot.pk), start_date: range.start, end_date: range.end };
  const { data = [], error } = useRead(getSilentHours, isShort ? { query } : null);
  if (error) return <FailureText>{error.message}</FailureText>;
  if (data.length === 0) return null;
  return (
    <Panel title="Cameras that were silent" flush>
      <DataTable
        caption="Cameras that were silent"
        rows={data}
        rowKey={({ camera, start }) => `${camera} ${start}`}
        columns={listColumns(spot.timezone)}
      />
      <p className={classes.note}>
        Hours without any car, in which the camera saw some in each of the {usualWeeks} weeks
        before. The cars are the fewest and the most of those weeks; what they cost is that many
        cars at what a car brought on average then.
      </p>
    </Panel>
  );
}
