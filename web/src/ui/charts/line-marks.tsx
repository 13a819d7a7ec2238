import { LinePath } from '@visx/shape';
import classes from './chart.module.css';
import { chartColor } from './chart-colors.ts';
import { type ChartLayout, computeCenter, drawable } from './chart-layout.ts';
import type { LineSeries } from './chart-types.ts';

type Values = readonly (number | null)[];

interface Point {
  x: number;
  /** null for a gap. */
  y: number | null;
}

interface LineMarksProps {
  layout: ChartLayout;
  series: readonly LineSeries[];
  step: boolean;
}

const maxDots = 40;

export function LineMarks({ layout, series, step }: LineMarksProps) {
  return series.map((line) => (
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
  ));
}

/** The vertical line at a category, and a dot on each line. */
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

// A value between two gaps has no line to show it.
function isAlone(values: Values, i: number): boolean {
  return drawable(values[i - 1]) === null && drawable(values[i + 1]) === null;
}

function Dots({ layout, series }: { layout: ChartLayout; series: LineSeries }) {
  const hasDots = series.values.length <= maxDots;
  return series.values.map((raw, i) => {
    const value = drawable(raw);
    return value === null || !(hasDots || isAlone(series.values, i)) ? null : (
      <circle
        // oxlint-disable-next-line react/no-array-index-key -- the index is the dot's position
        key={i}
        cx={computeCenter(layout, i)}
        cy={layout.y(value)}
        r={2.5}
        fill={chartColor(series.color)}
      />
    );
  });
}
