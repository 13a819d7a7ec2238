import { expect, test } from 'vitest';
import {
  categoryAt,
  chartLayout,
  computeCenter,
  computeDomain,
  drawable,
  findCut,
  shortLabel,
  stackSegments,
} from './chart-layout.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `${i}`, label: `Nov ${i}` }));
type Parts = Parameters<typeof chartLayout>[0];
const formatTick = (n: number) => n.toFixed(0);
const layoutOf = (width: number, count: number, more: Partial<Parts> = {}) =>
  chartLayout({
    width,
    height: 240,
    categories: days(count),
    domain: [0, 10],
    formatTick,
    ...more,
  });

test('a non-number is a gap, and an infinite value is clamped', () => {
  expect(drawable(Number.NaN)).toBeNull();
  expect(drawable(undefined)).toBeNull();
  expect(drawable(Number.POSITIVE_INFINITY)).toBe(1e18);
  expect(drawable(-3)).toBe(-3);
});

test('the domain contains zero and is never empty', () => {
  expect(computeDomain([])).toEqual([0, 1]);
  expect(computeDomain([0, null, Number.NaN])).toEqual([0, 1]);
  expect(computeDomain([5, 9])).toEqual([0, 9]);
  expect(computeDomain([-5, -9])).toEqual([-9, 0]);
});

test('positive values stack upward, and negative ones downward', () => {
  const columns = stackSegments([
    [1, 2],
    [3, -4],
    [null, -1],
  ]);
  expect(columns.map((column) => column.map(({ from, to }) => `${from} ${to}`))).toEqual([
    ['0 1', '0 2'],
    ['1 4', '0 -4'],
    ['4 4', '-4 -5'],
  ]);
});

test.each([
  [1200, 29, [0, 7, 14, 21, 28]],
  [1200, 30, [0, 6, 12, 17, 23, 29]],
  [1200, 31, [0, 6, 12, 18, 24, 30]],
  [300, 31, [0, 10, 20, 30]],
  [40, 31, [0, 30]],
  [40, 1, [0]],
])('of many labels up to six are shown: at %i px, of %i categories %j', (width, count, shown) => {
  expect(layoutOf(width, count).xTicks).toEqual(shown);
});

test('a few names are all shown, cut to their space', () => {
  const layout = layoutOf(340, 6);
  expect(layout.xTicks).toHaveLength(6);
  expect(shortLabel('Riverside Garage', layout.labelLength)).toBe('River…');
});

test('ticks with the same text are shown once', () => {
  expect(layoutOf(600, 3, { domain: [0, 1] }).yTicks.map(formatTick)).toEqual(['0', '1']);
});

test.each([0, 1, 300])('a width of %d gives finite positions', (width) => {
  const layout = layoutOf(width, 5);
  const places = [computeCenter(layout, 0), computeCenter(layout, 4), layout.y(10), layout.y(0)];
  expect(places.every(Number.isFinite)).toBe(true);
});

test('every pointer position belongs to a category, even outside the plot', () => {
  const layout = layoutOf(600, 4);
  expect(categoryAt(layout, -20, 4)).toBe(0);
  expect(categoryAt(layout, layout.innerWidth * 0.6, 4)).toBe(2);
  expect(categoryAt(layout, 9999, 4)).toBe(3);
});

test('long labels are cut', () => {
  expect(shortLabel('Riverside Garage North')).toBe('Riverside Gar…');
});

test('when some categories have an axis label, only those are labeled', () => {
  const hours = Array.from({ length: 48 }, (_, hour) => ({
    key: String(hour),
    label: `hour ${hour}`,
    ...(hour % 24 === 0 ? { axisLabel: `day ${hour / 24}` } : {}),
  }));
  expect(layoutOf(600, 0, { categories: hours }).xTicks).toEqual([0, 24]);
});

test('values more than three times the highest of nine in ten are cut, if there are at least ten', () => {
  const usual = Array.from({ length: 29 }, (_, i) => 100 + i);
  expect(findCut([...usual, 1000])).toBe(128 * 1.1);
  expect(findCut([...usual, 300])).toBeNull();
  expect(findCut([1, 1, 1, 1, 1000])).toBeNull();
  expect(findCut([...Array.from({ length: 20 }, () => 0), 1000])).toBeNull();
  expect(findCut([...usual.slice(0, 9), 1000, ...Array.from({ length: 20 }, () => null)])).toBe(
    108 * 1.1,
  );
});
