import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { now } from '../kernel/clock.ts';
import { formatMoney, formatMoneyCompact } from '../kernel/format.ts';
import type { BarChartProps } from '../ui/charts/bar-chart.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import { monthCategories } from '../ui/charts/month-categories.ts';
import type { FigureAddress } from './figure-link.tsx';
import { useFigureOpener } from './figure-link.tsx';
import { daysOfMonth } from './report-ranges.ts';

type ChartProps = 'title' | 'hideTitle' | 'caption' | 'series' | 'stacked' | 'height';

interface MonthsChartProps extends Pick<BarChartProps, ChartProps> {
  spot: { pk: number; organization: number; timezone: string };
  /** By their first days. */
  months: readonly string[];
  /** The series, or the total, whose entries a click on a month opens. */
  opens: string;
  /** What the values of a series, or the total, measure. */
  findFigure: (row: string) => Pick<FigureAddress, 'measure' | 'type'> | undefined;
}

/** Money of a property by month, as bars and a table that open their ledger entries. */
export function MonthsChart({ spot, months, opens, findFigure, ...chart }: MonthsChartProps) {
  const today = toLocalDate(now(), spot.timezone);
  const opener = useFigureOpener(spot.organization, opens, (row, index) => {
    const month = months[index] as LocalDate | undefined;
    const figure = findFigure(row);
    if (!month || !figure) return null;
    const { measure, type } = figure;
    return { measure, spotPk: spot.pk, ...daysOfMonth(month, today), type };
  });
  return (
    <BarChart
      {...chart}
      categoryLabel="Month"
      categories={monthCategories(months, today)}
      format={formatMoney}
      formatTick={formatMoneyCompact}
      opener={opener}
    />
  );
}
