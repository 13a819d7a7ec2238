import type { CameraGap, OutcomeDay } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { eachDay } from '@lotkeeper/contract/kernel/calendar';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDateShort } from '../../../kernel/format.ts';
import type { ReportRange } from '../../../shared/report-ranges.ts';
import type { ChartCategory } from '../../../ui/charts/chart-types.ts';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { listDayNotes, toSpans } from './camera-gaps.rules.ts';
import classes from './outcomes.module.css';
import type { OutcomesFilters } from './outcomes-search.ts';

interface CarTrendProps {
  organizationId: string;
  filters: OutcomesFilters;
  onDay: (day: LocalDate) => void;
  days: readonly OutcomeDay[];
  gaps: readonly CameraGap[];
  range: ReportRange;
  today: LocalDate;
  /** Whether properties are named, because there are several. */
  withSpots: boolean;
}

/** How many cars came each day, with the hours over it in which cameras missed some. A day opens its cars. */
export function CarTrend(props: CarTrendProps) {
  const { organizationId, filters, onDay, days, gaps, range, today, withSpots } = props;
  const counts = new Map(days.map(({ date, visits }) => [date, visits]));
  const dates = eachDay(range.start, range.end);
  const notes = listDayNotes(gaps, withSpots);
  const spans = toSpans(gaps, range);
  const categories = dates.map((date): ChartCategory => {
    const label = formatDateShort(date);
    const isOpen = date === today;
    return {
      key: date,
      label: isOpen ? `${label} so far` : label,
      axisLabel: label,
      isOpen,
      notes: notes.get(date) ?? [],
    };
  });
  return (
    <div className={classes.trend}>
      <LineChart
        title="Cars a day"
        caption={spans.length > 0 ? 'Shaded: hours in which cameras missed cars.' : undefined}
        categoryLabel="Day"
        categories={categories}
        series={[
          {
            key: 'cars',
            label: 'Cars seen',
            color: 'teal',
            values: dates.map((date) => counts.get(date) ?? 0),
          },
        ]}
        format={formatCount}
        height={180}
        spans={spans}
        opener={{
          open: (index) => {
            const day = dates[index];
            if (day) onDay(day);
          },
          renderValue: (text, _, index) => (
            <Link
              to="/organization/$organizationId/cars"
              params={{ organizationId }}
              search={{ ...filters, startDate: dates[index], endDate: dates[index] }}
            >
              {text}
            </Link>
          ),
        }}
      />
    </div>
  );
}
