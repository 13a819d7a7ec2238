import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { describeCause, listSmallSteps, nameStep } from '@lotkeeper/contract/money/change-words';
import type { BridgeStep, RevenueBridge } from '@lotkeeper/contract/money/changes';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderPage } from '../../../ui/test-render.tsx';
import { BridgeSteps } from './bridge-steps.tsx';
import {
  changePeriod,
  describeChange,
  describeDays,
  describeStep,
  formatPeriod,
  isEmpty,
  listDays,
  listNeighbors,
  listPeriodNotes,
  namePeriods,
  readPeriod,
  toPeriodSearch,
} from './changes.rules.ts';

const date = (text: string) => text as LocalDate;
const today = date('2026-11-25');

const toStep = (step: Partial<BridgeStep>): BridgeStep => ({
  cause: 'count',
  rental_group: 'transient',
  amount: cents(100),
  earlier: null,
  later: null,
  ratio: null,
  measure: 'gross',
  is_exact: false,
  spots: [],
  ...step,
});
const toBridge = (
  [earlierStart, earlierEnd]: [string, string],
  [laterStart, laterEnd]: [string, string],
  more: { is_partial?: boolean; nets?: [number, number]; steps?: BridgeStep[] } = {},
): RevenueBridge => {
  const [earlierNet, laterNet] = more.nets ?? [0, 0];
  const toSide = (start: string, end: string, net: number) => ({
    start_date: date(start),
    end_date: date(end),
    net: cents(net),
    entry_count: net === 0 ? 0 : 1,
  });
  return {
    earlier: toSide(earlierStart, earlierEnd, earlierNet),
    later: toSide(laterStart, laterEnd, laterNet),
    is_partial: more.is_partial ?? false,
    steps: more.steps ?? [],
    types: [],
    properties: [],
    as_of: 0,
  };
};
const october: [string, string] = ['2026-10-01', '2026-10-31'];
const november: [string, string] = ['2026-11-01', '2026-11-30'];

test('the default is the last complete month, even instead of a period that can’t be compared', () => {
  const last = { period: 'month', start: '2026-10-01' };
  for (const filters of [
    {},
    { startDate: '2026-02-30' },
    { startDate: '2018-05-01' },
    { startDate: '2019-01-15' },
    { startDate: '2027-01-01' },
    { period: 'year' },
  ]) {
    expect(readPeriod(filters, today)).toEqual(last);
  }
  expect(readPeriod({ startDate: '2026-12-01' }, date('2026-12-01')).start).toBe('2026-11-01');
  expect(readPeriod({ period: 'week' }, today)).toEqual({ period: 'week', start: '2026-11-16' });
});

test('any day selects the month or week that contains it', () => {
  expect(readPeriod({ startDate: '2026-11-20' }, today).start).toBe('2026-11-01');
  expect(readPeriod({ period: 'week', startDate: '2027-01-01' }, date('2027-02-01')).start).toBe(
    '2026-12-28',
  );
});

test('there is no next period before its first day is over, and no previous one before the first report', () => {
  expect(listNeighbors({ period: 'month', start: date('2026-11-01') }, today)).toEqual({
    previous: { period: 'month', start: '2026-10-01' },
    next: null,
  });
  expect(listNeighbors({ period: 'month', start: date('2019-02-01') }, today)).toEqual({
    previous: null,
    next: { period: 'month', start: '2019-03-01' },
  });
});

test('days in the URL are compared up to today, and step by as many days', () => {
  const filters = { period: 'days', startDate: '2026-11-16', endDate: '2026-11-27' };
  const days = readPeriod(filters, today);
  expect(days).toEqual({ period: 'days', start: '2026-11-16', end: '2026-11-25' });
  expect(listNeighbors(days, today)).toEqual({
    previous: { period: 'days', start: '2026-11-06', end: '2026-11-15' },
    next: null,
  });
  for (const wrong of [{ endDate: '' }, { startDate: '2026-11-25' }, { startDate: '2019-01-02' }]) {
    expect(readPeriod({ ...filters, ...wrong }, today).period).toBe('month');
  }
});

test('another kind of period keeps the days as far as it can', () => {
  const month = { period: 'month', start: date('2026-11-01') } as const;
  const days = changePeriod(month, 'days', today);
  expect(days).toEqual({ period: 'days', start: '2026-11-01', end: '2026-11-25' });
  expect(changePeriod(days, 'week', today)).toEqual({ period: 'week', start: '2026-10-26' });
  expect(toPeriodSearch(days)).toEqual({
    period: 'days',
    startDate: '2026-11-01',
    endDate: '2026-11-25',
  });
});

test('a month is written as its name, and a week as its days', () => {
  expect(formatPeriod({ period: 'month', start: date('2026-11-01') })).toBe('Nov 2026');
  expect(formatPeriod({ period: 'week', start: date('2026-12-28') })).toBe('Dec 28 – Jan 3, 2027');
});

test('a month is called by its name, with the year when the years differ', () => {
  expect(namePeriods(toBridge(october, november), 'month')).toEqual({
    earlier: 'Oct',
    later: 'Nov',
  });
  const turn = toBridge(['2025-12-01', '2025-12-31'], ['2026-01-01', '2026-01-31']);
  expect(namePeriods(turn, 'month')).toEqual({ earlier: 'Dec 2025', later: 'Jan 2026' });
});

test('weeks and incomplete months are named by their days', () => {
  const partial = toBridge(['2026-10-01', '2026-10-24'], ['2026-11-01', '2026-11-24'], {
    is_partial: true,
  });
  expect(namePeriods(partial, 'month')).toEqual({ earlier: 'Oct 1 – 24', later: 'Nov 1 – 24' });
  expect(describeDays(partial, 'month')).toBe(
    'This month isn’t over, so the first 24 days of both are compared. Today isn’t counted.',
  );
  const weeks = toBridge(['2026-11-23', '2026-11-29'], ['2026-11-30', '2026-12-06']);
  expect(namePeriods(weeks, 'week')).toEqual({ earlier: 'Nov 23 – 29', later: 'Nov 30 – Dec 6' });
  expect(describeDays(weeks, 'week')).toBe('');
});

test('a note says how many days the periods have when they differ', () => {
  expect(describeDays(toBridge(october, november), 'month')).toBe(
    'The periods have 31 and 30 days.',
  );
  const march = toBridge(['2026-02-01', '2026-02-28'], ['2026-03-01', '2026-03-30'], {
    is_partial: true,
  });
  expect(describeDays(march, 'month')).toBe(
    'This month isn’t over. Its first 30 days are compared with all 28 of the one before.',
  );
});

test('net revenue rises, falls, or stays the same', () => {
  const nets = (earlier: number, later: number) =>
    describeChange(toBridge(october, november, { nets: [earlier, later] }));
  expect(nets(1000, 2250)).toBe('rose by $12.50');
  expect(nets(1000, -50)).toBe('fell by $10.50');
  expect(nets(7, 7)).toBeNull();
});

test('periods without any entry are empty', () => {
  expect(isEmpty(toBridge(october, november))).toBe(true);
  expect(isEmpty(toBridge(october, november, { nets: [0, 1] }))).toBe(false);
});

const priced = (ratio: number, more: Partial<BridgeStep> = {}) =>
  ({ cause: 'price', ratio, ...more }) as const;
// In the second, the average fell although each type stayed longer, because of their mix.
const [longer, mixed] = [
  { cause: 'stay', earlier: 120, later: 150, ratio: 0.25 },
  { cause: 'stay', earlier: 150, later: 120, ratio: 0.1 },
] as const;
const steps: Record<string, [name: string, step: Partial<BridgeStep>]> = {
  '182 more rentals (1,204 → 1,386).': ['Number of rentals', { earlier: 1204, later: 1386 }],
  '1 fewer rental (3 → 2).': ['Number of rentals', { earlier: 3, later: 2 }],
  'Charges without a new rental.': ['Number of rentals', { earlier: 0, later: 0 }],
  '2 fewer payments (20 → 18).': [
    'Monthlies: number of payments',
    { rental_group: 'monthly', earlier: 20, later: 18 },
  ],
  '25% longer, each type and property by itself. On average 2 h → 2 h 30 min.': [
    'Length of stay',
    longer,
  ],
  '10% longer, each type and property by itself.': ['Length of stay', mixed],
  'Rentals of the same length cost 3.2% less.': ['Price', priced(-0.032, { amount: cents(-9) })],
  'Rentals of the same length cost slightly more.': ['Price', priced(0.00001)],
  'Payments were 50% higher.': [
    'Enterprise and tenants: price',
    priced(0.5, { rental_group: 'enterprise' }),
  ],
  'A larger share of types that cost less.': [
    'Mix of rental types',
    { cause: 'type_mix', amount: cents(-9) },
  ],
  '': ['Refunds', { cause: 'refunds', rental_group: null, is_exact: true }],
};

test.each(Object.entries(steps))('a step is explained as “%s”', (text, [name, step]) => {
  expect(nameStep(toStep(step))).toBe(name);
  expect(describeStep(toStep(step))).toBe(text);
});

const noNotes = { holidays: [], events: [], closed_by: [], silent_cameras: [] };

test('each note is listed once with its days, closures and silent cameras first', () => {
  const notes = [
    { ...noNotes, date: date('2026-10-30'), holidays: ['Halloween Eve'] },
    { ...noNotes, date: date('2026-11-02'), events: ['Fair'] },
    { ...noNotes, date: date('2026-11-03'), events: ['Fair'], silent_cameras: ['East gate'] },
    { ...noNotes, date: date('2026-11-04'), events: ['Paving'], closed_by: ['Paving'] },
  ];
  const side = { start_date: date('2026-11-01'), end_date: date('2026-11-30') };
  expect(listPeriodNotes(notes, side)).toEqual([
    { text: 'No reads all day from camera East gate', days: ['2026-11-03'] },
    { text: 'Lot closed: Paving', days: ['2026-11-04'] },
    { text: 'Fair', days: ['2026-11-02', '2026-11-03'] },
  ]);
});

test('the first few days are listed, and the others counted', () => {
  const days = [3, 4, 5, 6, 7, 8].map((day) => date(`2026-11-0${day}`));
  expect(listDays(days.slice(0, 2))).toBe('Nov 3, Nov 4');
  const first = 'Nov 3, Nov 4, Nov 5, Nov 6';
  expect(listDays(days.slice(0, 5))).toBe(`${first} and 1 more day`);
  expect(listDays(days)).toBe(`${first} and 2 more days`);
});

const bridge = toBridge(october, november, {
  nets: [100_000, 98_750],
  steps: [
    toStep({
      cause: 'properties',
      rental_group: null,
      spots: [{ pk: 7, name: 'Harbor Lot', earlier: cents(0), later: cents(500) }],
    }),
    toStep({ amount: cents(-1250), earlier: 90, later: 80 }),
    toStep({
      cause: 'refunds',
      rental_group: null,
      earlier: 0,
      later: 500,
      measure: 'refunds',
      is_exact: true,
    }),
  ],
});

async function renderSteps() {
  renderPage(() => (
    <BridgeSteps organizationId="3" spot={null} bridge={bridge} period="month" withSpots />
  ));
  await userEvent.click(await screen.findByRole('button', { name: 'Show 2 small steps' }));
  return within(screen.getByRole('table'));
}

const readLink = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://localhost');
  return [pathname, Object.fromEntries(searchParams)];
};

test('each step links to the entries of both periods, and its amount to those of the later one', async () => {
  const table = await renderSteps();
  const earlier = { startDate: '2026-10-01', endDate: '2026-10-31' };
  const later = { startDate: '2026-11-01', endDate: '2026-11-30' };
  const listLinks = (name: RegExp) =>
    within(table.getByRole('row', { name })).getAllByRole('link').map(readLink);
  const path = '/organization/3/ledger';
  const transient = { measure: 'gross', group: 'transient' };
  expect(listLinks(/^Number of rentals/)).toEqual([
    [path, { ...transient, startDate: '2026-10-01', endDate: '2026-11-30' }],
    [path, { ...transient, ...later }],
  ]);
  expect(listLinks(/^Refunds/)).toEqual([
    [path, { measure: 'refunds', ...earlier }],
    [path, { measure: 'refunds', ...later }],
    [path, { measure: 'refunds', ...later }],
  ]);
  expect(listLinks(/^Properties in one period only/)[0]).toEqual([
    path,
    { measure: 'gross', spotPk: '7', ...later },
  ]);
  expect(listLinks(/^Net revenue, Oct/)).toEqual([[path, { measure: 'net', ...earlier }]]);
});

test.each([
  ['count', { earlier: 90, later: 80, amount: cents(-100) }, '10 fewer rentals'],
  ['count', { earlier: 3, later: 4, rental_group: 'monthly' }, 'Monthlies: 1 more payment'],
  ['stay', { ratio: -0.122, amount: cents(-100) }, 'Shorter stays by 12.2%'],
  ['price', { ratio: 0.03 }, 'Higher prices by 3%'],
  ['type_mix', { amount: cents(-100) }, 'More of types that cost less'],
  [
    'refunds',
    { rental_group: null, earlier: 100, later: 300, amount: cents(-200) },
    'More in refunds',
  ],
  ['tax', { rental_group: null, earlier: 300, later: 100, amount: cents(200) }, 'Less in taxes'],
] as const)('the cause %s of %j reads: %s', (cause, step, words) => {
  expect(describeCause(toStep({ cause, ...step }))).toBe(words);
});

test('steps below 1 % of the larger net revenue are one row until they are shown, and one of them alone stays', async () => {
  const small = [
    toStep({ cause: 'price', amount: cents(900) }),
    toStep({ cause: 'tax', rental_group: null, amount: cents(-999), earlier: 0, later: 999 }),
  ];
  const steps = [toStep({ cause: 'count', amount: cents(-4901) }), ...small];
  // 1 % of $1,000 is $10. 1,000.00 − 49.01 + 9.00 − 9.99 = 950.00.
  const bridge = toBridge(october, november, { nets: [100_000, 95_000], steps });
  expect(listSmallSteps(bridge)).toEqual(small);
  expect(listSmallSteps({ ...bridge, steps: steps.slice(0, 2) })).toEqual([]);
  renderPage(() => (
    <BridgeSteps organizationId="3" spot={null} bridge={bridge} period="month" withSpots />
  ));
  const other = await screen.findByRole('row', { name: /^Other/ });
  expect(other.textContent).toContain('-$1');
  expect(other.textContent).toContain('Other, 2 steps below 1%');
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 small steps' }));
  expect(screen.queryByRole('row', { name: /^Other/ })).toBeNull();
  expect(screen.getByRole('row', { name: /^Taxes/ })).toBeDefined();
});

test('the change is described in a sentence, and each step in words', async () => {
  const table = await renderSteps();
  expect(screen.getByText(/^Net revenue/, { selector: 'p' }).textContent).toBe(
    'Net revenue fell by $12.50: from $1,000.00 in Oct to $987.50 in Nov.',
  );
  expect(table.getByRole('row', { name: /^Number of rentals/ }).textContent).toContain(
    '10 fewer rentals (90 → 80). Entries',
  );
  expect(table.getByRole('row', { name: /^Refunds/ }).textContent).toContain('$0 → $5');
  expect(screen.getByText('The periods have 31 and 30 days.')).toBeTruthy();
});
