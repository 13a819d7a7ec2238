import { fromSunday, getWeekdayName } from '@lotkeeper/contract/kernel/weekdays';
import type { WeekdayDemand } from '@lotkeeper/contract/operations/local-intelligence';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { CalendarRange } from 'lucide-react';
import { formatCount, formatMoney } from '../../../kernel/format.ts';
import { ChangeBar, changeScale } from '../../../ui/charts/change-bars.tsx';
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
            </strong>{' '}
            Ordinary days in the last 52 weeks, without holidays and events. Four out of five days
            are within the line.
          </p>
          <DataTable
            caption="Typical weekdays"
            rows={fromSunday(weekdays)}
            rowKey={({ dow }) => dow}
            columns={columnsFor(weekdays, money)}
          />
        </>
      )}
    </IntelligencePanel>
  );
}

const columnsFor = (
  weekdays: readonly WeekdayDemand[],
  money: boolean,
): readonly DataColumn<WeekdayDemand>[] => {
  const toChange = ({ change, low, high }: WeekdayDemand) => ({
    value: change,
    low,
    high,
    firm: true,
  });
  const scale = changeScale(weekdays.map(toChange));
  return [
    {
      key: 'weekday',
      header: 'Weekday',
      primary: true,
      render: ({ dow }) => getWeekdayName(dow),
    },
    {
      key: 'change',
      header: 'Rentals against the average day',
      render: (day) => <ChangeBar change={toChange(day)} scale={scale} />,
    },
    {
      key: 'rentals',
      header: 'Typical rentals started',
      align: 'right',
      render: ({ rentals }) => (rentals === null ? 'Not enough days yet' : formatCount(rentals)),
    },
    ...(money ? [netColumn] : []),
  ];
};

const netColumn: DataColumn<WeekdayDemand> = {
  key: 'net',
  header: 'Typical net',
  align: 'right',
  render: ({ net }) => (typeof net === 'number' ? formatMoney(net) : '–'),
};
