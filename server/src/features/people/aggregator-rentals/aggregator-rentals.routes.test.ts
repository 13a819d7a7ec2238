import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso, instant, startOfDay, toIso } from '@lotkeeper/contract/kernel/calendar';
import type { AggregatorDay } from '@lotkeeper/contract/people/aggregator-rentals';
import {
  downloadAggregatorRentals,
  getAggregatorRentals,
} from '@lotkeeper/contract/people/aggregator-rentals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

/*
 * A property in New York; now is 2026-11-20, 12:00 there. Clocks went back on November 1.
 *   spothero   Oct 30 12:00 to Nov 2 00:00: November 1, and not the 2nd, which begins when it ends
 *   parkwhiz   Nov 3 23:59 to Nov 5 00:01: the 3rd, 4th and 5th
 *   gate       Nov 4 10:00 to 10:00: no length; the 4th, as our own
 *   lotkeeper  Jan 1, without an end: every day
 *   noson      Aug 1 to Nov 10 12:00, over 100 days: up to the 10th
 *   parkway    Oct 2 08:00 to Nov 1 09:00, 30 days: the 1st
 *   spothero   Sep 1 to Oct 31 23:59: none
 */
const zone = 'America/New_York';
const now = '2026-11-20T17:00:00Z';

const classification = 'Airport Lot' as const;
let stays: { source: string; from: Instant; to: Instant | null }[];

const stay = (property: TestSpot, source: string, start: string, end: string | null) =>
  rental(property, start, 500, { source, end_date: end === null ? null : fromIso(end) });

const lot = { timezone: zone, classification, name: 'Terminal 4' };
const { at, sql, organization, spot, token } = await testProperty({ now }, lot, 'EMPLOYEE');
const empty = await makeSpot(sql, { organization, timezone: zone, classification });
const random = await makeSpot(sql, { organization, timezone: zone, classification });
await record(sql, spot, [
  stay(spot, 'spothero', '2026-10-30T16:00:00Z', '2026-11-02T05:00:00Z'),
  stay(spot, 'parkwhiz', '2026-11-04T04:59:00Z', '2026-11-05T05:01:00Z'),
  stay(spot, 'gate', '2026-11-04T15:00:00Z', '2026-11-04T15:00:00Z'),
  stay(spot, 'lotkeeper', '2026-01-01T15:00:00Z', null),
  stay(spot, 'noson', '2026-08-01T15:00:00Z', '2026-11-10T17:00:00Z'),
  stay(spot, 'parkway', '2026-10-02T12:00:00Z', '2026-11-01T14:00:00Z'),
  stay(spot, 'spothero', '2026-09-01T12:00:00Z', '2026-11-01T03:59:00Z'),
]);
const lengths = [0, 3_600_000, 86_400_000, 31 * 86_400_000, 90 * 86_400_000];
stays = fc
  .sample(
    fc.record({
      source: fc.constantFrom('spothero', 'noson', 'gate'),
      from: fc
        .integer({ min: fromIso('2026-05-01T00:00:00Z'), max: fromIso(now) })
        .map((one) => instant(one)),
      length: fc.option(fc.oneof(fc.constantFrom(...lengths), fc.nat(lengths[4])), { freq: 9 }),
    }),
    { numRuns: 600, seed: 7 },
  )
  .map(({ source, from, length }) => ({
    source,
    from,
    to: length === null ? null : instant(from + length),
  }));
const asked = stays.map((one) =>
  stay(random, one.source, toIso(one.from), one.to && toIso(one.to)),
);
await record(sql, random, asked);

async function read(property: TestSpot, month: number): Promise<AggregatorDay[]> {
  const query = { spot: property.uuid, month, year: 2026 };
  return (await at.call(getAggregatorRentals, { query }, { token })).body;
}

test('a rental is active on every day that it touches, under its source', async () => {
  const days = await read(spot, 11);
  expect(days).toHaveLength(20);
  const on = (day: number) => {
    const { date, ...counts } = days[day - 1] as AggregatorDay;
    return [date, Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))];
  };
  const always = { lotkeeper: 1, noson: 1 };
  expect(on(1)).toEqual(['2026-11-01', { ...always, spothero: 1, parkway: 1, total_rentals: 4 }]);
  expect(on(2)).toEqual(['2026-11-02', { ...always, total_rentals: 2 }]);
  expect(on(3)).toEqual(['2026-11-03', { ...always, parkwhiz: 1, total_rentals: 3 }]);
  expect(on(4)).toEqual(['2026-11-04', { ...always, lotkeeper: 2, parkwhiz: 1, total_rentals: 4 }]);
  expect(on(5)).toEqual(['2026-11-05', { ...always, parkwhiz: 1, total_rentals: 3 }]);
  expect(on(11)).toEqual(['2026-11-11', { lotkeeper: 1, total_rentals: 1 }]);
});

test('any month counts each stay once per day, however long the stay is', async () => {
  let counted = 0;
  for (const month of [5, 6, 7, 8, 9, 10, 11]) {
    for (const day of await read(random, month)) {
      const date = day.date as LocalDate;
      const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
      const active = stays.filter(
        (one) =>
          one.from < to &&
          (one.to === null || one.to > from || (one.to === one.from && one.from === from)),
      );
      const countSource = (source: string) => active.filter((one) => one.source === source).length;
      expect([day.date, day.total_rentals]).toEqual([date, active.length]);
      expect([day.spothero, day.noson, day.lotkeeper]).toEqual(
        ['spothero', 'noson', 'gate'].map(countSource),
      );
      counted += active.length;
    }
  }
  expect(counted).toBeGreaterThan(1000);
});

test('a property without rentals has zeros, and a future month has no days', async () => {
  expect((await read(empty, 11)).map((day) => day.total_rentals)).toEqual(
    Array.from({ length: 20 }, () => 0),
  );
  expect(await read(spot, 12)).toEqual([]);
});

test('the CSV file of aggregator rentals has a column for each of the seven sources', async () => {
  const query = { spot: spot.uuid, month: 11, year: 2026 };
  const { response } = await at.call(downloadAggregatorRentals, { query }, { token });
  const [header, first] = response.body.replace('\uFEFF', '').split('\r\n');
  expect(header).toBe(
    'Date,SpotHero,Cheap Airport Parking,Airport Parking,ParkWhiz,Parkway,Noson,Lotkeeper,Total',
  );
  expect(first).toBe('2026-11-01,1,0,0,0,1,1,1,4');
  expect(response.headers['content-disposition']).toContain(
    'aggregator-rentals terminal-4 2026-11.csv',
  );
});
