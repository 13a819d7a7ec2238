import classes from './chart.module.css';
import { type ChartLayout, computeCenter, getAxisLabel, labelReach } from './chart-layout.ts';
import type { ChartCategory } from './chart-types.ts';

/** Between an axis and its labels. */
const labelGap = 8;

/**
 * Grid and axes; only labels that fit are drawn. Labels are plain text elements: measuring and
 * wrapping them would cost a layout per label.
 */
export function ChartAxes(props: {
  layout: ChartLayout;
  categories: readonly ChartCategory[];
  formatTick: (value: number) => string;
}) {
  const { layout, categories, formatTick } = props;
  const { innerWidth, innerHeight, y, yTicks, xTicks, left, right } = layout;
  // Bars start at zero; an axis without a zero has its line at the bottom.
  const base = Math.max(0, Math.min(...y.domain));
  const label = (index: number) => getAxisLabel(categories[index], layout.labelLength);
  // The outermost labels are pulled in, so the figure's edge doesn't cut them off.
  const anchor = (index: number) => {
    const center = computeCenter(layout, index);
    if (center + labelReach(label(index)) > innerWidth + right) return 'end';
    return center - labelReach(label(index)) < -left ? 'start' : 'middle';
  };
  return (
    <>
      <g className={classes.grid}>
        {yTicks.map((tick) => (
          <line key={tick} x1={0} x2={innerWidth} y1={y(tick)} y2={y(tick)} />
        ))}
      </g>
      <line className={classes.zero} x1={0} x2={innerWidth} y1={y(base)} y2={y(base)} />
      {yTicks.map((tick) => (
        <text key={tick} x={-labelGap} y={y(tick)} textAnchor="end" dy="0.32em">
          {formatTick(tick)}
        </text>
      ))}
      {xTicks.map((index) => (
        <text
          key={index}
          x={computeCenter(layout, index)}
          y={innerHeight + layout.lane + labelGap + 8}
          textAnchor={anchor(index)}
          dy="0.4em"
        >
          {label(index)}
        </text>
      ))}
    </>
  );
}
