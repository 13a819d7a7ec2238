import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { recording } from '../../testing/rentals.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/visitors.factory.ts';
import type { VisitorInput } from './visitors.ts';
import { recordVisitors } from './visitors.ts';

const database = await testDatabase(undefined, 12);
const sql = database.system;
const spot = await makeSpot(sql);

const visitor = (plate: string, overrides: Partial<VisitorInput> = {}): VisitorInput => ({
  spot_pk: spot.pk,
  car: { plate, state: 'AZ', country: 'US' },
  name: null,
  phone: null,
  validation_source: 'dashboard',
  grants: [until('2026-06-15T20:00:00Z')],
  at: instant(0),
  ...overrides,
});
const record = (visitors: readonly VisitorInput[]) =>
  recording(sql, spot.organization, (recorder) => recordVisitors(recorder, visitors));

test('each visitor of a batch is reported in order as added, updated, or skipped as a repeated car', async () => {
  const [known] = await record([visitor('KNOWN')]);
  const outcomes = await record([
    visitor('NEW 1'),
    visitor('known'),
    visitor('NEW-1', { name: 'Second' }),
    visitor('NEW 1', { car: { plate: 'NEW 1', state: 'NM', country: 'US' } }),
  ]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'updated', 'skipped', 'added']);
  expect(outcomes[1]?.pk).toBe(known?.pk);
  expect(outcomes[2]?.pk).toBe(outcomes[0]?.pk);
  const [row] = await sql`select name from visitors where pk = ${outcomes[0]?.pk ?? 0}`;
  expect(row?.name).toBeNull();
});

test('an empty batch adds no visitors', async () => {
  expect(await record([])).toEqual([]);
});

test('a visitor keeps the later end and stays always valid, and each recording adds a session', async () => {
  const [first] = await record([visitor('LATER', { grants: [until('2026-06-20T00:00:00Z')] })]);
  await record([visitor('LATER', { grants: [until('2026-06-16T00:00:00Z')] })]);
  const read = async () => {
    const [row] = await sql`
      select is_always_valid, valid_until,
        (select count(*)::int from visitor_sessions where visitor_pk = v.pk) as sessions
      from visitors v where pk = ${first?.pk ?? 0}`;
    return row;
  };
  const valid_until = fromIso('2026-06-20T00:00:00Z');
  expect(await read()).toEqual({ is_always_valid: false, valid_until, sessions: 2 });
  await record([visitor('LATER', { grants: [{ code_pk: null, kind: 'always', ends_at: null }] })]);
  await record([visitor('LATER')]);
  expect(await read()).toEqual({ is_always_valid: true, valid_until, sessions: 4 });
});

test('eight writers of the same thousand cars in different orders neither deadlock nor add a car twice', async () => {
  const plates = Array.from({ length: 1000 }, (_, n) => `MANY${n}`);
  const orders = Array.from({ length: 8 }, (_, n) =>
    [...plates.slice(n * 125), ...plates.slice(0, n * 125)].map((plate) => visitor(plate)),
  );
  const recorded = await Promise.all(orders.map((order) => record(order)));
  const outcomes = recorded.flat().map(({ outcome }) => outcome);
  expect(outcomes.filter((one) => one === 'added')).toHaveLength(1000);
  expect(outcomes.filter((one) => one === 'updated')).toHaveLength(7000);
  const [row] = await sql`
    select count(*)::int as visitors, (select sum(visitors)::int from visitor_hours
      where ends_in = '2026-06-15T20:00:00Z' and spot_pk = ${spot.pk}) as counted
    from visitors where plate_key like 'MANY%'`;
  expect(row?.visitors).toBe(1000);
  expect(row?.counted).toBeGreaterThanOrEqual(1000);
});

test('writers that add and change visitors who expire in different hours do not deadlock', async () => {
  const ends = (n: number) => until(`2026-07-${10 + (n % 7)}T${10 + (n % 13)}:00:00Z`);
  await record(Array.from({ length: 400 }, (_, n) => visitor(`MIXED${n}`, { grants: [ends(0)] })));
  const batch = (writer: number, round: number) =>
    Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0
        ? visitor(`MIXED${writer * 50 + n}`, { grants: [ends(writer * 3 + round * 5 + n)] })
        : visitor(`M${writer}R${round}N${n}`, { grants: [ends(writer * 7 + round + n)] }),
    );
  const rounds = Array.from({ length: 6 }, (_, round) => round);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      let recorded = 0;
      for (const round of rounds) recorded += (await record(batch(writer, round))).length;
      return recorded;
    }),
  );
  expect(outcomes).toEqual(Array.from({ length: 8 }, () => 240));
});

test('the hourly counts equal those computed from the rows', async () => {
  const differences = await sql`
    select * from (
      select spot_pk, ends_in, visitors from visitor_hours where visitors <> 0
      except select spot_pk, date_trunc('hour', lasts_until, 'UTC'), count(*) from visitors
      where deleted_at is null and lasts_until <> '-infinity' group by 1, 2) a
    union all select * from (
      select spot_pk, date_trunc('hour', lasts_until, 'UTC'), count(*) from visitors
      where deleted_at is null and lasts_until <> '-infinity' group by 1, 2
      except select spot_pk, ends_in, visitors from visitor_hours) b`;
  expect(differences).toEqual([]);
});
