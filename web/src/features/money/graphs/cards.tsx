import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { DatedFigures } from '@lotkeeper/contract/money/daily-reports';
import { netMeaning } from '@lotkeeper/contract/money/reports';
import { rentalsByFirstCharge } from '@lotkeeper/contract/people/rentals';
import {
  formatCount,
  formatDateLong,
  formatDateShort,
  formatMoney,
} from '../../../kernel/format.ts';
import { linkToSpotFigure } from '../../../shared/figure-link.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { Change } from '../../../ui/data/change.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { NotedStatsSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { useDailyReports } from './graphs.api.ts';
import { comparedDays } from './graphs.rules.ts';

const cards = [
  {
    figure: 'gross_revenue',
    measure: 'gross',
    label: 'Gross revenue',
    format: formatMoney,
    hint: 'What drivers paid on this day: charges and penalties, tax included.',
  },
  {
    figure: 'net_revenue',
    measure: 'net',
    label: 'Net revenue',
    format: formatMoney,
    hint: netMeaning,
  },
  {
    figure: 'count_of_rentals',
    measure: 'rentals',
    label: 'Rentals',
    format: formatCount,
    hint: rentalsByFirstCharge,
  },
] as const;

const daysNote = (
  <p className="ui-note ui-top">
    These figures are from two days ago, because yesterday’s payments and refunds may still come in.
  </p>
);

const sampleNote = ['▲ 10.5% vs. $1,000 on Nov 21', '$1,000 yesterday'];

/** Number of days in a sparkline; it never includes the 1st, which would flatten it. */
const sparkDays = 9;

/** A day compared with the same weekday a week earlier. */
export function Cards({ spot, today }: { spot: SpotKeys; today: LocalDate }) {
  const read = useDailyReports(spot, startOfMonth(today));
  const days = comparedDays(today);
  if (!days) return null;
  return (
    <DataPanel
      title={`${formatDateLong(days.day)}, compared with a week earlier`}
      silentRefetch
      query={read}
      skeleton={
        <>
          <NotedStatsSkeleton notes={[sampleNote, sampleNote, sampleNote]} />
          {daysNote}
        </>
      }
    >
      {({ daily_reports }) => {
        const findReport = (date: LocalDate) =>
          daily_reports.find((report) => report.date === date);
        const [day, before, yesterday] = [days.day, days.before, addDays(today, -1)].map(
          findReport,
        );
        return day && before && yesterday ? (
          <Compared
            {...{ spot, day, before, yesterday }}
            upToDay={daily_reports.filter(({ date }) => date <= day.date)}
          />
        ) : (
          <p className="ui-note ui-top">This day’s figures aren’t complete yet.</p>
        );
      }}
    </DataPanel>
  );
}

interface SpotKeys {
  pk: number;
  organization: number;
}

function Compared(
  props: Record<'day' | 'before' | 'yesterday', DatedFigures> & {
    spot: SpotKeys;
    upToDay: readonly DatedFigures[];
  },
) {
  const { spot, day, before, yesterday, upToDay } = props;
  const days = upToDay.slice(-sparkDays);
  return (
    <>
      <StatGrid>
        {cards.map(({ figure, measure, label, format, hint }) => {
          const openDay = (dated: DatedFigures) =>
            linkToSpotFigure(spot, { measure, startDate: dated.date, endDate: dated.date });
          return (
            <Stat
              key={figure}
              label={label}
              value={format(day[figure])}
              trend={<Sparkline values={days.map((dated) => dated[figure])} />}
              hint={hint}
              renderLink={openDay(day)}
              note={
                <>
                  <Change before={before[figure]} amount={day[figure]} /> vs.{' '}
                  {openDay(before)(format(before[figure]))} on {formatDateShort(before.date)}
                  <br />
                  {openDay(yesterday)(format(yesterday[figure]))} yesterday
                </>
              }
            />
          );
        })}
      </StatGrid>
      {daysNote}
    </>
  );
}
