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
  /** The category that isn't over yet; the line to it is dashed. */
  open?: number;
  /** Values above this are cut, and have no dot. */
  cut?: number | null;
}

export function LineMarks({ layout, series, step, open = -1, cut = null }: LineMarksProps) {
  // The first line is the one to read, so it's above the others.
  return series.toReversed().map((line) => {
    const last = line.isQuiet || step ? -1 : open;
    const { values } = line;
    const dash = line.isQuiet ? '2 3' : line.dashed ? '5 4' : undefined;
    const closedValues = values.map((value, i) => (i === last ? null : value));
    const openValues = values.map((value, i) => (i === last || i === last - 1 ? value : null));
    return (
      <g key={line.key}>
        <Line line={line} points={toPoints(layout, closedValues, step)} dash={dash} />
        {last < 0 ? null : (
          <Line line={line} points={toPoints(layout, openValues, step)} dash="2 4" />
        )}
        {step || line.isQuiet ? null : <Dots {...{ layout, cut }} series={line} open={last} />}
      </g>
    );
  });
}

function Line(props: { line: LineSeries; points: Point[]; dash: string | undefined }) {
  const { line, points, dash } = props;
  return (
    <path
      className={classes.line}
      d={toPath(points)}
      stroke={chartColor(line.color)}
      strokeWidth={line.isQuiet ? 1.5 : 2}
      strokeDasharray={dash}
    />
  );
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

/** The path through the points; a gap interrupts it. */
const toPath = (points: readonly Point[]): string =>
  points
    .map(({ x, y }, i) => {
      if (y === null) return '';
      const isContinued = (points[i - 1]?.y ?? null) !== null;
      return `${isContinued ? 'L' : 'M'}${x.toFixed(2)},${y.toFixed(2)}`;
    })
    .join('');

function toPoints(layout: ChartLayout, values: Values, step: boolean): Point[] {
  const half = layout.x.step / 2;
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

function Dots(props: {
  layout: ChartLayout;
  series: LineSeries;
  open: number;
  cut: number | null;
}) {
  const { layout, series, open, cut } = props;
  const last = series.values.findLastIndex((value) => drawable(value) !== null);
  return series.values.map((raw, i) => {
    const value = drawable(raw);
    if (value === null || (cut !== null && value > cut)) return null;
    return !(i === last || isAlone(series.values, i)) ? null : (
      <circle
        // oxlint-disable-next-line react/no-array-index-key -- the index is the dot's position
        key={i}
        cx={computeCenter(layout, i)}
        cy={layout.y(value)}
        r={2.5}
        fill={i === open ? 'var(--mantine-color-body)' : chartColor(series.color)}
        stroke={chartColor(series.color)}
      />
    );
  });
}
