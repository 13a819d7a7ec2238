import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, eachDay } from '@lotkeeper/contract/kernel/calendar';
import type { DailyReports, DatedFigures } from '@lotkeeper/contract/money/daily-reports';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import { grossMeaning, netMeaning } from '@lotkeeper/contract/money/reports';
import type { ComponentProps } from 'react';
import { formatMonth } from '../../../kernel/format.ts';
import { useDayNotes } from '../../../shared/day-notes.ts';
import { explainFirstOfMonth } from '../../../shared/first-of-month.ts';
import { MoneyChart } from '../../../shared/money-chart.tsx';
import { daysOfMonth } from '../../../shared/report-ranges.ts';
import { ChartSkeleton } from '../../../ui/charts/chart-skeleton.tsx';
import { dayCategories } from '../../../ui/charts/date-categories.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import { useDailyReports } from './graphs.api.ts';
import { areEmpty, sinceFirst } from './graphs.rules.ts';

/** The step of the line; `rentalType` in the URL. */
type LineOf = 'daily' | 'monthly';

const lines = [
  { value: 'daily', label: 'Daily' },
  { value: 'monthly', label: 'Monthly' },
] as const;

type Measure = 'net' | 'gross';

const measures = [
  { value: 'net', label: 'Net revenue' },
  { value: 'gross', label: 'Gross revenue' },
] as const;

/** What is drawn until somebody chooses. */
export const usualMeasures = { daily: 'net', monthly: 'gross' } as const;

const measureParts = {
  net: { name: 'Net revenue', meaning: netMeaning, color: 'main', field: 'net_revenue' },
  gross: { name: 'Gross revenue', meaning: grossMeaning, color: 'whole', field: 'gross_revenue' },
} as const;

interface RevenueLineProps {
  spot: { pk: number; organization: number };
  today: LocalDate;
  month: LocalDate;
  line: LineOf;
  measure: Measure;
  onMonth: (month: LocalDate) => void;
  onLine: (line: LineOf) => void;
  onMeasure: (measure: Measure) => void;
}

/** Revenue by day of a month, or by month up to it. */
export function RevenueLine(props: RevenueLineProps) {
  const { spot, today, month, line, measure, onMonth } = props;
  const read = useDailyReports(spot, month);
  const monthBefore = addMonths(month, -1);
  const readBefore = useDailyReports(spot, monthBefore < earliestReportDate ? null : monthBefore);
  const before = readBefore.data?.daily_reports ?? [];
  const end = addDays(addMonths(month, 1), -1);
  const findNotes = useDayNotes(spot, line === 'daily' ? { start: month, end } : null);
  return (
    <Panel title="Revenue">
      <div className="ui-filters">
        <Segments label="Measure" options={measures} chosen={measure} onChange={props.onMeasure} />
        <Segments label="Step" options={lines} chosen={line} onChange={props.onLine} />
        <div className="ui-field">
          <MonthSelect month={month} today={today} onChoose={onMonth} />
        </div>
      </div>
      <DataPanel
        silentRefetch
        query={read}
        skeleton={<ChartSkeleton lines={2} height={260} />}
        isEmpty={(data) => areEmpty(line === 'daily' ? data.daily_reports : data.monthly)}
        empty={{
          title: line === 'daily' ? 'No revenue in this month' : 'No revenue up to this month',
          text: 'Choose another month.',
        }}
      >
        {(data) => (
          <MoneyChart
            {...{ spot, hideTitle: true, isLine: true, height: 280 }}
            {...chartOf[line](data, { measure, month, today, before, findNotes })}
          />
        )}
      </DataPanel>
    </Panel>
  );
}

interface LineContext {
  measure: Measure;
  month: LocalDate;
  today: LocalDate;
  /** The previous month, day by day. */
  before: readonly DatedFigures[];
  findNotes: (date: string) => string[];
}

/** Whole weeks, so that a Saturday is compared with a Saturday. */
const comparedDays = 28;

type ChartParts = Omit<ComponentProps<typeof MoneyChart>, 'spot'>;

const chartOf: Record<LineOf, (data: DailyReports, context: LineContext) => ChartParts> = {
  daily: ({ daily_reports }, { measure, month, today, before, findNotes }) => {
    const { name, meaning, color, field } = measureParts[measure];
    const find = (figures: readonly DatedFigures[], date: string) =>
      figures.find((day) => day.date === date)?.[field] ?? null;
    const days = eachDay(month, addDays(addMonths(month, 1), -1));
    const values = days.map((date) => find(daily_reports, date));
    const points = days.map((key, index) => ({ key, value: values[index] ?? null }));
    return {
      title: `${name} by day, ${formatMonth(month.slice(0, 7))}`,
      caption: `${meaning} ${explainFirstOfMonth(points)}`,
      categoryLabel: 'Day',
      categories: dayCategories(days, today, findNotes),
      series: [{ key: measure, label: name, color, values }],
      before: areEmpty(before)
        ? undefined
        : {
            label: 'Four weeks earlier',
            legend: '4 weeks earlier',
            values: days.map((date) => {
              const day = addDays(date, -comparedDays);
              return find(before, day) ?? find(daily_reports, day);
            }),
          },
      findFigure: (_, date) => ({ measure, startDate: date, endDate: date }),
    };
  },
  monthly: ({ monthly }, { measure, today }) => {
    const { name, meaning, color, field } = measureParts[measure];
    const months = sinceFirst(monthly);
    const values = months.map((figures) => figures[field]);
    return {
      title: `${name} by month`,
      caption: `${meaning} Up to twelve months.`,
      categoryLabel: 'Month',
      categories: months.map(({ date }) => ({ key: date, label: formatMonth(date.slice(0, 7)) })),
      series: [{ key: measure, label: name, color, values }],
      findFigure: (_, month) => ({ measure, ...daysOfMonth(month as LocalDate, today) }),
    };
  },
};
