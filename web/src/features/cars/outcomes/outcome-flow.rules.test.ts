import type { OutcomeCount } from '@lotkeeper/contract/cars/outcomes';
import { expect, test } from 'vitest';
import { flowSizes, layoutRibbons, listFlowRows } from './outcome-flow.rules.ts';

const counts: OutcomeCount[] = [
  { outcome: 'unexplained', visits: 5, uncollected: 3500 },
  { outcome: 'rental', visits: 70, uncollected: 0 },
  { outcome: 'monthly', visits: 20, uncollected: 0 },
  { outcome: 'violation_open', visits: 5, uncollected: 5500 },
] as OutcomeCount[];

test('each group is followed by its outcomes, and has their sum', () => {
  expect(
    listFlowRows(counts).map(({ group, outcome, visits }) => [group, outcome, visits]),
  ).toEqual([
    ['paid', null, 90],
    ['paid', 'rental', 70],
    ['paid', 'monthly', 20],
    ['open', null, 5],
    ['open', 'violation_open', 5],
    ['unpaid', null, 5],
    ['unpaid', 'unexplained', 5],
  ]);
});

test('a range where all cars are explained says so', () => {
  expect(listFlowRows(counts.slice(1, 2)).at(-1)).toMatchObject({
    outcome: 'unexplained',
    visits: 0,
  });
});

test('ribbons share the height of the rows in proportion, one below the other', () => {
  const rows = listFlowRows(counts);
  const height = rows.length * flowSizes.row;
  const ribbons = layoutRibbons(rows);
  expect(ribbons.map((ribbon) => ribbon.height / height)).toEqual([
    expect.closeTo(0.7),
    expect.closeTo(0.2),
    expect.closeTo(0.05),
    expect.closeTo(0.05),
  ]);
  for (const [index, { top }] of ribbons.entries()) {
    const before = ribbons[index - 1];
    expect(top).toBeCloseTo(before ? before.top + before.height : 0);
  }
});

test('without visits there is no ribbon', () => {
  expect(layoutRibbons(listFlowRows([]))).toEqual([]);
});
