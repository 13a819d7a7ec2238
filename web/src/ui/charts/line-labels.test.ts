import { expect, test } from 'vitest';
import { chartLayout, computeCenter } from './chart-layout.ts';
import { computeLabelRoom, hasLabelRoom, placeLineLabels } from './line-labels.tsx';

const createLayout = (right?: number) =>
  chartLayout({
    width: 600,
    height: 240,
    categories: Array.from({ length: 10 }, (_, i) => ({ key: `${i}`, label: `Nov ${i}` })),
    domain: [0, 10],
    formatTick: (n) => n.toFixed(0),
    right,
  });
const layout = createLayout();
const line = (key: string, values: (number | null)[]) =>
  ({ key, label: key, color: 'main', values }) as const;
const full = (value: number) => Array.from({ length: 10 }, () => value);
const ended = (...values: number[]) => full(0).map((_, i) => values[i] ?? null);

test('the name of a line that stops early follows its end', () => {
  const [label] = placeLineLabels(layout, [line('Net', ended(1, 2, 3))]);
  expect(label).toMatchObject({ anchor: 'start', x: computeCenter(layout, 2) + 8, y: layout.y(3) });
});

test('names have no room in a narrow chart whose lines reach the edge, and lines that stop early have', () => {
  const reaching = [line('Net revenue', ended(1, 2)), line('4 weeks earlier', full(5))];
  expect(hasLabelRoom(reaching, 900)).toBe(true);
  expect(hasLabelRoom(reaching, 300)).toBe(false);
  expect(hasLabelRoom([line('Net revenue', ended(1, 2))], 300)).toBe(true);
});

test('the name of a line that stops at zero is above the axis', () => {
  const [label] = placeLineLabels(layout, [line('Net', ended(3, 0))]);
  expect(label?.y).toBe(layout.innerHeight - 8);
});

test('names at the right edge are above the higher line and below the lower one', () => {
  const [low, high] = placeLineLabels(layout, [line('low', full(4)), line('high', full(5))]);
  expect(high).toMatchObject({ anchor: 'end', x: layout.innerWidth, y: layout.y(5) - 12 });
  expect(low).toMatchObject({ anchor: 'end', y: layout.y(4) + 12 });
});

test('two lines that end at the same height keep their names apart', () => {
  const [first, second] = placeLineLabels(layout, [line('a', full(5)), line('b', full(5))]);
  expect([first?.y, second?.y]).toEqual([layout.y(5) - 12, layout.y(5) + 12]);
});

test.each([
  [10, 10],
  [0, 0],
  [10, 0],
  [9.9, 10],
  [0.1, 0],
])('names of lines that end at %d and %d stay within the plot and apart', (a, b) => {
  const labels = placeLineLabels(layout, [line('a', full(a)), line('b', full(b))]);
  const [first = Number.NaN, second = Number.NaN] = labels.map(({ y }) => y);
  expect(Math.abs(first - second)).toBeGreaterThanOrEqual(14);
  for (const y of [first, second]) {
    expect(y).toBeGreaterThanOrEqual(12);
    expect(y).toBeLessThanOrEqual(layout.innerHeight - 12);
  }
});

test('a line without values has no name', () => {
  expect(placeLineLabels(layout, [line('none', ended())])).toEqual([]);
});

test('names that fit next to the plot are there, at the height of their lines', () => {
  const lines = [line('Before', full(4)), line('Now', full(8))];
  const room = computeLabelRoom(lines, 600);
  const wide = createLayout(room);
  expect(placeLineLabels(wide, lines)).toMatchObject([
    { anchor: 'start', x: wide.innerWidth + 8, y: wide.y(4) },
    { anchor: 'start', x: wide.innerWidth + 8, y: wide.y(8) },
  ]);
});

test('names that would take more than a quarter of the chart get no room next to it', () => {
  expect(
    computeLabelRoom([line('The same days of the month before', full(4))], 600),
  ).toBeUndefined();
  expect(computeLabelRoom([line('Net', [1, null])], 600)).toBeUndefined();
});
