import type { WeekComparison, WeekFigures, WeekName } from '@lotkeeper/contract/money/week';
import type { ReactNode } from 'react';
import { formatCount, formatMoney, formatPercent } from '../../../kernel/format.ts';
import { linkToFigure } from '../../../shared/figure-link.tsx';
import { Change } from '../../../ui/data/change.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { NotedStatsSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import classes from './changes.module.css';
import { formatDays } from './changes.rules.ts';
import { formatTaken } from './week.rules.ts';

interface WeekTotalsProps {
  organizationId: string;
  week: WeekComparison;
}

const totals = [
  {
    measure: 'gross',
    label: 'Gross revenue',
    hint: 'What drivers paid, tax included, by the calendar of each property.',
    format: formatMoney,
  },
  {
    measure: 'net',
    label: 'Net revenue',
    hint: undefined,
    format: formatMoney,
  },
  {
    measure: 'rentals',
    label: 'Rentals',
    hint: 'Rentals whose first charge came in the week.',
    format: formatCount,
  },
] as const;

const yearOf = (week: WeekComparison) => week.days.year_ago.start_date.slice(0, 4);

/** The days of last week and of those beside it. */
export const describeWeeks = (week: WeekComparison) =>
  `${formatDays(week.days.week)}, compared with ${formatDays(week.days.before)} and with ${formatDays(week.days.year_ago)}, ${yearOf(week)}`;

/** Last week's figures of all properties, each with the week before and the same week of last year. */
export function WeekTotals({ organizationId, week }: WeekTotalsProps) {
  const { days, total } = week;
  return (
    <>
      <StatGrid>
        {totals.map(({ measure, label, hint, format }) => {
          const linkTo = (name: WeekName) =>
            linkToFigure(organizationId, {
              measure,
              startDate: days[name].start_date,
              endDate: days[name].end_date,
            });
          const compare = (name: 'before' | 'year_ago') => (
            <>
              <Change before={total[name][measure]} amount={total.week[measure]} /> vs.{' '}
              {linkTo(name)(format(total[name][measure]))}
            </>
          );
          return (
            <Stat
              key={measure}
              label={label}
              value={format(total.week[measure])}
              hint={hint}
              renderLink={linkTo('week')}
              note={<Compared week={week} before={compare('before')} ago={compare('year_ago')} />}
            />
          );
        })}
        <Stat
          label="Occupancy"
          value={formatTaken(total.week)}
          hint="The time that rentals took, as a share of the time that today’s number of spaces offers, at properties where it is known."
          note={
            <Compared
              week={week}
              before={compareTaken(total.before)}
              ago={compareTaken(total.year_ago)}
            />
          }
        />
      </StatGrid>
    </>
  );
}

const sampleNote = ['▲ 10.5% vs. $10,500 before', '▲ 10.5% vs. $10,500 in 2025'];

export const WeekTotalsSkeleton = () => (
  <NotedStatsSkeleton notes={[sampleNote, sampleNote, sampleNote, sampleNote]} />
);

const compareTaken = ({ occupancy }: WeekFigures) =>
  occupancy === null ? null : `vs. ${formatPercent(occupancy)}`;

/** Both comparisons below a figure; one that isn't known is left out. */
function Compared(props: { week: WeekComparison; before: ReactNode; ago: ReactNode }) {
  const { week, before, ago } = props;
  return (
    <>
      {before ? <span className={classes.compared}>{before} before</span> : null}
      {ago ? (
        <span className={classes.compared}>
          {ago} in {yearOf(week)}
        </span>
      ) : null}
    </>
  );
}
