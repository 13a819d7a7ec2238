import { useMemo, useRef } from 'react';
import { useWidth } from '../use-width.ts';
import { ChartBody, ChartFrame } from './chart-frame.tsx';
import { chartLayout, computeDomain, findCut } from './chart-layout.ts';
import { ChartPlot } from './chart-plot.tsx';
import type {
  ChartBand,
  ChartBaseProps,
  ChartReference,
  ChartRow,
  LineSeries,
} from './chart-types.ts';
import { CutMarks } from './cut-marks.tsx';
import { canLabelLines, computeLabelRoom, LineLabels } from './line-labels.tsx';
import { LineCursor, LineMarks } from './line-marks.tsx';

export interface LineChartProps extends ChartBaseProps {
  series: readonly LineSeries[];
  band?: ChartBand | undefined;
  /** Values that hold until the next one, such as prices. */
  step?: boolean;
  /** Fixed ends of the y axis; without it the axis holds zero and all values. */
  yDomain?: readonly [number, number] | undefined;
  reference?: ChartReference | undefined;
}

/** Lines over categories, with an optional band and reference, keyboard, tooltip and a table. */
export function LineChart(props: LineChartProps) {
  const { categories, series, band, step = false, reference, format } = props;
  const { formatTick = format, height = 240, cutsTall = false } = props;
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const main = series.find(({ isQuiet }) => !isQuiet);
  const cut = cutsTall && main ? findCut(main.values) : null;
  const [low, top] = domainOfAll(props);
  const high = cut ?? top;
  const exact = props.yDomain !== undefined || cut !== null;
  const hasLabels = !band && canLabelLines(series);
  const right = hasLabels ? computeLabelRoom(series, width) : undefined;
  const layout = useMemo(
    () => chartLayout({ width, height, categories, domain: [low, high], formatTick, exact, right }),
    [width, height, categories, low, high, formatTick, exact, right],
  );
  const rows = useMemo(() => (band ? [...series, ...bandRows(band)] : series), [series, band]);
  // The same element as before makes React leave the lines alone while the cursor moves.
  const marks = useMemo(
    () => <LineMarks {...{ layout, series, band, step, reference }} />,
    [layout, series, band, step, reference],
  );
  return (
    <ChartFrame {...props} rows={rows} hasLegend={!hasLabels}>
      <ChartBody box={ref} width={width} height={height} isEmpty={categories.length === 0}>
        <ChartPlot
          {...props}
          layout={layout}
          rows={rows}
          formatTick={formatTick}
          renderCursor={(index) => <LineCursor layout={layout} series={series} index={index} />}
        >
          {marks}
          {hasLabels ? <LineLabels layout={layout} series={series} /> : null}
          {cut === null ? null : (
            <CutMarks {...{ layout, cut }} values={main?.values ?? []} format={formatTick} />
          )}
        </ChartPlot>
      </ChartBody>
    </ChartFrame>
  );
}

function domainOfAll({ series, band, reference, yDomain }: LineChartProps) {
  if (yDomain && yDomain[0] < yDomain[1]) return yDomain;
  const lines = series.flatMap((line) => line.values);
  return computeDomain([
    ...lines,
    ...(band?.low ?? []),
    ...(band?.high ?? []),
    reference?.value ?? 0,
  ]);
}

function bandRows(band: ChartBand): ChartRow[] {
  const { label, color, low, high } = band;
  return [
    { key: 'band high', label: `${label}, high`, legend: label, color, values: high },
    { key: 'band low', label: `${label}, low`, legend: null, color, values: low },
  ];
}
