import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { rentalTypes } from '@lotkeeper/contract/people/rentals';
import fc from 'fast-check';
import { recordMovements } from '../records/money/entries.ts';
import { makeOrganization } from './people.factory.ts';
import { movement, record, recording, rental } from './rentals.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import { makeSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

/*
 * Random money at lots in four zones, from 2025-12-01 to 2027-01-01: at any time, and in the hours around month ends
 * and New York's two clock changes, where a wrong zone or boundary would show.
 */
const zones = ['Pacific/Honolulu', 'America/New_York', 'America/Phoenix', 'America/St_Johns'];
const begin = fromIso('2025-12-01T00:00:00Z');
const end = fromIso('2027-01-01T00:00:00Z');
const edges = [
  '2026-01-01T05:00:00Z',
  '2026-03-01T05:00:00Z',
  '2026-03-08T07:00:00Z',
  '2026-07-01T10:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-12-01T10:00:00Z',
].map(fromIso);
const moment = fc.oneof(
  fc.integer({ min: begin, max: end }),
  fc
    .tuple(fc.constantFrom(...edges), fc.integer({ min: -21_600_000, max: 21_600_000 }))
    .map(([at, off]) => at + off),
);
const sources = ['test', 'test', 'spothero', 'airport'];
const taking = fc.record({
  source: fc.constantFrom(...sources),
  spot: fc.nat(zones.length - 1),
  at: moment.map((at) => toIso(instant(at))),
  kind: fc.constantFrom('charge', 'charge', 'charge', 'refund', 'penalty'),
  rental_type: fc.constantFrom(...rentalTypes),
  amount: fc.integer({ min: 0, max: 900_000 }),
  tax: fc.integer({ min: 0, max: 9000 }),
  processing_fee: fc.integer({ min: 0, max: 3000 }),
  base: fc.option(fc.integer({ min: 0, max: 900_000 })),
  marketed: fc.boolean(),
  auto_started: fc.boolean(),
});
type Taking = typeof taking extends fc.Arbitrary<infer T> ? T : never;

function movementOf(one: Taking) {
  return movement(one.at, one.amount, {
    kind: one.kind,
    tax: cents(Math.min(one.tax, one.amount)),
    processing_fee: cents(one.processing_fee),
    base_price: one.base === null ? null : cents(one.base),
  });
}

/** An organization with four lots and 1,500 ledger entries, and its lots. */
export async function makeTakings(
  sql: TestApp['database']['system'],
): Promise<{ organization: { pk: number; uuid: string }; spots: TestSpot[] }> {
  const organization = await makeOrganization(sql, { commission_rate: 1375 });
  const spots = await Promise.all(
    zones.map((timezone) => makeSpot(sql, { organization, timezone })),
  );
  const spotOf = (one: Taking) => spots[one.spot] as TestSpot;
  const takings = fc.sample(taking, { numRuns: 1500, seed: 20_260_615 });
  const charges = takings.filter((one) => one.kind === 'charge');
  const rentals = charges.map((one) => {
    const { source, rental_type, marketed, auto_started } = one;
    const movements = [movementOf(one)] as const;
    return rental(spotOf(one), one.at, one.amount, {
      source,
      rental_type,
      marketed,
      auto_started,
      movements,
    });
  });
  await record(sql, { organization: organization.pk }, rentals);
  const later = takings
    .filter((one) => one.kind !== 'charge')
    .map((one) => ({
      source: one.source,
      spot_pk: spotOf(one).pk,
      rental_pk: null,
      rental_type: one.rental_type,
      ...movementOf(one),
    }));
  await recording(sql, organization.pk, (recorder) => recordMovements(recorder, later));
  // Autovacuum does this on a real server; plans for tables that seem empty take ten times as long.
  await sql`analyze`;
  return { organization, spots };
}

const firstDay = '2025-11-25' as LocalDate;

/** Any range of days around the entries, by its first and last day. */
export const someRange = fc
  .tuple(fc.integer({ min: 0, max: 420 }), fc.integer({ min: 0, max: 420 }))
  .map(([a, b]) => [addDays(firstDay, Math.min(a, b)), addDays(firstDay, Math.max(a, b))] as const);
