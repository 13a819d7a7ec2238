import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { powerThreshold, repeatThreshold } from '@lotkeeper/contract/people/driver-insights';
import { rentalGroups, rentalTypes } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { compareRollups } from '../../../records/money/ledger.ts';
import { changeRentals } from '../../../records/people/rental-changes.ts';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { makeOrganization } from '../../../testing/people.factory.ts';
import { countPagesRead, openSpotScope } from '../../../testing/query-plans.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { readFrequency, readFrequencyByWeekday } from './driver-insights.queries.ts';

const database = await testDatabase(undefined, 10);
const sql = database.system;
const organization = await makeOrganization(sql);
const spots = [await makeSpot(sql, { organization }), await makeSpot(sql, { organization })];
const begin = fromIso('2026-03-02T12:00:00Z');
const lastDay = 40;
const dayAt = (day: number) => instant(begin + day * dayMs);

const toCar = (plate: string | null) =>
  plate === null ? null : ({ plate, state: 'AZ', country: 'US' } as const);
const anyPlate = fc.constantFrom('AAA1', 'BBB2', 'CCC3', 'DDD4', null);
const anyRental = fc
  .record({
    spot: fc.nat({ max: 1 }),
    type: fc.constantFrom(...rentalTypes),
    day: fc.nat({ max: lastDay }),
    plate: anyPlate,
  })
  .map(({ spot, type, day, plate }) => () => {
    const [start_date, end_date] = [dayAt(day), dayAt(day + 1)];
    const at = must(spots[spot], 'property');
    return rental(at, '2026-03-02T12:00:00Z', 500, {
      rental_type: type,
      start_date,
      end_date,
      car: toCar(plate),
    });
  });

const sent: RentalInput[] = [];
let changes = 0;
const pick = (index: number) => sent[index % Math.max(sent.length, 1)];

async function recordSome(makers: readonly (() => RentalInput)[]): Promise<void> {
  const rentals = makers.map((make) => make());
  sent.push(...rentals);
  await record(sql, must(spots[0], 'property'), rentals);
}

/** Assigns another car, or none, to rentals, as their sender does. */
const changeCars = (indexes: readonly number[], plate: string | null) =>
  recording(sql, organization.pk, async (recorder) => {
    const named = new Set(indexes.map(pick).filter((one) => one !== undefined));
    changes += 1;
    const changed_at = instant(begin + changes);
    await changeRentals(
      recorder,
      [...named].map(({ source, external_id }) => ({
        source,
        external_id,
        changed_at,
        car: toCar(plate),
      })),
    );
  });

async function deleteRental(index: number): Promise<void> {
  const external_id = pick(index)?.external_id ?? '';
  await sql`alter table ledger_entries disable trigger append_only`;
  await sql`
    delete from ledger_entries l using rentals r
    where r.external_id = ${external_id} and l.organization_id = r.organization_id and l.rental_pk = r.pk`;
  await sql`alter table ledger_entries enable trigger append_only`;
  await sql`delete from rentals where external_id = ${external_id}`;
}

/** What differs in the rollups of rentals; those of the ledger count what was deleted. */
const listWrongRollups = async () =>
  (await compareRollups(sql)).flatMap(({ source, disagreements }) =>
    source === 'rentals' ? disagreements : [],
  );

const anyStep = fc.oneof(
  fc.array(anyRental, { minLength: 1, maxLength: 6 }).map((some) => () => recordSome(some)),
  fc.tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), anyPlate).map(
    ([indexes, plate]) =>
      () =>
        changeCars(indexes, plate),
  ),
  fc.nat().map((index) => () => deleteRental(index)),
);

/** What the frequencies must be, from the rentals alone: the drivers of each group, by weekday and in all (0). */
async function countPlainly(spotPk: number, range: { from: number; to: number }) {
  const rentals = await sql<{ car: number; type: string; start: number; dow: number }[]>`
    select car_pk as car, rental_type as type, start_date as start,
      extract(isodow from start_local_date)::int as dow
    from rentals where spot_pk = ${spotPk} and car_pk is not null and start_date < ${instant(range.to)}`;
  const isCounted = ({ type, start }: { type: string; start: number }) =>
    start >= range.from && rentalGroups.transient.some((transient) => transient === type);
  const counts = new Map<number, { power: number; repeat: number; one_time: number }>();
  for (const all of Map.groupBy(rentals, ({ car }) => car).values()) {
    const stays = all.filter(isCounted);
    if (stays.length === 0) continue;
    const isKnown = all.some(({ start }) => start < range.from);
    const isRepeat = stays.length > repeatThreshold || isKnown;
    const group =
      stays.length > powerThreshold ? 'power' : isRepeat ? 'repeat' : ('one_time' as const);
    for (const dow of new Set([0, ...stays.map((stay) => stay.dow)])) {
      const row = counts.get(dow) ?? { power: 0, repeat: 0, one_time: 0 };
      row[group] += 1;
      counts.set(dow, row);
    }
  }
  return counts;
}

async function checkFrequencies(range: { from: number; to: number }): Promise<void> {
  for (const spot of spots) {
    const scope = openSpotScope(database, spot);
    const instants = { from: instant(range.from), to: instant(range.to) };
    const counts = await countPlainly(spot.pk, range);
    const all = counts.get(0) ?? { power: 0, repeat: 0, one_time: 0 };
    counts.delete(0);
    expect(await readFrequency(scope, instants)).toEqual(all);
    const rows = await readFrequencyByWeekday(scope, instants);
    expect(new Map(rows.map(({ dow, ...row }) => [dow, row]))).toEqual(counts);
  }
}

test('after any rentals, changes of cars and deletions, the frequencies of any range are what the rentals say', async () => {
  const steps = fc.array(anyStep, { minLength: 1, maxLength: 5 });
  const range = fc.tuple(fc.nat({ max: lastDay }), fc.nat({ max: lastDay }));
  await fc.assert(
    fc.asyncProperty(steps, range, async (some, [from, days]) => {
      for (const step of some) await step();
      await checkFrequencies({ from: dayAt(from), to: dayAt(from + days) });
      expect(await listWrongRollups()).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('first rentals are right after senders that record and change rentals of the same cars at once', async () => {
  const rounds = fc.sample(fc.array(anyRental, { minLength: 3, maxLength: 6 }), 24);
  const senders = rounds.map(async (makers, index) => {
    if (index % 3 === 0) await changeCars([index, index + 1], index % 2 ? 'AAA1' : 'BBB2');
    else await recordSome(makers);
  });
  await Promise.all(senders);
  expect(await listWrongRollups()).toEqual([]);
});

test('who is new among 3,000 drivers is known without reading the rentals of the years before', async () => {
  const spot = await makeSpot(sql, { organization });
  await sql`
    insert into cars (organization_id, plate, plate_key, state)
    select ${organization.pk}, 'N' || n, 'N' || n, 'AZ' from generate_series(1, 3000) n`;
  await sql`
    insert into rentals (organization_id, spot_pk, rental_type, source, external_id, car_pk, start_date, end_date,
      start_local_date)
    select c.organization_id, ${spot.pk}, 'hourly', 'test', c.pk || ' ' || year, c.pk, start, start + interval '1 hour',
      start::date
    from cars c, generate_series(2020, 2025) year,
      make_timestamptz(year, 6, 1, 12, 0, 0, 'UTC') start
    where c.organization_id = ${organization.pk} and c.plate like 'N%'`;
  await sql`vacuum analyze`;
  const scope = openSpotScope(database, spot);
  const range = { from: fromIso('2025-01-01T00:00:00Z'), to: fromIso('2026-01-01T00:00:00Z') };
  expect(await readFrequency(scope, range)).toEqual({ power: 0, repeat: 3000, one_time: 0 });
  // A look-up for each driver reads three pages or more.
  expect(
    await countPagesRead(scope, (reader) => readFrequencyByWeekday(reader, range)),
  ).toBeLessThan(300);
});
