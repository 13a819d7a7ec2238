import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso, toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { LetterSection } from '@lotkeeper/contract/money/letters';
import type { UpcomingDay } from '@lotkeeper/contract/operations/local-intelligence';
import { expect, test } from 'vitest';
import { writeCameras } from './letter-cameras.rules.ts';
import { writeComing } from './letter-coming.rules.ts';
import type { LookedAt } from './letter-looks.rules.ts';
import { writeLooks } from './letter-looks.rules.ts';
import { buildLetterMail } from './letter-mail.ts';
import { writeMatters } from './letter-matters.rules.ts';
import { writePayouts } from './letter-payouts.rules.ts';
import { compareAmounts, formatCost, makePaths } from './letter-text.ts';

const paths = makePaths(7);
const monday = '2026-11-16' as LocalDate;
const range = { start: monday, end: addDays(monday, 6) };

const join = (line: readonly { text: string }[]) => line.map(({ text }) => text).join('');
const toLines = (section: LetterSection | null) => section?.lines.map(join) ?? [];
const toFigures = (section: LetterSection | null) =>
  section?.figures.map(({ label, value, notes }) =>
    [label, value.text, ...notes.map(join)].join(' | '),
  ) ?? [];

test.each([
  [100, 100, 'about as much as'],
  [101, 100, '1% more than'],
  [88, 100, '12% less than'],
  [250, 100, '2.5 times as much as'],
  [0, 100, '100% less than'],
  [-5, 100, null],
  [100, 0, null],
  [100, -50, null],
])('%i after %i is "%s"', (amount, earlier, words) => {
  expect(compareAmounts(amount, earlier)).toBe(words);
});

test('a cost is a range, one amount, or up to one', () => {
  expect([
    formatCost(30_000, 48_000),
    formatCost(30_000, 30_010),
    formatCost(0, 4800),
    formatCost(0, 0),
  ]).toEqual(['$300 to $480', '$300', 'up to $48', '']);
});

/** A property whose latest week is the first value, and the weeks before the others. */
const makeSpot = (
  pk: number,
  weeks: readonly { net?: number; unexplained?: number; uncollected?: number }[],
) => ({
  pk,
  name: `Lot ${pk}`,
  rows: weeks.map((week, index) => ({
    start: addDays(monday, -7 * index),
    net: 0,
    unexplained: 0,
    uncollected: 0,
    ...week,
  })),
});
const nets = (...amounts: number[]) => amounts.map((net) => ({ net }));

const look = (of: Partial<LookedAt>) =>
  writeLooks(
    { kind: 'weekly', range, spots: [], changed: [], gaps: [], appeals: [], ...of },
    paths,
  );

test('a property needs a look when its week is below each of the weeks before and well below the usual', () => {
  const usual = [100_000, 100_000, 90_000, 110_000, 100_000];
  const seen = (now: number, weeks = usual) =>
    toLines(look({ spots: [makeSpot(1, nets(now, ...weeks))] }));
  // The median of the five is $1,000; 15 % of it is $150.
  expect(seen(85_000)).toEqual([
    'Lot 1: net revenue of $850 is the lowest in 5 weeks (usually $1,000).',
  ]);
  expect(seen(85_100)).toEqual([]);
  // It was as low before.
  expect(seen(40_000, [100_000, 40_000, 100_000, 100_000])).toEqual([]);
  // Three weeks say nothing, and a fall of $49 isn't worth it.
  expect(seen(0, [100_000, 100_000, 100_000])).toEqual([]);
  expect(seen(5100, [10_000, 10_000, 10_000, 10_000])).toEqual([]);
});

test('a closed week in between counts as a low one, weeks before the first revenue don’t', () => {
  const rows = makeSpot(1, nets(20_000, 100_000, 0, 100_000, 100_000, 100_000)).rows.filter(
    ({ net }) => net > 0,
  );
  expect(look({ spots: [{ pk: 1, name: 'Lot 1', rows }] })).toBeNull();
});

test('up to three properties are named, those with the most at stake first, with all their reasons', () => {
  const spots = [
    makeSpot(1, nets(50_000, 100_000, 100_000, 100_000, 100_000)),
    makeSpot(2, [
      { unexplained: 20, uncollected: 30_000 },
      ...Array.from({ length: 4 }, () => ({ unexplained: 10, uncollected: 10_000 })),
    ]),
    makeSpot(3, nets(0, 20_000, 20_000, 20_000, 20_000)),
    makeSpot(4, nets(100, 100, 100, 100, 100)),
  ];
  const appeals = [
    { spot_pk: 4, appeals: 2, amount: cents(9000), due_on: '2026-12-01' as LocalDate },
    { spot_pk: 1, appeals: 1, amount: cents(5500), due_on: '2026-11-30' as LocalDate },
  ];
  // At stake: $500 + $55 at 1; $200 at 2; $200 at 3; $90 at 4.
  expect(toLines(look({ spots, appeals }))).toEqual([
    'Lot 1: net revenue of $500 is the lowest in 4 weeks (usually $1,000); 1 appeal of $55 to answer by Nov 30.',
    'Lot 2: 20 unexplained cars would have paid $300 (usually 10 cars).',
    'Lot 3: net revenue of $0 is the lowest in 4 weeks (usually $200).',
  ]);
});

const gap = (of: Partial<CameraGap>): CameraGap => ({
  kind: 'silent',
  spot: { pk: 3, name: 'Pier Lot', timezone: 'America/Phoenix' },
  camera: 'North entrance',
  camera_pk: 1,
  direction: 'Entrance',
  start: toEpochSeconds(fromIso('2026-11-17T21:00:00Z')),
  end: toEpochSeconds(fromIso('2026-11-18T16:00:00Z')),
  cars_low: 40,
  cars_high: 60,
  lost_low: cents(30_000),
  lost_high: cents(48_000),
  ...of,
});

test('cameras that missed cars are listed with hours, cars and cost, the most expensive first; what cost nothing isn’t', () => {
  const gaps = [
    gap({ lost_high: cents(0), lost_low: cents(0) }),
    gap({
      kind: 'fewer',
      camera: null,
      camera_pk: null,
      direction: 'Exit',
      lost_low: cents(0),
      lost_high: cents(9000),
      cars_low: 1,
      cars_high: 1,
    }),
    gap({}),
  ];
  const section = writeCameras(gaps, range, paths);
  // 21:00 and 16:00 UTC are 2 PM and 9 AM in Phoenix.
  expect(toFigures(section)).toEqual([
    'North entrance, Pier Lot | $300 to $480 | no reads from Nov 17, 2:00 PM to Nov 18, 9:00 AM: 40 to 60 cars',
    'Pier Lot | up to $90 | fewer cars than usual at the exit, Nov 17 to Nov 18: 1 car',
  ]);
  expect(section?.figures[0]?.value.path).toBe(
    '/organization/7/cars?spotPk=3&startDate=2026-11-16&endDate=2026-11-22',
  );
  expect(writeCameras([gap({ lost_high: cents(0) })], range, paths)).toBeNull();
});

test('of many gaps the rest is one line with its sum', () => {
  const gaps = Array.from({ length: 6 }, () =>
    gap({ lost_low: cents(1000), lost_high: cents(2000) }),
  );
  const section = writeCameras(gaps, range, paths);
  expect(section?.figures).toHaveLength(4);
  expect(toLines(section)[0]).toBe('And 2 more, $20 to $40 together.');
});

const nothing = {
  violations: 12,
  amount: cents(60_000),
  new_violations: 0,
  new_amount: cents(0),
  appeals: [],
  disputes: [],
};

test('open violations are no news by themselves, a dispute is one by itself', () => {
  expect(writeMatters(nothing, 'America/Phoenix', paths)).toBeNull();
  const section = writeMatters(
    {
      ...nothing,
      disputes: [
        {
          path: 'rentals/a1',
          spot: 'Pier Lot',
          amount: cents(2550),
          state: 'needs_response',
          respond_by: fromIso('2026-12-02T05:00:00Z'),
        },
        {
          path: 'violations/b2',
          spot: 'Pier Lot',
          amount: cents(1000),
          state: 'lost',
          respond_by: null,
        },
      ],
    },
    'America/Phoenix',
    paths,
  );
  expect(section?.figures).toEqual([]);
  expect(toLines(section)).toEqual([
    'Dispute of $25.50 at Pier Lot: a response is due by Dec 1.',
    'Dispute of $10.00 at Pier Lot: lost.',
  ]);
  expect(section?.lines[0]?.[1]?.path).toBe('/organization/7/rentals/a1');
});

test('a payout that came back is said, and the next one only if it comes soon', () => {
  const account = {
    bank_account: { bank_name: 'Desert Bank', last_four: '1234' },
    has_ein: true,
    representative: null,
    payout_schedule: 'weekly' as const,
    held_until: null,
    requirements: null,
    future_payout: cents(80_000),
    collected_elsewhere: cents(0),
    next_payout: {
      start_date: '2026-11-16' as LocalDate,
      end_date: '2026-11-22' as LocalDate,
      due_date: '2026-11-24' as LocalDate,
      amount: cents(80_000),
      is_late: false,
    },
  };
  const at = {
    kind: 'weekly' as const,
    range,
    now: fromIso('2026-11-23T14:00:00Z'),
    isNewest: true,
  };
  const paid = [
    { local_date: '2026-11-17' as LocalDate, payout: cents(90_000) },
    { local_date: '2026-11-19' as LocalDate, payout: cents(-90_000) },
  ];
  expect(toFigures(writePayouts(paid, account, at, paths))).toEqual([
    'Paid out | $0 | on Nov 17 | $900 came back',
    'Next payout | $800 | On Nov 24, for Nov 16 – 22',
  ]);
  const later = { ...account.next_payout, due_date: '2026-12-05' as LocalDate };
  expect(writePayouts([], { ...account, next_payout: later }, at, paths)).toBeNull();
});

test('a holiday that matters says what a property expects, one that doesn’t is only named', () => {
  const date = '2026-11-26' as LocalDate;
  const day: UpcomingDay = {
    date,
    holidays: ['Thanksgiving Day'],
    events: [],
    closed: false,
    usual: 200,
    expected: 124,
    low: 100,
    high: 150,
    confidence: 'sure',
    estimated: false,
  };
  const spot = { pk: 3, name: 'Pier Lot' };
  const occasion = {
    date,
    kind: 'holiday' as const,
    name: 'Thanksgiving Day',
    spots: [spot],
    spot_count: 2,
    is_everywhere: true,
  };
  const forecasts = [
    { spot, day },
    { spot: { pk: 4, name: 'Other Lot' }, day: { ...day, expected: null } },
  ];
  expect(toLines(writeComing([occasion], forecasts, 'weekly', paths))).toEqual([
    'Thu, Nov 26: Thanksgiving Day, all properties.',
    'Pier Lot expects about 124 rentals on Nov 26 instead of 200.',
  ]);
  expect(writeComing([], [], 'weekly', paths)).toBeNull();
});

test('a mail escapes names, wraps what is long, loads nothing, and its text has no markup', () => {
  const name = `<b>${'Very long name '.repeat(20)}</b>`;
  const value = { text: '$1,234,567,890,123', path: '/organization/7/ledger?measure=net&spotPk=1' };
  const { html, text, subject } = buildLetterMail(
    {
      organization: { pk: 7, name: 'A & B' },
      kind: 'weekly',
      start: monday,
      letter: {
        title: 'Nov 16 – 22, 2026',
        lead: [[{ text: 'Net revenue was ', path: null }, value]],
        sections: [
          { title: 'Worth a look', figures: [{ label: name, value, notes: [] }], lines: [] },
        ],
        closing: null,
      },
    },
    { publicUrl: 'https://lots.example', stopToken: 'w-7-1-x' },
  );
  expect(subject).toBe('A & B, Nov 16 – 22, 2026');
  expect(html).toContain('&lt;b&gt;Very long name');
  expect(html).toContain('table-layout:fixed');
  expect(html).not.toMatch(/<img|<link|@import|url\(/);
  expect(html).toContain(
    'href="https://lots.example/organization/7/ledger?measure=net&amp;spotPk=1"',
  );
  expect(text).toContain('WORTH A LOOK\n<b>Very long name');
  expect(text).not.toContain('href');
});
