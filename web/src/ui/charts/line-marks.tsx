import { Area, LinePath } from '@visx/shape';
import classes from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { type ChartLayout, computeCenter, drawable } from './chart-layout.ts';
import type { ChartBand, ChartReference, LineSeries } from './chart-types.ts';

type Values = readonly (number | null)[];

interface Point {
  x: number;
  /** Null where the line has a gap. */
  y: number | null;
}

interface LineMarksProps {
  layout: ChartLayout;
  series: readonly LineSeries[];
  band: ChartBand | undefined;
  step: boolean;
  reference: ChartReference | undefined;
}

const maxDots = 40;

/** The lines of a chart with their band, dots and reference. */
export function LineMarks({ layout, series, band, step, reference }: LineMarksProps) {
  return (
    <>
      {band ? <BandArea layout={layout} band={band} step={step} /> : null}
      {series.map((line) => (
        <g key={line.key}>
          <LinePath<Point>
            data={toPoints(layout, line.values, step)}
            x={(point) => point.x}
            y={(point) => point.y ?? 0}
            defined={(point) => point.y !== null}
            fill="none"
            stroke={chartColor(line.color)}
            strokeWidth={line.isQuiet ? 1.5 : 2}
            strokeLinejoin="round"
            strokeDasharray={line.isQuiet ? '2 3' : line.dashed ? '5 4' : undefined}
          />
          {step || line.isQuiet ? null : <Dots layout={layout} series={line} />}
        </g>
      ))}
      {reference ? <Reference layout={layout} reference={reference} /> : null}
    </>
  );
}

/** The vertical line at a category and a dot on each line. */
export function LineCursor(props: {
  layout: ChartLayout;
  series: readonly LineSeries[];
  index: number;
}) {
  const { layout, series, index } = props;
  const x = computeCenter(layout, index);
  return (
    <>
      <line className={classes.zero} x1={x} x2={x} y1={0} y2={layout.innerHeight} />
      {series.map((line) => {
        const y = drawable(line.values[index]);
        return y === null ? null : (
          <circle key={line.key} cx={x} cy={layout.y(y)} r={4} fill={chartColor(line.color)} />
        );
      })}
    </>
  );
}

function toPoints(layout: ChartLayout, values: Values, step: boolean): Point[] {
  const half = layout.x.step() / 2;
  return values.flatMap((raw, i) => {
    const value = drawable(raw);
    const x = computeCenter(layout, i);
    const y = value === null ? null : layout.y(value);
    // A value that holds is drawn across its whole category.
    return step
      ? [
          { x: x - half, y },
          { x: x + half, y },
        ]
      : [{ x, y }];
  });
}

function BandArea({ layout, band, step }: { layout: ChartLayout; band: ChartBand; step: boolean }) {
  const high = toPoints(layout, band.high, step);
  const low = toPoints(layout, band.low, step);
  const data = high.map((point, i) => ({ x: point.x, high: point.y, low: low[i]?.y ?? null }));
  return (
    <Area
      data={data}
      x={(point) => point.x}
      y0={(point) => point.low ?? 0}
      y1={(point) => point.high ?? 0}
      defined={(point) => point.low !== null && point.high !== null}
      fill={chartColor(band.color)}
      fillOpacity={0.18}
    />
  );
}

// A value between two gaps has no line to be seen by.
function isAlone(values: Values, i: number): boolean {
  return drawable(values[i - 1]) === null && drawable(values[i + 1]) === null;
}

function Dots({ layout, series }: { layout: ChartLayout; series: LineSeries }) {
  const few = series.values.length <= maxDots;
  return series.values.map((raw, i) => {
    const value = drawable(raw);
    return value === null || !(few || isAlone(series.values, i)) ? null : (
      <circle
        // oxlint-disable-next-line react/no-array-index-key -- a dot is its place
        key={i}
        cx={computeCenter(layout, i)}
        cy={layout.y(value)}
        r={2.5}
        fill={chartColor(series.color)}
      />
    );
  });
}

function Reference(props: { layout: ChartLayout; reference: ChartReference }) {
  const { layout, reference } = props;
  const y = layout.y(drawable(reference.value) ?? 0);
  return (
    <>
      <line className={classes.reference} x1={0} x2={layout.innerWidth} y1={y} y2={y} />
      <text className={classes.referenceLabel} x={layout.innerWidth} y={y - 5} textAnchor="end">
        {reference.label}
      </text>
    </>
  );
}
