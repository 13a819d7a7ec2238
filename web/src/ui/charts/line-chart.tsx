import { useMemo, useRef } from 'react';
import { useWidth } from '../use-width.ts';
import { ChartBody, ChartFrame } from './chart-frame.tsx';
import { chartLayout, computeDomain, findCut } from './chart-layout.ts';
import { ChartPlot } from './chart-plot.tsx';
import type { ChartBaseProps, LineSeries } from './chart-types.ts';
import { CutMarks } from './cut-marks.tsx';
import { canLabelLines, computeLabelRoom, hasLabelRoom, LineLabels } from './line-labels.tsx';
import { LineCursor, LineMarks } from './line-marks.tsx';

export interface LineChartProps extends ChartBaseProps {
  series: readonly LineSeries[];
  /** For values that hold until the next one, such as prices. */
  step?: boolean;
  /** Fixed ends of the y axis; by default it contains zero and all values. */
  yDomain?: readonly [number, number] | undefined;
}

/** Lines over categories, with keyboard support, a tooltip, and a table. */
export function LineChart(props: LineChartProps) {
  const { categories, series, step = false, format } = props;
  const { formatTick = format, height = 240, cutsTall = false } = props;
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const cut = cutsTall ? findCut(series.flatMap(({ values }) => values)) : null;
  const [low, top] = domainOfAll(props);
  const high = cut ?? top;
  const exact = props.yDomain !== undefined || cut !== null;
  const right = canLabelLines(series) ? computeLabelRoom(series, width) : undefined;
  // Within a small plot, names would cover the lines.
  const hasLabels = canLabelLines(series) && (width === 0 || hasLabelRoom(series, width));
  const layout = useMemo(
    () => chartLayout({ width, height, categories, domain: [low, high], formatTick, exact, right }),
    [width, height, categories, low, high, formatTick, exact, right],
  );
  // Memoized, so React skips the lines while the cursor moves.
  const open = categories.findIndex(({ isOpen }) => isOpen);
  const marks = useMemo(
    () => <LineMarks {...{ layout, series, step, open, cut }} />,
    [layout, series, step, open, cut],
  );
  return (
    <ChartFrame {...props} rows={series} hasLegend={!hasLabels}>
      <ChartBody box={ref} width={width} height={height} isEmpty={categories.length === 0}>
        <ChartPlot
          {...props}
          layout={layout}
          rows={series}
          formatTick={formatTick}
          renderCursor={(index) => <LineCursor layout={layout} series={series} index={index} />}
        >
          {marks}
          {hasLabels ? <LineLabels layout={layout} series={series} /> : null}
          {cut === null
            ? null
            : series.map(({ key, values }) => (
                <CutMarks key={key} {...{ layout, cut, values }} format={formatTick} />
              ))}
        </ChartPlot>
      </ChartBody>
    </ChartFrame>
  );
}

function domainOfAll({ series, yDomain }: LineChartProps) {
  if (yDomain && yDomain[0] < yDomain[1]) return yDomain;
  return computeDomain(series.flatMap((line) => line.values));
}
