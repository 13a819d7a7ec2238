import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, eachDay } from '@lotkeeper/contract/kernel/calendar';
import type { DailyReports, DatedFigures } from '@lotkeeper/contract/money/daily-reports';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { grossMeaning, netMeaning } from '@lotkeeper/contract/money/reports';
import { ChartLine } from 'lucide-react';
import {
  formatDateShort,
  formatMoney,
  formatMoneyCompact,
  formatMonth,
} from '../../../kernel/format.ts';
import { useDayNotes } from '../../../shared/day-notes.ts';
import { useFigureOpener } from '../../../shared/figure-link.tsx';
import { explainFirstOfMonth } from '../../../shared/first-of-month.ts';
import { daysOfMonth } from '../../../shared/report-ranges.ts';
import { ChartSkeleton } from '../../../ui/charts/chart-skeleton.tsx';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import { useDailyReports } from './graphs.api.ts';
import classes from './graphs.module.css';
import { areEmpty, sinceFirst } from './graphs.rules.ts';

/** Which line is drawn; in the address it is called rentalType. */
export type LineOf = 'daily' | 'monthly';

const lines = [
  { value: 'daily', label: 'Net revenue daily' },
  { value: 'monthly', label: 'Gross revenue monthly' },
] as const;

interface RevenueLineProps {
  spot: { pk: number; organization: number };
  today: LocalDate;
  month: LocalDate;
  line: LineOf;
  onMonth: (month: LocalDate) => void;
  onLine: (line: LineOf) => void;
}

/** Net revenue by day of a month, or gross revenue by month up to it. */
export function RevenueLine(props: RevenueLineProps) {
  const { spot, today, month, line, onMonth, onLine } = props;
  const read = useDailyReports(spot, month);
  const monthBefore = addMonths(month, -1);
  const readBefore = useDailyReports(spot, monthBefore < earliestReportDate ? null : monthBefore);
  const before = readBefore.data?.daily_reports ?? [];
  const end = addDays(addMonths(month, 1), -1);
  const findNotes = useDayNotes(spot, line === 'daily' ? { start: month, end } : null);
  return (
    <Panel title="Revenue">
      <div className={classes.filters}>
        <Segments label="Chart" options={lines} chosen={line} onChange={onLine} />
        <div className={classes.month}>
          <MonthSelect month={month} today={today} onChoose={onMonth} />
        </div>
      </div>
      <DataPanel
        silentRefetch
        query={read}
        skeleton={<ChartSkeleton lines={2} height={260} />}
        isEmpty={(data) => areEmpty(line === 'daily' ? data.daily_reports : data.monthly)}
        empty={{
          icon: ChartLine,
          title: line === 'daily' ? 'No revenue in this month' : 'No revenue up to this month',
          text: 'Choose another month.',
        }}
      >
        {(data) => (
          <Line
            {...{ spot, today, line }}
            {...chartOf[line](data, { month, today, before, findNotes })}
          />
        )}
      </DataPanel>
    </Panel>
  );
}

interface LineParts {
  title: string;
  caption: string;
  categoryLabel: string;
  label: string;
  color: 'blue' | 'teal';
  points: readonly { key: string; label: string; value: number | null; notes?: string[] }[];
  before?: { label: string; legend: string; values: readonly (number | null)[] };
}

interface LineContext {
  month: LocalDate;
  today: LocalDate;
  /** The month before, day by day. */
  before: readonly DatedFigures[];
  findNotes: (date: string) => string[];
}

const findNet = (days: readonly DatedFigures[], date: string) =>
  days.find((day) => day.date === date)?.net_revenue ?? null;

const chartOf: Record<LineOf, (data: DailyReports, context: LineContext) => LineParts> = {
  daily: ({ daily_reports }, { month, today, before, findNotes }) => {
    const points = eachDay(month, addDays(addMonths(month, 1), -1)).map((date) => ({
      key: date,
      label: formatDateShort(date),
      value: findNet(daily_reports, date),
      notes: findNotes(date),
    }));
    const monthBefore = addMonths(month, -1);
    const remarks = [
      netMeaning,
      explainFirstOfMonth(points),
      today < addMonths(month, 1) ? "Today isn't over yet." : '',
    ];
    return {
      title: `Net revenue by day, ${formatMonth(month.slice(0, 7))}`,
      caption: remarks.filter(Boolean).join(' '),
      categoryLabel: 'Day',
      label: 'Net revenue',
      color: 'teal',
      points,
      ...(areEmpty(before)
        ? {}
        : {
            before: {
              label: `Same day of ${formatMonth(monthBefore.slice(0, 7))}`,
              legend: formatMonth(monthBefore.slice(0, 7)),
              values: points.map(({ key }) =>
                findNet(before, `${monthBefore.slice(0, 7)}${key.slice(7)}`),
              ),
            },
          }),
    };
  },
  monthly: ({ monthly }) => ({
    title: 'Gross revenue by month',
    caption: `${grossMeaning} Up to twelve months.`,
    categoryLabel: 'Month',
    label: 'Gross revenue',
    color: 'blue',
    points: sinceFirst(monthly).map(({ date, gross_revenue }) => ({
      key: date,
      label: formatMonth(date.slice(0, 7)),
      value: gross_revenue,
    })),
  }),
};

function Line(
  props: LineParts & {
    spot: { pk: number; organization: number };
    today: LocalDate;
    line: LineOf;
  },
) {
  const { spot, today, line } = props;
  const { title, caption, categoryLabel, label, color, points, before } = props;
  const opener = useFigureOpener(spot.organization, label, (row, index) => {
    const date = points[index]?.key as LocalDate | undefined;
    // The quiet line repeats another month, which has its own page.
    if (!date || row !== label) return null;
    return line === 'daily'
      ? { measure: 'net', spotPk: spot.pk, startDate: date, endDate: date }
      : { measure: 'gross', spotPk: spot.pk, ...daysOfMonth(date, today) };
  });
  return (
    <LineChart
      title={title}
      hideTitle
      caption={caption}
      categoryLabel={categoryLabel}
      categories={points}
      series={[
        ...(before ? [{ ...before, key: 'before', color: 'slate', isQuiet: true } as const] : []),
        { key: label, label, color, values: points.map(({ value }) => value) },
      ]}
      format={formatMoney}
      cutsTall={categoryLabel === 'Day'}
      formatTick={formatMoneyCompact}
      height={280}
      opener={opener}
    />
  );
}
