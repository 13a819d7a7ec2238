import { fromIso, instant, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { rentalTypes } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeOrganization } from '../../testing/people.factory.ts';
import { moveMoney, movement, record, recording, rental } from '../../testing/rentals.factory.ts';
import { expectFoundCent, listRollupColumns } from '../../testing/rollup-cents.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { makeVisit } from '../../testing/visits.factory.ts';
import { endAutomaticRentals } from '../people/rental-changes.ts';
import { recordRentals } from '../people/rentals.ts';
import { recordPayouts } from './entries.ts';
import { compareRollups, listDisagreements, rebuildRollups } from './ledger.ts';
import { rollups } from './rollups.ts';

const database = await testDatabase(undefined, 20);
const sql = database.system;
const organization = await makeOrganization(sql);
const zones = ['America/Phoenix', 'America/New_York', 'Australia/Lord_Howe'];
const spots = await Promise.all(zones.map((timezone) => makeSpot(sql, { organization, timezone })));

const differences = () => listDisagreements(sql);

const begin = fromIso('2026-10-30T00:00:00Z');
const anyRental = fc
  .record({
    spot: fc.nat({ max: 2 }),
    type: fc.constantFrom(...rentalTypes),
    hour: fc.nat({ max: 24 * 60 }),
    plate: fc.constantFrom('AAA1', 'BBB2', 'CCC3', null),
    amount: fc.nat({ max: 50_000 }),
    refund: fc.boolean(),
    penalty: fc.boolean(),
    marketed: fc.boolean(),
    auto_started: fc.boolean(),
  })
  .map((sample) => {
    const start = sample.hour * 3_600_000 + begin;
    const at = (hours: number) => ({ occurred_at: instant(start + hours * 3_600_000) });
    const first = movement('2026-10-30T00:00:00Z', sample.amount, {
      ...at(0),
      tax: cents(Math.floor(sample.amount / 12)),
      processing_fee: cents(Math.floor(sample.amount / 30)),
      base_price: cents(400),
    });
    const later = [
      ...(sample.refund
        ? [{ ...movement('2026-10-30T00:00:00Z', sample.amount, at(40)), kind: 'refund' as const }]
        : []),
      ...(sample.penalty
        ? [{ ...movement('2026-10-30T00:00:00Z', 4500, at(3)), kind: 'penalty' as const }]
        : []),
    ];
    return (spot: TestSpot) =>
      rental(spot, '2026-10-30T00:00:00Z', 0, {
        rental_type: sample.type,
        marketed: sample.marketed,
        auto_started: sample.auto_started,
        start_date: at(0).occurred_at,
        end_date: at(2).occurred_at,
        car: sample.plate ? { plate: sample.plate, state: 'AZ', country: 'US' } : null,
        movements: [first, ...later],
      });
  })
  .chain((make) => fc.nat({ max: 2 }).map((spot) => () => make(spots[spot] as TestSpot)));
const batch = fc.array(anyRental, { minLength: 1, maxLength: 20 });
const recordBatch = (makers: readonly (() => ReturnType<typeof rental>)[]) =>
  record(
    sql,
    spots[0] as TestSpot,
    makers.map((make) => make()),
  );

test('the rollups equal the ledger after any batches', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async (makers) => {
      await recordBatch(makers);
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

test('the rollups equal the ledger after 8 concurrent writers in any order, and none deadlocks', async () => {
  const rounds = fc.sample(batch, 40);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (const makers of rounds.filter((_, index) => index % 8 === writer)) {
      await recordBatch(makers);
    }
  });
  const whileWriting = differences();
  await Promise.all(writers);
  expect([await whileWriting, await differences()]).toEqual([[], []]);
});

test('enforcement that ends and starts rentals in one transaction does not deadlock with senders', async () => {
  const [spot, other] = [spots[0] as TestSpot, spots[1] as TestSpot];
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
  const startAt = (n: number) => `${days[n % 4]}T1${n % 10}:20:00Z`;
  const known = await record(
    sql,
    spot,
    Array.from({ length: 60 }, (_, n) => rental(spot, startAt(n), 100)),
  );
  const pksOf = (round: number) => known.slice(round * 10, round * 10 + 10).map(({ pk }) => pk);
  const enforce = (round: number) =>
    recording(sql, spot.organization, async (recorder) => {
      const ends = pksOf(round).map((pk, n) => ({
        pk,
        end_date: fromIso(`2026-11-24T0${n}:30:00Z`),
      }));
      await endAutomaticRentals(recorder, ends.toReversed());
      await recordRentals(recorder, [rental(spot, startAt(9 - round), 200)]);
    });
  const send = (round: number) =>
    record(
      sql,
      spot,
      Array.from({ length: 10 }, (_, n) =>
        rental(n % 2 ? spot : other, startAt(9 - n + round), 300),
      ),
    );
  const rounds = [0, 1, 2, 3, 4, 5];
  await Promise.all(rounds.flatMap((round) => [enforce(round), send(round), send(round + 3)]));
  expect(await differences()).toEqual([]);
});

test('deleted rentals leave no trace in the rollups', async () => {
  const spot = await makeSpot(sql);
  const [made] = await record(sql, spot, [rental(spot, '2026-06-15T19:10:00Z', 100)]);
  await sql`alter table ledger_entries disable trigger append_only`;
  await sql`delete from ledger_entries where rental_pk = ${made?.pk ?? 0}`;
  await sql`alter table ledger_entries enable trigger append_only`;
  await sql`delete from rentals where pk = ${made?.pk ?? 0}`;
  const [left] = await sql`
      select (select sum(rentals) from rental_days where spot_pk = ${spot.pk}) as rentals,
        (select sum(stays + minutes) from rental_stays where spot_pk = ${spot.pk}) as stays,
        (select sum(begun + begun_seconds + ended + ended_seconds + stays + minutes)
          from rental_hours where spot_pk = ${spot.pk}) as hours`;
  expect(Object.values(left ?? {}).map(Number)).toEqual([0, 0, 0]);
  await rebuildRollups(sql);
});

test('the ledger is append-only, even for its owner', async () => {
  for (const statement of [
    'update ledger_entries set gross = gross + 1',
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
  ]) {
    await expect(sql.unsafe(statement)).rejects.toThrow('append only');
  }
});

test('a rental is recorded once, and sending it again is reported as unchanged', async () => {
  const spot = await makeSpot(sql);
  const input = rental(spot, '2026-06-15T19:00:00Z', 1000);
  const [first] = await record(sql, spot, [input]);
  const [again] = await record(sql, spot, [
    { ...input, movements: [movement('2026-06-15T19:00:00Z', 9999)] },
  ]);
  expect([first?.outcome, again?.outcome]).toEqual(['recorded', 'unchanged']);
  expect(again?.pk).toBe(first?.pk);
  const [sum] = await sql`
    select sum(gross) as gross, count(*) as entries from ledger_entries where spot_pk = ${spot.pk}`;
  expect(sum).toEqual({ gross: 1000, entries: 1 });
});

test('a rental is recorded once from six concurrent senders, and from one that sends it twice', async () => {
  const spot = await makeSpot(sql);
  const inputs = Array.from({ length: 300 }, () => rental(spot, '2026-06-15T19:00:00Z', 100));
  const orders = [inputs, inputs.toReversed(), [...inputs.slice(150), ...inputs.slice(0, 150)]];
  const answers = await Promise.all(
    [...orders, ...orders].map((order) => record(sql, spot, [...order, ...order])),
  );
  const [sum] = await sql`
    select sum(gross) as gross, sum(rentals) as rentals from ledger_entries where spot_pk = ${spot.pk}`;
  expect(sum).toEqual({ gross: 30_000, rentals: 300 });
  expect(answers.flat().filter((one) => one.pk === 0)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('a batch is recorded as a whole or not at all', async () => {
  const spot = await makeSpot(sql);
  const wrong = {
    ...rental(spot, '2026-06-15T19:00:00Z', 100),
    rental_type: 'weekly' as RentalType,
  };
  const batch = [rental(spot, '2026-06-15T19:00:00Z', 100), wrong];
  await expect(record(sql, spot, batch)).rejects.toThrow('rental_type');
  const [sum] = await sql`
    select count(*) as rentals from rentals where spot_pk = ${spot.pk}`;
  expect(sum?.rentals).toBe(0);
});

test('the ledger refuses another organization’s property', async () => {
  const [own, foreign] = [await makeSpot(sql), await makeSpot(sql)];
  const input = rental(foreign, '2026-06-15T19:00:00Z', 100);
  await expect(record(sql, own, [input])).rejects.toThrow('no such property');
});

// 1080 with 80 tax and 31 fee: 1080 − 80 − 31 = 969 adjusted, 10 % is 96.9 → 97. A full refund: −1080 + 80 = −1000
// adjusted (the fee isn't given back), commission −100.
test('a charge of 1080 pays a commission of 97, and its full refund returns a commission of 100', async () => {
  const spot = await makeSpot(sql);
  const paid = movement('2026-06-15T19:00:00Z', 1080, {
    tax: cents(80),
    processing_fee: cents(31),
  });
  const [recorded] = await record(sql, spot, [
    rental(spot, '2026-06-15T19:00:00Z', 0, { movements: [paid] }),
  ]);
  const back = movement('2026-06-16T19:00:00Z', 1080, { kind: 'refund', tax: cents(80) });
  await moveMoney(sql, spot, [{ ...back, rental_pk: recorded?.pk ?? 0 }]);
  const days = await sql`
    select local_date, gross, refunds, tax, processing_fee, commission,
      gross - refunds - tax - processing_fee - commission as net
    from revenue_days where spot_pk = ${spot.pk} order by 1`;
  expect(days.map((row) => Object.values(row))).toEqual([
    ['2026-06-15', 1080, 0, 80, 31, 97, 872],
    ['2026-06-16', 0, 1080, -80, 0, -100, -900],
  ]);
});

test('a payout is recorded once and does not count as revenue', async () => {
  const spot = await makeSpot(sql);
  const before = await differences();
  const payout = {
    source: 'payouts',
    external_id: 'may',
    paid_at: fromIso('2026-06-05T19:00:00Z'),
    local_date: toLocalDate(fromIso('2026-06-05T19:00:00Z'), 'UTC'),
    amount: cents(5000),
    statement_descriptor: 'LOTKEEPER MAY',
  };
  const pay = () =>
    recording(sql, spot.organization, (recorder) => recordPayouts(recorder, [payout]));
  const outcomes = [...(await pay()), ...(await pay())].map((one) => one.outcome);
  expect(outcomes).toEqual(['recorded', 'unchanged']);
  expect(await differences()).toEqual(before);
  const [months] = await sql`
    select count(*) as months from revenue_months where organization_id = ${spot.organization}`;
  expect(months?.months).toBe(0);
});

test('a ledger entry has the property’s local date and hour', async () => {
  const spot = spots[2] as TestSpot;
  const at = '2026-10-03T15:40:00Z';
  await record(sql, spot, [rental(spot, at, 1)]);
  const [entry] = await sql`
    select local_date, local_hour from ledger_entries where occurred_at = ${fromIso(at)}`;
  // Lord Howe jumps from 2:00 to 2:30 at 15:30Z, so ten minutes later it's 2:40.
  expect(entry).toEqual({ local_date: '2026-10-04', local_hour: 2 });
  expect(toLocalHour(fromIso(at), 'Australia/Lord_Howe')).toBe(2);
});

describe('comparing', () => {
  beforeAll(() =>
    makeVisit(sql, spots[0] as TestSpot, '2026-11-02T19:00:00Z', {
      outcome: 'unexplained',
      local_date: toLocalDate(fromIso('2026-11-02T19:00:00Z'), 'America/Phoenix'),
      uncollected: cents(700),
    }),
  );

  test('a comparison finds one cent in a column of a rollup, and a rebuild repairs it', async () => {
    const columns = await listRollupColumns(sql);
    expect(columns).toHaveLength(8 + 14 + 14 + 8 + 4 + 4 + 1 + 2 + 6 + 1 + 2 + 2);
    const property = fc.asyncProperty(fc.constantFrom(...columns), (column) =>
      expectFoundCent(sql, column),
    );
    // Each column is in the stress tests.
    await fc.assert(property, { numRuns: 4 });
  });

  const strangeKeys: Record<string, string> = {
    rental_hours: "hour = '1999-01-01T00:00:00Z'",
    first_rentals: 'car_pk = 0',
  };

  test.each(rollups)(
    'a comparison finds a missing row of %s and one that should not exist',
    async (rollup) => {
      const columns = (await listRollupColumns(sql)).filter((one) => one.rollup === rollup);
      const some = columns.map(({ column }) => `${column} <> 0`).join(' or ');
      await sql.unsafe(`create table taken as select * from ${rollup} where ${some} limit 1`);
      await sql.unsafe(`delete from ${rollup} r using taken t where r = t::text::${rollup}`);
      const missing = await differences();
      expect(missing.length).toBeGreaterThanOrEqual(1);
      for (const { rollup: found, rolled_up, ledger } of missing)
        expect([found, rolled_up, ledger === 0]).toEqual([rollup, 0, false]);
      await sql.unsafe(`insert into ${rollup} select * from taken`);
      expect(await differences()).toEqual([]);
      await sql.unsafe(`update taken set ${strangeKeys[rollup] ?? "local_date = '1999-01-01'"}`);
      await sql.unsafe(`insert into ${rollup} select * from taken`);
      const added = await differences();
      expect(added.length).toBeGreaterThanOrEqual(1);
      for (const { rollup: found, rolled_up, ledger } of added)
        expect([found, rolled_up === 0, ledger]).toEqual([rollup, false, 0]);
      await sql.unsafe('drop table taken');
      await rebuildRollups(sql);
      expect(await differences()).toEqual([]);
    },
  );
});

describe('comparing many properties', () => {
  beforeAll(async () => {
    const organization = await makeOrganization(sql);
    await makeSpot(sql, { organization });
    await sql`
      insert into spots (organization_id, name, address_line1, city, state, timezone, quantity)
      select ${organization.pk}, name || n, address_line1, city, state, timezone, quantity
      from spots, generate_series(1, 2500) n where organization_id = ${organization.pk}`;
  });

  test('each property is compared in one of several steps, and progress counts them all', async () => {
    const steps: number[] = [];
    let all = 0;
    const [hours] = await compareRollups(sql, ({ properties, allProperties }) => {
      steps.push(properties);
      all = allProperties;
    });
    const [counted] = await sql<{ spots: number; rows: number; entries: number }[]>`
      select (select count(*) from spots) as spots, (select count(*) from revenue_hours) as rows,
        (select count(*) from ledger_entries where kind <> 'payout') as entries`;
    expect([all, steps.at(-1)]).toEqual([counted?.spots, counted?.spots]);
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(hours).toMatchObject({ rows: counted?.rows, source_rows: counted?.entries });
  });

  test.each([
    ['before all others', -5, -7],
    ['behind all others', 9_000_000, 1],
  ])('a row of a property that does not exist, %s, is found', async (_, organization, spot) => {
    await sql`
      insert into revenue_sources
      values (${organization}, ${spot}, '2026-06-15', 'test', 100, 0, 0, 0, 0, 1)`;
    const found = { organization_id: organization, spot_pk: spot, local_date: '2026-06-15' };
    expect(await differences()).toMatchObject([
      { ...found, column: 'gross', rolled_up: 100, ledger: 0 },
      { ...found, column: 'rentals', rolled_up: 1, ledger: 0 },
    ]);
    await sql`delete from revenue_sources where organization_id = ${organization}`;
  });

  test('up to 100 differences of a rollup are reported, from all properties', async () => {
    await sql`
      insert into rental_days select organization_id, pk, '1999-01-01', 1 from spots`;
    const found = await differences();
    expect(found).toHaveLength(100);
    expect(new Set(found.map(({ rollup }) => rollup))).toEqual(new Set(['rental_days']));
    await rebuildRollups(sql);
    expect(await differences()).toEqual([]);
  });
});

test('recordRentals accepts an empty batch', async () => {
  const spot = spots[0] as TestSpot;
  const outcome = await recording(sql, spot.organization, (recorder) =>
    recordRentals(recorder, []),
  );
  expect(outcome).toEqual([]);
});
