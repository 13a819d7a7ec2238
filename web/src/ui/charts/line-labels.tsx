import classes from './chart.module.css';
import { type ChartLayout, computeCenter, drawable, labelReach } from './chart-layout.ts';
import type { LineSeries } from './chart-types.ts';

/** Space between the end of a line and its name, in pixels. */
const gap = 8;
/** How far from a line its name is where it has no room behind the end. */
const offset = 12;
/** Names closer than this would touch. */
const lineHeight = 14;

export interface LineLabel {
  key: string;
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

/**
 * Places the names of two lines: behind the end of a line that stops early, otherwise above the end of the
 * higher one and below that of the lower one. A line without values gets none.
 */
export function placeLineLabels(layout: ChartLayout, series: readonly LineSeries[]): LineLabel[] {
  const labels = series.flatMap(({ key, label: text, values }): LineLabel[] => {
    const index = values.findLastIndex((value) => drawable(value) !== null);
    const value = drawable(values[index]);
    if (value === null) return [];
    const y = layout.y(value);
    const behind = computeCenter(layout, index) + gap;
    return index < values.length - 1 && behind + 2 * labelReach(text) <= layout.innerWidth
      ? [{ key, text, x: behind, y, anchor: 'start' }]
      : [{ key, text, x: layout.innerWidth, y, anchor: 'end' }];
  });
  const [upper, lower] = labels.toSorted((a, b) => a.y - b.y);
  const { innerHeight } = layout;
  if (lower?.anchor === 'end') lower.y = Math.min(lower.y + offset, innerHeight - offset);
  if (upper?.anchor === 'end') upper.y += upper.y >= offset ? -offset : offset;
  if (upper && lower && upper.anchor === lower.anchor) separate(upper, lower);
  return labels;
}

function separate(upper: LineLabel, lower: LineLabel): void {
  if (lower.y - upper.y >= lineHeight) return;
  if (lower.y >= 2 * lineHeight) upper.y = lower.y - lineHeight;
  else lower.y = upper.y + lineHeight;
}

/** Whether the lines carry their names, so that the chart needs no legend. */
export const canLabelLines = (series: readonly LineSeries[]) => series.length === 2;

/** The names of the lines, each at the end of its line. */
export function LineLabels(props: { layout: ChartLayout; series: readonly LineSeries[] }) {
  return placeLineLabels(props.layout, props.series).map(({ key, text, x, y, anchor }) => (
    <text key={key} className={classes.lineLabel} x={x} y={y} dy="0.32em" textAnchor={anchor}>
      {text}
    </text>
  ));
}
