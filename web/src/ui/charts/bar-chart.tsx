import { Bar } from '@visx/shape';
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
  type Segment,
  stackSegments,
} from './chart-layout.ts';
import { ChartPlot } from './chart-plot.tsx';
import type { ChartBaseProps, ChartRow, ChartSeries } from './chart-types.ts';

export interface BarChartProps extends ChartBaseProps {
  series: readonly ChartSeries[];
  /** One bar per category with the series on top of each other, instead of side by side. */
  stacked?: boolean;
  /** The name of the stacked bars' sum in tooltip and table; null for none. */
  totalLabel?: string | null;
}

/** Bars over categories, grouped or stacked, with keyboard, tooltip and a table behind them. */
export function BarChart(props: BarChartProps) {
  const { categories, series, format, stacked = false, totalLabel = 'Total' } = props;
  const { formatTick = format, height = 240 } = props;
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const segments = useMemo(() => toSegments(series, stacked), [series, stacked]);
  const layout = useMemo(() => {
    const ends = segments.flatMap((segment) => segment.flatMap(({ from, to }) => [from, to]));
    return chartLayout({ width, height, categories, domain: computeDomain(ends), formatTick });
  }, [segments, width, height, categories, formatTick]);
  const rows = useMemo(
    () =>
      stacked && totalLabel && series.length > 1
        ? [...series, computeTotals(series, totalLabel)]
        : series,
    [series, stacked, totalLabel],
  );
  // The same element as before tells React to leave hundreds of bars alone while the cursor moves.
  const bars = useMemo(
    () => <Bars layout={layout} series={series} segments={segments} stacked={stacked} />,
    [layout, series, segments, stacked],
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
}) {
  const { layout, series, segments, stacked } = props;
  return series.map((line, s) => (
    <g key={line.key} fill={chartColor(line.color)}>
      {segments[s]?.map(({ from, to }, i) => {
        const band = barBand(layout, i);
        const width = stacked ? band.width : band.width / series.length;
        const [top, bottom] = [layout.y(Math.max(from, to)), layout.y(Math.min(from, to))];
        return from === to ? null : (
          <Bar
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
            key={i}
            className={stacked && width > 6 ? (classes.segment ?? '') : ''}
            x={stacked ? band.start : band.start + s * width}
            y={top}
            width={width}
            height={Math.max(bottom - top, 1)}
          />
        );
      })}
    </g>
  ));
}

function BandCursor({ layout, index }: { layout: ChartLayout; index: number }) {
  const step = layout.x.step();
  const start = (layout.x(index) ?? 0) - (step - layout.x.bandwidth()) / 2;
  return (
    <rect className={classes.cursor} x={start} width={step} y={0} height={layout.innerHeight} />
  );
}
