import { fromSunday, getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import type { WeekdayDemand } from '@lotkeeper/contract/operations/local-intelligence';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { CalendarRange } from 'lucide-react';
import { formatCount, formatMoney } from '../../../kernel/format.ts';
import { ChangeBars, formatChange } from '../../../ui/charts/change-bars.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { IntelligencePanel } from './intelligence-panel.tsx';
import classes from './local-intelligence.module.css';
import { weekdaysText } from './local-intelligence.rules.ts';

const isKnown = ({ change }: WeekdayDemand) => change !== null;

export function Weekdays({ spot, money }: { spot: SpotSummary; money: boolean }) {
  return (
    <IntelligencePanel
      title="Weekdays"
      spot={spot}
      empty={({ weekdays }) =>
        weekdays.some(isKnown)
          ? null
          : {
              icon: CalendarRange,
              title: 'Not enough days yet',
              text: 'Typical weekdays appear here after four ordinary days each.',
            }
      }
    >
      {({ weekdays }) => (
        <>
          <p className={classes.note}>
            <strong className={classes.lead}>
              {weekdaysText(weekdays) ?? 'No weekday stands out.'}
            </strong>
          </p>
          <ChangeBars
            title="Rentals started by weekday, compared with the average day"
            caption="Ordinary days in the last 52 weeks, without holidays and events. Four out of five days are within the line."
            categoryLabel="Weekday"
            categories={fromSunday(weekdays).map((day) => ({
              key: String(day.dow),
              label: formatName(day),
            }))}
            changes={fromSunday(weekdays).map(({ change, low, high }) => ({
              value: change,
              low,
              high,
              firm: true,
            }))}
          />
          <div className={classes.table}>
            <DataTable
              caption="Typical weekdays"
              rows={fromSunday(weekdays)}
              rowKey={({ dow }) => dow}
              columns={money ? [...columns, netColumn] : columns}
            />
          </div>
        </>
      )}
    </IntelligencePanel>
  );
}

const formatName = ({ dow }: WeekdayDemand) => getWeekdayName(dow);

const columns: readonly DataColumn<WeekdayDemand>[] = [
  { key: 'weekday', header: 'Weekday', primary: true, render: formatName },
  {
    key: 'rentals',
    header: 'Typical rentals started',
    align: 'right',
    render: ({ rentals }) => (rentals === null ? 'Not enough days yet' : formatCount(rentals)),
  },
  {
    key: 'change',
    header: 'Against average',
    align: 'right',
    render: ({ change }) => (change === null ? '–' : formatChange(change)),
  },
];

const netColumn: DataColumn<WeekdayDemand> = {
  key: 'net',
  header: 'Typical net',
  align: 'right',
  render: ({ net }) => (typeof net === 'number' ? formatMoney(net) : '–'),
};
