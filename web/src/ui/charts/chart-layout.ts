import type { ChartCategory } from './chart-types.ts';
import { createBandScale, createLinearScale } from './scales.ts';

// Inter at 12 px: a digit is 7.2 px wide, a letter a little less on average.
const characterWidth = 7.2;
const maxLabelCharacters = 14;
const minLabelCharacters = 5;
const fewLabels = 8;
const maxBarWidth = 48;
const maxTickValue = 1e18;

type Domain = readonly [number, number];

/** A value that can be drawn: null for non-numbers, and never infinite. */
export function drawable(value: number | null | undefined): number | null {
  if (value === null || value === undefined || Number.isNaN(value)) return null;
  return Math.max(-maxTickValue, Math.min(maxTickValue, value));
}

/** From the lowest to the highest of the values and zero; never empty. */
export function computeDomain(values: readonly (number | null)[]): Domain {
  let [low, high] = [0, 0];
  for (const value of values) {
    const y = drawable(value) ?? 0;
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return low === high ? [0, 1] : [low, high];
}

/** A value is cut if it's at least this many times the largest of the others. */
const tallTimes = 3;
/** One value in this many may be cut. */
const cutOneOf = 10;

/** The level above which values are cut, because the other nine in ten would be unreadable next to them; null for none. */
export function findCut(values: readonly (number | null)[]): number | null {
  const sizes = values.flatMap((value) => drawable(value) ?? []).toSorted((x, y) => y - x);
  const usual = sizes[Math.ceil(sizes.length / cutOneOf)] ?? 0;
  const tallestUsual = sizes.find((size) => size <= tallTimes * usual) ?? 0;
  return sizes.length >= cutOneOf && tallestUsual > 0 && tallestUsual !== sizes[0]
    ? tallestUsual * 1.1
    : null;
}

/** A segment of a stacked bar, in values; negative ones hang below zero. */
export interface Segment {
  from: number;
  to: number;
}

/** Stacks the series of each category: positive values upward, negative ones downward. */
export function stackSegments(series: readonly (readonly (number | null)[])[]): Segment[][] {
  const tops: number[] = [];
  const bottoms: number[] = [];
  return series.map((values) =>
    values.map((raw, i) => {
      const value = drawable(raw) ?? 0;
      const ends = value < 0 ? bottoms : tops;
      const from = ends[i] ?? 0;
      ends[i] = from + value;
      return { from, to: from + value };
    }),
  );
}

export interface ChartLayoutInput {
  width: number;
  height: number;
  categories: readonly ChartCategory[];
  domain: Domain;
  formatTick: (value: number) => string;
  /** Keeps the ends of the domain instead of rounding them outward. */
  exact?: boolean;
  /** Space next to the plot, in pixels. */
  right?: number | undefined;
}

/** Margins, scales, and ticks of a chart of a given size. */
export function chartLayout(input: ChartLayoutInput) {
  const { width, height, categories, domain, formatTick, exact = false, right = 8 } = input;
  const top = 12;
  // Marks have a lane of their own, between the axis and its labels.
  const lane = categories.some(({ notes = [] }) => notes.length > 0) ? 10 : 0;
  const bottom = 28 + lane;
  const innerHeight = Math.max(height - top - bottom, 1);
  const y = createLinearScale({ domain, range: [innerHeight, 0], isExact: exact });
  const yTicks = distinctTicks(y.ticks, formatTick);
  const longest = Math.max(0, ...yTicks.map((tick) => formatTick(tick).length));
  const left = Math.ceil(longest * characterWidth) + 12;
  const innerWidth = Math.max(width - left - right, 1);
  const x = createBandScale({
    count: categories.length,
    width: innerWidth,
    paddingInner: categories.length > 60 ? 0.1 : 0.25,
    paddingOuter: 0.1,
  });
  const { xTicks, labelLength } = thinned(categories, innerWidth);
  return {
    width,
    height,
    top,
    left,
    right,
    lane,
    innerWidth,
    innerHeight,
    x,
    y,
    yTicks,
    xTicks,
    labelLength,
  };
}

export type ChartLayout = ReturnType<typeof chartLayout>;

// Counts of 0 and 1 would otherwise read 0, 0, 0, 1, 1, 1.
function distinctTicks(ticks: readonly number[], format: (value: number) => string): number[] {
  return ticks.filter((tick, i) => i === 0 || format(tick) !== format(ticks[i - 1] ?? Number.NaN));
}

/** How many of many labels are drawn: the first of these with equal distances, or else the most. */
const labelCounts = [6, 5, 4];

// A few names are all shown, truncated if necessary; of many days, the first, the last, and some between.
function thinned(categories: readonly ChartCategory[], width: number) {
  const all = categories.map((_, i) => i);
  const room = Math.floor((width / Math.max(1, categories.length) - 6) / characterWidth);
  if (categories.length <= fewLabels && room >= minLabelCharacters) {
    return { xTicks: all, labelLength: Math.min(room, maxLabelCharacters) };
  }
  const labeled = all.filter((i) => categories[i]?.axisLabel !== undefined);
  const eligible = labeled.length > 0 ? labeled : all;
  const longest = Math.max(1, ...eligible.map((i) => getAxisLabel(categories[i]).length));
  const fitting = Math.floor(width / (longest * characterWidth + 12));
  const most = Math.max(2, Math.min(fitting, 6, eligible.length));
  const last = eligible.length - 1;
  const count = labelCounts.find((n) => n <= most && last % (n - 1) === 0) ?? most;
  const indexes = Array.from({ length: count }, (_, i) => Math.round((i * last) / (count - 1)));
  const xTicks = [...new Set(indexes)].flatMap((index) => eligible[index] ?? []);
  return { xTicks, labelLength: maxLabelCharacters };
}

export function getAxisLabel(
  category: ChartCategory | undefined,
  length = maxLabelCharacters,
): string {
  return shortLabel(category?.axisLabel ?? category?.label ?? '', length);
}

/** A label truncated for an axis; tooltip and table have it in full. */
export function shortLabel(label: string, length = maxLabelCharacters): string {
  return label.length > length ? `${label.slice(0, length - 1).trimEnd()}…` : label;
}

/** How far a centered label extends to either side. */
export function labelReach(label: string): number {
  return (label.length * characterWidth) / 2;
}

/** The center of a category on the x axis. */
export function computeCenter(layout: ChartLayout, index: number): number {
  return layout.x(index) + layout.x.bandwidth / 2;
}

/** Where the bars of a category begin, and their combined width. */
export function barBand(layout: ChartLayout, index: number): { start: number; width: number } {
  const width = Math.min(layout.x.bandwidth, maxBarWidth);
  return { start: computeCenter(layout, index) - width / 2, width };
}

/** The category at a horizontal position within the plot. */
export function categoryAt(layout: ChartLayout, offset: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((offset / layout.innerWidth) * count)));
}
