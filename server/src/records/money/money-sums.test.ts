import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { reportedTypeNames } from '@lotkeeper/contract/money/reported-types';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { rentalGroupNames, rentalGroups } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openScope, openSpotScope } from '../../testing/query-plans.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeTakings, someRange } from '../../testing/takings.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import type { MoneyMeasure } from './money-sums.ts';
import { chooseRollup, revenueMeasures, sumMoney } from './money-sums.ts';
import type { RevenueScope } from './revenue.ts';
import { selectSpots } from './revenue.ts';
import { moneyColumns } from './rollups.ts';

/*
 * Every page with money uses what sumMoney reads from rollups. These tests compare it with the ledger entries and the
 * rentals one by one, by the time of each and PostgreSQL's own time zone table.
 */
const database = await testDatabase();
const { system: sql } = database;
const { organization, spots } = await makeTakings(sql);

/** What one ledger entry adds to each sum. */
const ofEntry = {
  gross: 'gross',
  refunds: 'refund',
  tax: 'tax',
  processing_fee: 'processing_fee',
  commission: 'commission',
  adjusted: 'gross - refund - tax - processing_fee',
  net: 'gross - refund - tax - processing_fee - commission',
  refund_count: `(kind = 'refund')::int`,
  rentals: 'rentals',
  entry_count: '1',
  charge_count: `(kind <> 'refund')::int`,
  penalties: `gross * (kind = 'penalty')::int`,
  penalty_count: `(kind = 'penalty')::int`,
  enforcement: 'enforcement',
  enforcement_count: '(enforcement <> 0)::int',
  marketing: 'marketing',
  marketing_count: '(marketing <> 0)::int',
  dynamic_pricing: 'dynamic_pricing',
  dynamic_pricing_count: '(dynamic_pricing <> 0)::int',
};
/** What a rental with a stay adds to each sum. */
const ofStay = { stays: '1', minutes: 'floor(extract(epoch from end_date - start_date) / 60)' };
const everyMeasure = Object.keys({ ...ofEntry, ...ofStay }) as MoneyMeasure[];
const listColumns = (sums: Partial<Record<MoneyMeasure, string>>) =>
  sql.unsafe(everyMeasure.map((name) => `${sums[name] ?? 0} as ${name}`).join(', '));

type Row = Record<string, unknown>;
interface KeyRow extends Record<MoneyMeasure, number> {
  pk: number;
  day: LocalDate;
  type: RentalType;
}
const rows = await sql<(KeyRow & Row)[]>`
  select s.pk, time::date as day, date_trunc('week', time)::date as week,
    date_trunc('month', time)::date as month, extract(isodow from time)::int as weekday,
    extract(hour from time)::int as hour, replace(type, 'free_until_', '') as rental_type, m.*
  from (
    select spot_pk, rental_type as type, occurred_at, source, ${listColumns(ofEntry)} from ledger_entries
    union all
    select spot_pk, rental_type, start_date, source, ${listColumns(ofStay)} from rentals
    where rental_type in ('hourly', 'daily', 'flat_rate', 'free_until_hourly') and end_date > start_date) m
  join spots s on s.pk = m.spot_pk cross join lateral (select timezone(s.timezone, m.occurred_at) as time) l`;

const keyNames = ['day', 'week', 'month', 'weekday', 'hour', 'rental_type', 'source'] as const;
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const someMonths = fc
  .tuple(fc.nat(14), fc.nat(14))
  .map(([from, length]): readonly [LocalDate, LocalDate] => {
    const first = addMonths('2025-11-01' as LocalDate, from);
    return [first, addDays(addMonths(first, length + 1), -1)];
  });
const someQuestion = fc
  .record({
    spot: maybe(fc.nat(3)),
    measures: fc.oneof(
      fc.subarray(everyMeasure, { minLength: 1 }),
      fc.subarray<MoneyMeasure>([...revenueMeasures, 'charge_count', 'penalties'], {
        minLength: 1,
      }),
    ),
    by: fc.uniqueArray(fc.constantFrom(...keyNames), { maxLength: 2 }),
    range: fc.oneof(someRange, someMonths),
    filters: fc.record({
      rental_type: maybe(fc.constantFrom(...reportedTypeNames)),
      rental_group: maybe(fc.constantFrom(...rentalGroupNames)),
      source: maybe(fc.constantFrom('test', 'spothero', 'nobody')),
      weekday: maybe(fc.integer({ min: 1, max: 7 })),
      hour: maybe(fc.integer({ min: 0, max: 23 })),
    }),
  })
  .filter(({ measures, by, filters }) => {
    const byHour = by.includes('hour') || filters.hour !== undefined;
    const hasStays = measures.includes('stays') || measures.includes('minutes');
    const typedTwice = filters.rental_type !== undefined && filters.rental_group !== undefined;
    return chooseRollup(measures, by, filters) !== null && !(byHour && hasStays) && !typedTwice;
  });
type Question = typeof someQuestion extends fc.Arbitrary<infer T> ? T : never;

/** The sums of rows that aren't all zeros, by their keys. */
function sumRows(found: readonly Row[], by: readonly string[], measures: readonly MoneyMeasure[]) {
  const groups = Map.groupBy(found, (row) => JSON.stringify(['pk', ...by].map((key) => row[key])));
  const sums = [...groups].map(([key, group]) => {
    const add = (name: string) => group.reduce((total, row) => total + (row[name] as number), 0);
    return [key, measures.map(add)] as const;
  });
  return new Map(sums.filter(([, amounts]) => amounts.some((amount) => amount !== 0)));
}

/** The rows within the question's days and filters. */
function findRows({ spot, range: [from, to], filters }: Question) {
  const { rental_group: group, ...equal } = filters;
  const wanted = Object.entries({ ...equal, pk: spot === undefined ? undefined : spots[spot]?.pk });
  return rows.filter(
    (row) =>
      row.day >= from &&
      row.day <= to &&
      (!group || (rentalGroups[group] as readonly RentalType[]).includes(row.type)) &&
      wanted.every(([name, value]) => value === undefined || row[name] === value),
  );
}

/** The result of sumMoney for the scope's properties. */
const readSums = (scope: RevenueScope, question: Parameters<typeof sumMoney>[2]): Promise<Row[]> =>
  scope.read(
    (read) => read`
      select s.pk, m.* from ${selectSpots(read, scope)}
      cross join lateral (${sumMoney(read, scope, question)}) m`,
  );

const getScope = (spot: number | undefined): RevenueScope =>
  spot === undefined
    ? openScope(database, { organization: organization.pk })
    : openSpotScope(database, spots[spot] as TestSpot);

test('any sums of any days, by any keys and filters, equal those of the ledger’s entries and the rentals', async () => {
  await fc.assert(
    fc.asyncProperty(someQuestion, async (question) => {
      const { spot, measures, by: names, range, filters } = question;
      const by = Object.fromEntries(names.map((name) => [name, name]));
      const span = { from: range[0], to: range[1] };
      const found = await readSums(getScope(spot), { measures, by, span, filters });
      expect(sumRows(found, names, measures)).toEqual(sumRows(findRows(question), names, measures));
    }),
    { numRuns: 400 },
  );
});

test('the sums of the whole history equal those of its entries', async () => {
  const measures = [...moneyColumns, 'adjusted', 'net'] as const;
  const found = await readSums(getScope(undefined), { measures, span: null });
  expect(sumRows(found, [], measures)).toEqual(sumRows(rows, [], measures));
});
