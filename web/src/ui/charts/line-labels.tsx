import classes from './chart.module.css';
import { type ChartLayout, computeCenter, drawable, labelReach } from './chart-layout.ts';
import type { LineSeries } from './chart-types.ts';

/** Space between the end of a line and its name, in pixels. */
const gap = 8;
/** Distance between a line and its name when there's no room after the end. */
const offset = 12;
/** Names closer together would touch. */
const lineHeight = 14;
/** Minimum distance between the center of a name and the x axis. */
const aboveAxis = 8;
/** The maximum share of a chart for names next to the plot. */
const maxShare = 0.25;

export interface LineLabel {
  key: string;
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

const getName = ({ label, legend }: LineSeries) => legend ?? label;

const findEnd = ({ values }: LineSeries) =>
  values.findLastIndex((value) => drawable(value) !== null);

const measureName = (line: LineSeries) => 2 * labelReach(getName(line));

/** The room next to the plot for the names of lines that reach the right edge, in pixels; undefined for none. */
export function computeLabelRoom(series: readonly LineSeries[], width: number): number | undefined {
  const fullLines = series.filter((line) => findEnd(line) === line.values.length - 1);
  const room = gap + Math.max(0, ...fullLines.map(measureName));
  return fullLines.length > 0 && room <= width * maxShare ? room : undefined;
}

/** Whether the names of the lines that reach the right edge fit next to the plot. */
export const hasLabelRoom = (series: readonly LineSeries[], width: number) =>
  computeLabelRoom(series, width) !== undefined ||
  !series.some((line) => findEnd(line) === line.values.length - 1);

/**
 * Places the names of two lines after their ends, next to the plot or where a line stops early.
 * Without room there, they are above the end of the higher line and below that of the lower one. A
 * line without values gets none.
 */
export function placeLineLabels(layout: ChartLayout, series: readonly LineSeries[]): LineLabel[] {
  const { innerWidth, innerHeight, right } = layout;
  const labels = series.flatMap((line): LineLabel[] => {
    const { key, values } = line;
    const index = findEnd(line);
    const value = drawable(values[index]);
    if (value === null) return [];
    const y = Math.min(layout.y(value), innerHeight - aboveAxis);
    const text = getName(line);
    const isFull = index === values.length - 1;
    const behind = (isFull ? innerWidth : computeCenter(layout, index)) + gap;
    return behind + measureName(line) <= innerWidth + right
      ? [{ key, text, x: behind, y, anchor: 'start' }]
      : [{ key, text, x: innerWidth, y, anchor: 'end' }];
  });
  const [upper, lower] = labels.toSorted((a, b) => a.y - b.y);
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

/** Whether the lines have their own names, so the chart needs no legend. */
export const canLabelLines = (series: readonly LineSeries[]) => series.length === 2;

export function LineLabels(props: { layout: ChartLayout; series: readonly LineSeries[] }) {
  return placeLineLabels(props.layout, props.series).map(({ key, text, x, y, anchor }) => (
    <text key={key} className={classes.lineLabel} x={x} y={y} dy="0.32em" textAnchor={anchor}>
      {text}
    </text>
  ));
}
