import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis';
import { GridRows } from '@visx/grid';
import classes from './chart.module.css';
import { axisLabelOf, type ChartLayout, centerOf, labelReach } from './chart-layout.ts';
import type { ChartCategory } from './chart-types.ts';

/**
 * Grid and axes; only the labels that fit are drawn. The labels are plain text elements: visx's own
 * measures each one in the page and would cost a layout per label.
 */
export function ChartAxes(props: {
  layout: ChartLayout;
  categories: readonly ChartCategory[];
  formatTick: (value: number) => string;
}) {
  const { layout, categories, formatTick } = props;
  const { innerWidth, innerHeight, x, y, yTicks, xTicks, left, right } = layout;
  // Bars stand on zero; an axis without a zero has its line at the bottom.
  const base = Math.max(0, Math.min(...y.domain()));
  const label = (index: number) => axisLabelOf(categories[index], layout.labelLength);
  // The outermost labels are pulled in, so that the figure's edge does not cut them.
  const anchor = (index: number) => {
    const center = centerOf(layout, index);
    if (center + labelReach(label(index)) > innerWidth + right) return 'end';
    return center - labelReach(label(index)) < -left ? 'start' : 'middle';
  };
  const drawCategory = ({ x, y, formattedValue }: TickRendererProps) => (
    <text x={x} y={y} textAnchor={anchor(Number(formattedValue))} dy="0.4em">
      {label(Number(formattedValue))}
    </text>
  );
  return (
    <>
      <GridRows className={classes.grid ?? ''} scale={y} width={innerWidth} tickValues={yTicks} />
      <line className={classes.zero} x1={0} x2={innerWidth} y1={y(base)} y2={y(base)} />
      <AxisLeft
        scale={y}
        tickValues={yTicks}
        tickFormat={(value) => formatTick(value.valueOf())}
        hideAxisLine
        hideTicks
        tickLength={4}
        tickComponent={drawValue}
      />
      <AxisBottom
        scale={x}
        top={innerHeight}
        tickValues={xTicks}
        tickFormat={String}
        hideAxisLine
        hideTicks
        tickLength={4}
        tickComponent={drawCategory}
      />
    </>
  );
}

const drawValue = ({ x, y, formattedValue }: TickRendererProps) => (
  <text x={x} y={y} textAnchor="end" dy="0.32em">
    {formattedValue}
  </text>
);
