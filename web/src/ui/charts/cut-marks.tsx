import classes from './chart.module.css';
import { type ChartLayout, computeCenter, drawable } from './chart-layout.ts';

const breakWidth = 14;

/** A break at the upper edge for each value that is cut there, with the value next to it. */
export function CutMarks(props: {
  layout: ChartLayout;
  values: readonly (number | null)[];
  cut: number;
  format: (value: number) => string;
}) {
  const { layout, values, cut, format } = props;
  return values.map((raw, index) => {
    const value = drawable(raw);
    if (value === null || value <= cut) return null;
    const x = computeCenter(layout, index);
    const isLeft = x < layout.innerWidth / 2;
    return (
      // oxlint-disable-next-line react/no-array-index-key -- the index is the mark's position
      <g key={index}>
        <path className={classes.cut} d={`M${x - breakWidth / 2} 10l${breakWidth} -5`} />
        <text
          className={classes.cutValue}
          x={isLeft ? x + breakWidth / 2 + 2 : x - breakWidth / 2 - 2}
          y={4}
          textAnchor={isLeft ? 'start' : 'end'}
          dy="0.32em"
        >
          {format(value)}
        </text>
      </g>
    );
  });
}
