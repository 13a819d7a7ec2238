import { useId, useMemo, useRef } from 'react';
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
  /** The name of the stacked bars' total in tooltip and table; null for none. */
  totalLabel?: string | null;
  /** What each bar of a single series is compared with, such as the same day of the previous period. */
  before?: Pick<ChartSeries, 'label' | 'values'> | undefined;
}

/** Bars over categories, grouped or stacked, with keyboard support, a tooltip, and a table. */
export function BarChart(props: BarChartProps) {
  const { categories, series, format, stacked = false, totalLabel = 'Total', before } = props;
  const { formatTick = format, height = 240, cutsTall = false } = props;
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const segments = useMemo(() => toSegments(series, stacked), [series, stacked]);
  const [first] = series;
  const cut = cutsTall && first && series.length === 1 ? findCut(first.values) : null;
  const layout = useMemo(() => {
    const ends = segments.flatMap((segment) => segment.flatMap(({ from, to }) => [from, to]));
    const [low, high] = computeDomain([...ends, ...(before?.values ?? [])]);
    const domain = [low, cut ?? high] as const;
    return chartLayout({ width, height, categories, domain, formatTick, exact: cut !== null });
  }, [segments, before, cut, width, height, categories, formatTick]);
  const rows = useMemo((): readonly ChartRow[] => {
    const hasTotals = stacked && totalLabel && series.length > 1;
    const withTotals = hasTotals ? [...series, computeTotals(series, totalLabel)] : series;
    return before ? [...withTotals, { ...before, key: 'before', color: 'slate' }] : withTotals;
  }, [series, stacked, totalLabel, before]);
  // Memoized, so React skips hundreds of bars while the cursor moves.
  const bars = useMemo(
    () => <Bars {...{ layout, series, segments, stacked, categories }} />,
    [layout, series, segments, stacked, categories],
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
  stacked: boolean;
  categories: readonly ChartCategory[];
}) {
  const { layout, series, segments, stacked, categories } = props;
  const hatching = useId();
  const hatched = categories.some(({ isOpen }) => isOpen) ? <Hatching id={hatching} /> : null;
  const bars = series.map((line, s) => (
    <g key={line.key} fill={chartColor(line.color)}>
      {segments[s]?.map(({ from, to }, i) => {
        const band = barBand(layout, i);
        const width = stacked ? band.width : band.width / series.length;
        const [top, bottom] = [layout.y(Math.max(from, to)), layout.y(Math.min(from, to))];
        return from === to ? null : (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the index is the bar's position
            key={i}
            className={stacked && width > 6 ? classes.segment : undefined}
            x={stacked ? band.start : band.start + s * width}
            y={top}
            width={width}
            height={Math.max(bottom - top, 1)}
            mask={categories[i]?.isOpen ? `url(#${hatching})` : undefined}
          />
        );
      })}
    </g>
  ));
  return (
    <>
      {hatched}
      {bars}
    </>
  );
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

/** Masks an element with stripes, whatever its color. */
function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-stripes`}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" className={classes.hatchGap} />
        <rect width="2.5" height="5" className={classes.hatchLine} />
      </pattern>
      <mask id={id} maskUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%">
        <rect width="100%" height="100%" fill={`url(#${id}-stripes)`} />
      </mask>
    </defs>
  );
}

function BandCursor({ layout, index }: { layout: ChartLayout; index: number }) {
  const step = layout.x.step;
  const start = layout.x(index) - (step - layout.x.bandwidth) / 2;
  return (
    <rect className={classes.cursor} x={start} width={step} y={0} height={layout.innerHeight} />
  );
}
