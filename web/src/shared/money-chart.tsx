import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { now } from '../kernel/clock.ts';
import { formatMoney, formatMoneyCompact } from '../kernel/format.ts';
import type { BarChartProps } from '../ui/charts/bar-chart.tsx';
import { BarChart } from '../ui/charts/bar-chart.tsx';
import type { LineSeries } from '../ui/charts/chart-types.ts';
import { monthCategories } from '../ui/charts/date-categories.ts';
import { LineChart } from '../ui/charts/line-chart.tsx';
import type { FigureAddress } from './figure-link.tsx';
import { useFigureOpener } from './figure-link.tsx';
import { daysOfMonth } from './report-ranges.ts';

/** The text of a chart by month before the first rental. */
export const noMonths = {
  title: 'Your monthly revenue will show up here',
  text: 'The chart starts with the first rental.',
};

type Figure = Omit<FigureAddress, 'spotPk'>;
type Format = 'format' | 'formatTick';
interface MoneyChartProps
  extends Omit<BarChartProps, 'opener' | 'before' | Format>,
    Partial<Pick<BarChartProps, Format>> {
  spot: { pk: number; organization: number };
  isLine?: boolean;
  before?: Pick<LineSeries, 'label' | 'legend' | 'values'> | undefined;
  /** The ledger query behind a value of a series or of the total; null when no entries add up to any. */
  findFigure: ((row: string, category: string) => Figure | null | undefined) | null;
}

/**
 * A property's money as bars or a line, with a table, linked to its ledger entries: a click on a
 * category opens those of its total or first series. `before` is only for comparison.
 */
export function MoneyChart({ spot, isLine, before, findFigure, ...chart }: MoneyChartProps) {
  const { categories, categoryLabel, series, stacked } = chart;
  const opens = stacked ? 'total' : (series[0]?.key ?? '');
  const opener = useFigureOpener(spot.organization, opens, (row, index) => {
    const category = categories[index];
    const figure = category && row !== 'before' && findFigure?.(row, category.key);
    return figure ? { ...figure, spotPk: spot.pk } : null;
  });
  const shared = {
    format: formatMoney,
    formatTick: formatMoneyCompact,
    cutsTall: categoryLabel === 'Day',
    ...chart,
    opener: findFigure ? opener : undefined,
  };
  if (!isLine) return <BarChart {...shared} before={before} />;
  const quiet = { key: 'before', color: 'quiet', isQuiet: true } as const;
  return <LineChart {...shared} series={before ? [...series, { ...before, ...quiet }] : series} />;
}

interface MonthsChartProps extends Omit<MoneyChartProps, 'categories' | 'findFigure'> {
  spot: MoneyChartProps['spot'] & { timezone: string };
  /** By their first days. */
  months: readonly string[];
  findFigure: (row: string) => Pick<FigureAddress, 'measure' | 'type'> | undefined;
}

/** The same, by month. */
export function MonthsChart({ months, findFigure, ...chart }: MonthsChartProps) {
  const today = toLocalDate(now(), chart.spot.timezone);
  return (
    <MoneyChart
      {...chart}
      categoryLabel="Month"
      categories={monthCategories(months, today)}
      findFigure={(row, month) => {
        const figure = findFigure(row);
        return figure && { ...figure, ...daysOfMonth(month as LocalDate, today) };
      }}
    />
  );
}
