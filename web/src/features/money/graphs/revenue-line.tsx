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

/** Which line to draw; `rentalType` in the URL. */
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
      <div className="ui-filters">
        <Segments label="Chart" options={lines} chosen={line} onChange={onLine} />
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
            {...chartOf[line](data, { month, today, before, findNotes })}
          />
        )}
      </DataPanel>
    </Panel>
  );
}

interface LineContext {
  month: LocalDate;
  today: LocalDate;
  /** The previous month, day by day. */
  before: readonly DatedFigures[];
  findNotes: (date: string) => string[];
}

/** Whole weeks, so that a Saturday is compared with a Saturday. */
const comparedDays = 28;

const findNet = (days: readonly DatedFigures[], date: string) =>
  days.find((day) => day.date === date)?.net_revenue ?? null;

type ChartParts = Omit<ComponentProps<typeof MoneyChart>, 'spot'>;

const chartOf: Record<LineOf, (data: DailyReports, context: LineContext) => ChartParts> = {
  daily: ({ daily_reports }, { month, today, before, findNotes }) => {
    const days = eachDay(month, addDays(addMonths(month, 1), -1));
    const values = days.map((date) => findNet(daily_reports, date));
    const named = days.map((key, index) => ({ key, value: values[index] ?? null }));
    return {
      title: `Net revenue by day, ${formatMonth(month.slice(0, 7))}`,
      caption: `${netMeaning} ${explainFirstOfMonth(named)}`,
      categoryLabel: 'Day',
      categories: dayCategories(days, today, findNotes),
      series: [{ key: 'net', label: 'Net revenue', color: 'main', values }],
      before: areEmpty(before)
        ? undefined
        : {
            label: 'Four weeks earlier',
            legend: '4 weeks earlier',
            values: days.map((date) => {
              const day = addDays(date, -comparedDays);
              return findNet(before, day) ?? findNet(daily_reports, day);
            }),
          },
      findFigure: (_, date) => ({ measure: 'net', startDate: date, endDate: date }),
    };
  },
  monthly: ({ monthly }, { today }) => {
    const months = sinceFirst(monthly);
    const values = months.map(({ gross_revenue }) => gross_revenue);
    return {
      title: 'Gross revenue by month',
      caption: `${grossMeaning} Up to twelve months.`,
      categoryLabel: 'Month',
      categories: months.map(({ date }) => ({ key: date, label: formatMonth(date.slice(0, 7)) })),
      series: [{ key: 'gross', label: 'Gross revenue', color: 'whole', values }],
      findFigure: (_, month) => ({ measure: 'gross', ...daysOfMonth(month as LocalDate, today) }),
    };
  },
};
