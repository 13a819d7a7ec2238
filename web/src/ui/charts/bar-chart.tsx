import { useMemo, useRef } from 'react';
import { useWidth } from '../use-width.ts';
import classes from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { ChartBody, ChartFrame } from './chart-frame.tsx';
import {
  barBand,
  type ChartLayout,
  chartLayout,
  computeDomain,
  drawable,
  findCut,
  type Segment,
  stackSegments,
} from './chart-layout.ts';
import { ChartPlot } from './chart-plot.tsx';
import type { ChartBaseProps, ChartCategory, ChartRow, ChartSeries } from './chart-types.ts';
import { CutMarks } from './cut-marks.tsx';

export interface BarChartProps extends ChartBaseProps {
  series: readonly ChartSeries[];
  /** One bar per category with the series stacked, instead of side by side. */
  stacked?: boolean;
  /** One bar per category with each series inside the previous one. */
  nested?: boolean;
  /** The name of the stacked bars' total in tooltip and table; null for none. */
  totalLabel?: string | null;
  /** What each bar of a single series is compared with, such as the same day of the previous period. */
  before?: Pick<ChartSeries, 'label' | 'values'> | undefined;
}

/** Bars over categories, grouped or stacked, with keyboard support, a tooltip, and a table. */
export function BarChart(props: BarChartProps) {
  const { categories, series, format, stacked = false, totalLabel = 'Total', before } = props;
  const { formatTick = format, height = 240, cutsTall = false, nested = false } = props;
  const isOneBar = stacked || nested;
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const segments = useMemo(() => toSegments(series, stacked), [series, stacked]);
  const [first] = series;
  const cut =
    cutsTall && first && series.length === 1
      ? findCut([...first.values, ...(before?.values ?? [])])
      : null;
  const layout = useMemo(() => {
    const ends = segments.flatMap((segment) => segment.flatMap(({ from, to }) => [from, to]));
    const [low, high] = computeDomain([...ends, ...(before?.values ?? [])]);
    const domain = [low, cut ?? high] as const;
    return chartLayout({ width, height, categories, domain, formatTick, exact: cut !== null });
  }, [segments, before, cut, width, height, categories, formatTick]);
  const rows = useMemo((): readonly ChartRow[] => {
    const hasTotals = stacked && totalLabel && series.length > 1;
    const withTotals = hasTotals ? [...series, computeTotals(series, totalLabel)] : series;
    return before ? [...withTotals, { ...before, key: 'before', color: 'quiet' }] : withTotals;
  }, [series, stacked, totalLabel, before]);
  // Memoized, so React skips hundreds of bars while the cursor moves.
  const bars = useMemo(
    () => <Bars {...{ layout, series, segments, isOneBar, categories }} />,
    [layout, series, segments, isOneBar, categories],
  );
  return (
    <ChartFrame {...props} rows={rows}>
      <ChartBody box={ref} width={width} height={height} isEmpty={categories.length === 0}>
        <ChartPlot
          {...props}
          layout={layout}
          rows={rows}
          formatTick={formatTick}
          renderCursor={(index) => <BandCursor layout={layout} index={index} />}
        >
          {bars}
          {cut === null ? null : (
            <CutMarks {...{ layout, cut }} values={first?.values ?? []} format={formatTick} />
          )}
          {before ? <BeforeMarks layout={layout} values={before.values} /> : null}
        </ChartPlot>
      </ChartBody>
    </ChartFrame>
  );
}

function toSegments(series: readonly ChartSeries[], stacked: boolean): Segment[][] {
  const values = series.map((line) => line.values);
  return stacked
    ? stackSegments(values)
    : values.map((column) => column.map((value) => ({ from: 0, to: drawable(value) ?? 0 })));
}

function computeTotals(series: readonly ChartSeries[], label: string): ChartRow {
  const length = Math.max(0, ...series.map((line) => line.values.length));
  const values = Array.from({ length }, (_, i) =>
    series.reduce((sum, line) => sum + (drawable(line.values[i]) ?? 0), 0),
  );
  return { key: 'total of all series', label, values };
}

function Bars(props: {
  layout: ChartLayout;
  series: readonly ChartSeries[];
  segments: Segment[][];
  isOneBar: boolean;
  categories: readonly ChartCategory[];
}) {
  const { layout, series, segments, isOneBar, categories } = props;
  return series.map((line, s) => (
    <g key={line.key} style={{ color: chartColor(line.color) }}>
      {segments[s]?.map(({ from, to }, i) => {
        const band = barBand(layout, i);
        const width = isOneBar ? band.width : band.width / series.length;
        const [top, bottom] = [layout.y(Math.max(from, to)), layout.y(Math.min(from, to))];
        return from === to ? null : (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the index is the bar's position
            key={i}
            className={classes.bar}
            data-open={categories[i]?.isOpen}
            data-apart={isOneBar && width > 6}
            x={isOneBar ? band.start : band.start + s * width}
            y={top}
            width={width}
            height={Math.max(bottom - top, 1)}
          />
        );
      })}
    </g>
  ));
}

/** A short line across each bar’s place, at the value it's compared with. */
function BeforeMarks(props: { layout: ChartLayout; values: ChartSeries['values'] }) {
  const { layout, values } = props;
  return values.map((raw, i) => {
    const value = drawable(raw);
    if (value === null || value > layout.y.domain[1]) return null;
    const { start, width } = barBand(layout, i);
    const y = layout.y(value);
    return (
      <line
        // oxlint-disable-next-line react/no-array-index-key -- the index is the mark's position
        key={i}
        className={classes.before}
        x1={start}
        x2={start + width}
        y1={y}
        y2={y}
      />
    );
  });
}

function BandCursor({ layout, index }: { layout: ChartLayout; index: number }) {
  const step = layout.x.step;
  const start = layout.x(index) - (step - layout.x.bandwidth) / 2;
  return (
    <rect className={classes.cursor} x={start} width={step} y={0} height={layout.innerHeight} />
  );
}
