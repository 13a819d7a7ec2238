import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import { alertKinds } from '@lotkeeper/contract/platform/alert-kinds';
import { describe, expect, test } from 'vitest';
import type { NamedAlert } from './alert-facts.rules.ts';
import { formatCount, formatTime } from './alert-facts.rules.ts';
import type { AlertWords } from './alert-words.rules.ts';
import { describeAlert } from './alert-words.rules.ts';

const alert = (kind: AlertKind, change: Partial<NamedAlert> = {}): NamedAlert => ({
  organization_id: 3,
  kind,
  spot_pk: 12,
  property: 'Main Garage',
  subject: 'subject 9',
  timezone: 'America/Phoenix',
  cost: null,
  facts: {},
  ...change,
});
const describeOpen = (of: NamedAlert) => describeAlert(of, { isOver: false });
const full: [AlertKind, Partial<NamedAlert>, Partial<AlertWords> & { ended: string }][] = [
  [
    'camera_silent',
    {
      cost: 12_050,
      facts: { camera: 'Entrance', missed: 1200, missed_most: 1250, cost_least: 10_000 },
    },
    {
      title: 'Camera “Entrance” at Main Garage is silent',
      ended: 'Camera “Entrance” at Main Garage sends again',
      detail: 'Probably 1,200 to 1,250 cars came meanwhile',
      cost: 'It probably cost $100 to $120.50 so far',
      path: '/organization/3/cameras',
    },
  ],
  [
    'connection_waiting',
    { facts: { connection: 'Gate in' } },
    {
      title: 'Connection “Gate in” at Main Garage never sent anything',
      ended: 'Connection “Gate in” at Main Garage sends, or was disconnected',
      detail: null,
      path: '/organization/3/cameras',
    },
  ],
  [
    'payout_failed',
    { cost: 500_000, spot_pk: null, property: null, facts: { reason: 'The account is closed.' } },
    {
      title: 'A payout of $5,000 failed',
      ended: 'The payout of $5,000 that failed is settled',
      detail: 'The account is closed',
      cost: '$5,000 didn’t arrive',
      path: '/organization/3/payouts',
    },
  ],
  [
    'payout_held',
    { spot_pk: null, property: null, facts: { until: fromIso('2026-06-13T21:15:00Z') } },
    {
      title: 'Payouts are held',
      ended: 'Payouts aren’t held any more',
      detail: 'Until Sat, Jun 13, 2:15 PM, because the bank account was changed',
      cost: null,
    },
  ],
  [
    'dispute_opened',
    {
      cost: 2000,
      facts: { respond_by: fromIso('2026-06-29T19:00:00Z'), rental: 'a-b', reason: 'not_received' },
    },
    {
      title: 'A driver disputes a charge of $20 at Main Garage',
      ended: 'The dispute of a charge of $20 at Main Garage is over',
      detail: 'The bank’s reason: not received',
      advice: 'Send your evidence by Mon, Jun 29, 12:00 PM: later, the bank decides without it',
      cost: '$20 is at stake',
      path: '/organization/3/rentals/a-b',
    },
  ],
  [
    'revenue_unusual',
    {
      cost: 50_000,
      facts: { direction: 'low', day: '2026-06-13', amount: 50_000, usual: 100_000 },
    },
    {
      title: 'Revenue at Main Garage on Saturday, June 13, 2026 was far below usual',
      ended: 'Revenue at Main Garage is as usual again',
      detail: '$500 came in; usual for such a day is $1,000',
      cost: 'The difference is $500',
      path: '/organization/3/changes?spotPk=12&period=days&startDate=2026-06-13&endDate=2026-06-13',
    },
  ],
  [
    'occupancy_high',
    { facts: { percent: 97, limit: 95, cars: 194, spaces: 200 } },
    {
      title: 'Main Garage is 97% full',
      ended: 'Main Garage is below 95% again',
      detail: '194 cars on 200 spaces; your limit is 95%',
      path: '/organization/3/spots/12/detail',
    },
  ],
  [
    'unexplained_cars',
    { cost: 37_000, facts: { cars: 37, limit: 20, day: '2026-06-13' } },
    {
      title: '37 cars at Main Garage have no explanation on Saturday, June 13, 2026',
      ended: 'The cars without an explanation at Main Garage are below your limit again',
      detail: 'Your limit is 20 cars a day',
      cost: 'They are worth about $370',
    },
  ],
  [
    'violation_appealed',
    { cost: 6500, subject: 'appeal 9', facts: { code: 'K7P2', due_on: '2026-06-29' } },
    {
      title: 'A driver appeals violation K7P2 at Main Garage',
      ended: 'The appeal of violation K7P2 at Main Garage was decided',
      advice: 'Decide the appeal by Monday, June 29, 2026',
      path: '/organization/3/appeals/9',
    },
  ],
  [
    'import_failed',
    { spot_pk: null, property: null, facts: { what: 'history', file_name: 'june.csv' } },
    {
      title: 'The import of history “june.csv” failed',
      ended: 'The import of history “june.csv” that failed is settled',
      path: '/organization/3/history',
    },
  ],
  [
    'sign_in_blocked',
    { spot_pk: null, property: null, facts: { name: 'Robin Reyes', until: null } },
    {
      title: 'Robin Reyes can’t sign in with a new browser',
      ended: 'Robin Reyes can sign in with a new browser again',
      detail: 'Somebody guessed wrong codes or asked for too many',
      path: '/organization/3/team',
    },
  ],
  [
    'watched_plate',
    { facts: { plate: 'ABC 123', purpose: 'lost_car', note: null, visit_pk: 77 } },
    {
      title: 'The watched plate ABC 123 is at Main Garage',
      ended: 'The watched plate ABC 123 left Main Garage',
      detail: 'Watched for: Lost or stolen car',
      path: '/organization/3/visits/77',
    },
  ],
  [
    'seal_late',
    { spot_pk: null, property: null, facts: { day: '2026-06-13' } },
    {
      title: 'The seal of Saturday, June 13, 2026 is late',
      ended: 'The seal of Saturday, June 13, 2026 is there',
    },
  ],
  [
    'backup_late',
    { spot_pk: null, property: null, facts: { until: fromIso('2026-06-13T21:15:00Z') } },
    {
      title: 'The backup of the database is late',
      ended: 'The backup of the database is up to date again',
      detail: 'The last one has everything until Sat, Jun 13, 2:15 PM',
    },
  ],
];

describe('alerts in words', () => {
  test.each(full)('%s has words for its beginning and its end', (kind, change, words) => {
    const { ended, ...open } = words;
    expect(describeOpen(alert(kind, change))).toMatchObject(open);
    expect(describeAlert(alert(kind, change), { isOver: true })).toMatchObject({
      title: ended,
      detail: null,
      advice: null,
    });
  });

  test('every kind is tried', () => {
    expect(full.map(([kind]) => kind)).toEqual([...alertKinds]);
  });

  test.each(alertKinds)(
    '%s has complete sentences when facts are missing or of another type',
    (kind) => {
      for (const facts of [
        {},
        { camera: 7, cars: 'many', day: 'soon', reason: ' ', until: 'x', percent: null },
      ])
        for (const property of ['Main Garage', null]) {
          const spot_pk = property === null ? null : 12;
          const words = describeOpen(alert(kind, { facts, property, spot_pk }));
          const text = JSON.stringify(words);
          expect(text).not.toMatch(/null[^,}]|undefined|NaN|Invalid| {2}|\?"|“”/);
          expect(words.title).toMatch(/^[A-Z0-9].*[^.]$/);
          expect(words.path).toMatch(/^\/organization\/3\//);
        }
    },
  );
});

test('one car has, two cars have, no cars have', () => {
  const title = (cars: number) =>
    describeOpen(alert('unexplained_cars', { facts: { cars } })).title;
  expect([title(1), title(2), title(0)]).toEqual([
    '1 car at Main Garage has no explanation',
    '2 cars at Main Garage have no explanation',
    '0 cars at Main Garage have no explanation',
  ]);
  expect(formatCount(1_234_567, 'car')).toBe('1,234,567 cars');
});

test('huge amounts are grouped, and an amount of zero says nothing', () => {
  const costOf = (cost: number) => describeOpen(alert('camera_silent', { cost })).cost;
  expect(costOf(123_456_789_00)).toBe('It probably cost $123,456,789 so far');
  expect(costOf(0)).toBeNull();
});

test('revenue above usual is said to be above', () => {
  const facts = { direction: 'high', day: '2026-06-13', amount: 300_000, usual: 100_000 };
  expect(describeOpen(alert('revenue_unusual', { facts })).title).toContain('far above usual');
});

test('a long name is cut, without cutting a character in two', () => {
  const property = `${'🚗'.repeat(100)} Garage`;
  const { title } = describeOpen(alert('occupancy_high', { property }));
  expect(title).toBe(`${'🚗'.repeat(59)}… is nearly full`);
});

test('times are on the clock of the property', () => {
  const at = fromIso('2026-06-13T21:15:00Z');
  expect(formatTime(at, 'America/Phoenix')).toBe('Sat, Jun 13, 2:15 PM');
  expect(formatTime(at, 'America/New_York')).toBe('Sat, Jun 13, 5:15 PM');
});

test('of an alert that is over, only what stays true is said', () => {
  const costOf = (kind: AlertKind) =>
    describeAlert(alert(kind, { cost: 500 }), { isOver: true }).cost;
  expect([costOf('camera_silent'), costOf('payout_failed'), costOf('dispute_opened')]).toEqual([
    'It probably cost $5',
    null,
    null,
  ]);
});
