import type { CameraGap, Outcomes } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { eachDay, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../kernel/format.ts';
import type { ReportRange } from '../../../shared/report-ranges.ts';
import { daysOfMonth } from '../../../shared/report-ranges.ts';
import { dayCategories, monthCategories } from '../../../ui/charts/date-categories.ts';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { listDayNotes, toSpans } from './camera-gaps.rules.ts';
import type { OutcomesFilters } from './outcomes-search.ts';

interface CarTrendProps {
  organizationId: string;
  filters: OutcomesFilters;
  onRange: (days: { startDate: LocalDate; endDate: LocalDate }) => void;
  step: Outcomes['step'];
  days: Outcomes['days'];
  gaps: readonly CameraGap[];
  range: ReportRange;
  today: LocalDate;
  /** Whether properties are named, because there are several. */
  withSpots: boolean;
}

/** The first days of the months in a range. */
const listMonths = ({ start, end }: ReportRange) =>
  eachDay(start, end)
    .filter((date) => date === start || date.endsWith('-01'))
    .map(startOfMonth);

/** How many cars came each day, with the hours when cameras missed some shaded, or each month. Each opens its cars. */
export function CarTrend(props: CarTrendProps) {
  const { organizationId, filters, onRange, step, days, gaps, range, today, withSpots } = props;
  const counts = new Map(days.map(({ date, visits }) => [date, visits]));
  const isDaily = step === 'day';
  const dates = isDaily ? eachDay(range.start, range.end) : listMonths(range);
  const notes = listDayNotes(gaps, withSpots);
  const spans = isDaily ? toSpans(gaps, range) : [];
  const rangeAt = (index: number) => {
    const date = dates[index] ?? range.start;
    if (isDaily) return { startDate: date, endDate: date };
    const { startDate, endDate } = daysOfMonth(date, range.end);
    return { startDate: startDate < range.start ? range.start : startDate, endDate };
  };
  return (
    <LineChart
      title={isDaily ? 'Cars a day' : 'Cars a month'}
      caption={spans.length > 0 ? 'Shaded: hours when cameras missed cars.' : undefined}
      categoryLabel={isDaily ? 'Day' : 'Month'}
      categories={
        isDaily
          ? dayCategories(dates, today, (date) => notes.get(date) ?? [])
          : monthCategories(dates, today)
      }
      series={[
        {
          key: 'cars',
          label: 'Cars seen',
          color: 'main',
          values: dates.map((date) => counts.get(date) ?? 0),
        },
      ]}
      format={formatCount}
      height={180}
      spans={spans}
      opener={{
        open: (index) => onRange(rangeAt(index)),
        renderValue: (text, _, index) => (
          <Link
            to="/organization/$organizationId/cars"
            params={{ organizationId }}
            search={{ ...filters, ...rangeAt(index) }}
          >
            {text}
          </Link>
        ),
      }}
    />
  );
}
