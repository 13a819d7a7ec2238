import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import { at, car, parkingDay, read } from '../../../testing/parking-day.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { makeVisitor, makeVisitorCode, until } from '../../../testing/visitors.factory.ts';
import { makeVisit } from '../../../testing/visits.factory.ts';
import { listDisagreements } from '../../money/ledger.ts';
import { recordPayments } from '../../money/payments.ts';
import { recordAppeal, recordDecision } from '../appeals.ts';
import { waiveByPerson } from '../violations.ts';
import { countUncounted, countVisits } from './visit-counts.ts';

const { clock, database, enterUntil, parkedBefore, pays, sees, settleAt, sql } = await parkingDay();

/** The outcomes of a property's day, each with its visits and what they would have brought. */
const counts = async (spot: TestSpot) => {
  const rows = await sql<{ outcome: string; visits: number; uncollected: number }[]>`
    select outcome, visits, uncollected from visit_days
    where spot_pk = ${spot.pk} and visits <> 0 and local_date = '2026-06-15' order by outcome`;
  return rows.map(Object.values);
};

/** Runs the jobs that count visits again. */
async function runCounts(spot: TestSpot) {
  const queued = await sql<{ pk: number }[]>`
    select v.pk from visits v join graphile_worker.jobs j on j.key = 'count_visit:' || v.pk
    where v.spot_pk = ${spot.pk}`;
  await recording(sql, spot.organization, (recorder) =>
    countVisits(
      recorder,
      queued.map(({ pk }) => pk),
    ),
  );
  return queued.length;
}

test('a car is still parked until it leaves, and then counts by why it could', async () => {
  const spot = await makeSpot(sql);
  await pays(spot, '18:30', '22:00');
  await sees(spot, read(spot, '19:00', 'Entrance'));
  await settleAt(spot, '19:01');
  expect(await counts(spot)).toEqual([]);
  expect(await sql`select outcome from visits where spot_pk = ${spot.pk}`).toEqual([
    { outcome: 'present' },
  ]);
  await sees(spot, read(spot, '21:00', 'Exit'));
  await settleAt(spot, '21:01');
  expect(await counts(spot)).toEqual([['rental', 1, 0]]);
});

test('each right to park is an outcome of its own', async () => {
  const code = { days_valid: 1 };
  const parks = async (grant: (spot: TestSpot) => PromiseLike<unknown>) => {
    const spot = await makeSpot(sql);
    await grant(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:00', 'Exit'));
    await settleAt(spot, '21:01');
    return counts(spot);
  };
  const rents = (more: object) => (spot: TestSpot) => pays(spot, '18:30', '22:00', more);
  expect([
    await parks(rents({ rental_type: 'monthly' })),
    await parks(rents({ rental_type: 'enterprise' })),
    await parks(rents({ source: 'spothero' })),
    await parks((spot) => makeVisitor(sql, spot, { car, grants: [until(at('23:00'))] })),
    await parks(async (spot) => {
      const { pk } = await makeVisitorCode(sql, spot, code);
      await makeVisitor(sql, spot, { car, grants: [{ ...until(at('23:00')), code_pk: pk }] });
    }),
    await parks((spot) => sql`update spots set enforcement_enabled = false where pk = ${spot.pk}`),
    await parks(parkedBefore),
  ]).toEqual([
    [['monthly', 1, 0]],
    [['tenant', 1, 0]],
    [['booking_site', 1, 0]],
    [['visitor', 1, 0]],
    [['validated', 1, 0]],
    [['unenforced', 1, 0]],
    [['enforced', 1, 0]],
  ]);
});

test('a violation counts with its penalty until it is paid', async () => {
  const spot = await enterUntil('19:15');
  const [violation] = await sql<{ code: string; amount: number }[]>`
    select code, amount from violations where spot_pk = ${spot.pk}`;
  expect(await counts(spot)).toEqual([['violation_open', 1, violation?.amount]]);
  await recording(sql, spot.organization, (recorder) =>
    recordPayments(recorder, [
      {
        source: 'processor',
        external_id: 'penalty',
        kind: 'penalty',
        occurred_at: fromIso(at('19:30')),
        amount: cents(violation?.amount ?? 0),
        tax: cents(0),
        processing_fee: cents(0),
        rental: null,
        spot_pk: spot.pk,
        rental_type: 'hourly',
        violation: violation?.code ?? null,
      },
    ]),
  );
  expect(await runCounts(spot)).toBe(1);
  expect(await counts(spot)).toEqual([['violation_paid', 1, 0]]);
});

test('a violation that a person waives counts as waived', async () => {
  const spot = await enterUntil('19:15');
  const person = await makePerson(sql);
  const [violation] = await sql<{ uuid: string }[]>`
    select uuid from violations where spot_pk = ${spot.pk}`;
  await recording(sql, spot.organization, (recorder) =>
    waiveByPerson(
      recorder,
      { uuid: violation?.uuid ?? '', spot_pk: spot.pk },
      { person: person.pk, reason: 'A mistake.' },
      clock(),
    ),
  );
  expect(await runCounts(spot)).toBe(1);
  expect(await counts(spot)).toEqual([['violation_waived', 1, 0]]);
});

test('a visit that is settled again while its violation’s appeal is open stays appealed, until somebody decides', async () => {
  const spot = await enterUntil('19:15');
  const [violation] = await sql<[{ pk: number; amount: Cents }]>`
    select pk, amount from violations where spot_pk = ${spot.pk}`;
  const appeal = {
    violation_pk: violation.pk,
    request: crypto.randomUUID(),
    reason: 'paid',
    text: 'I paid.',
    email: 'ana@example.com',
    phone: null,
    due_on: '2026-06-29' as LocalDate,
    first_amount: violation.amount,
    language: 'en',
  } as const;
  const pk = await recording(sql, spot.organization, (recorder) =>
    recordAppeal(recorder, appeal, clock()),
  );
  await settleAt(spot, '19:20');
  expect(await counts(spot)).toEqual([['violation_appealed', 1, violation.amount]]);
  const person = await makePerson(sql);
  const decision = { pk: pk ?? 0, decision: 'upheld', answer: 'No.', person: person.pk } as const;
  await recording(sql, spot.organization, (recorder) =>
    recordDecision(recorder, decision, clock()),
  );
  await settleAt(spot, '19:25');
  expect(await counts(spot)).toEqual([['violation_open', 1, violation.amount]]);
});

test('an unexplained stay counts with the price that was in force', async () => {
  const spot = await makeSpot(sql);
  await sees(spot, read(spot, '21:00', 'Exit'));
  await settleAt(spot, '21:01');
  // How long it was there isn't known: the first hour.
  expect(await counts(spot)).toEqual([['unexplained', 1, 500]]);
});

/** What is stored of the only visit of a property about its validation. */
const readValidation = async (spot: TestSpot) =>
  (
    await sql`
      select outcome, validation_code_pk as code, validation_value as value, uncollected
      from visits where spot_pk = ${spot.pk}`
  )[0];

test('a validated visit keeps its code, and what it would have cost at the price in force', async () => {
  const spot = await makeSpot(sql);
  const code = await makeVisitorCode(sql, spot, { days_valid: 1 });
  await makeVisitor(sql, spot, { car, grants: [{ ...until(at('23:00')), code_pk: code.pk }] });
  await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:10', 'Exit'));
  await settleAt(spot, '21:11');
  // Two hours and ten minutes are three started hours at $5. It isn't money that is missing.
  const validation = { outcome: 'validated', code: code.pk, value: 1500, uncollected: 0 };
  expect(await readValidation(spot)).toEqual(validation);
  await sql`
    update visits set validation_code_pk = null, validation_value = null where spot_pk = ${spot.pk}`;
  expect(await countUncounted(database)).toBe(1);
  expect(await readValidation(spot)).toEqual(validation);
  expect(await countUncounted(database)).toBe(0);
});

test('a visit that is no longer validated has neither code nor value', async () => {
  const spot = await makeSpot(sql);
  const { pk } = await makeVisitorCode(sql, spot, { days_valid: 1 });
  await makeVisitor(sql, spot, { car, grants: [{ ...until(at('23:00')), code_pk: pk }] });
  await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:10', 'Exit'));
  await settleAt(spot, '21:11');
  await pays(spot, '18:30', '22:00');
  clock.set(at('21:12'));
  await sql`update visits set due_at = ${clock()} where spot_pk = ${spot.pk}`;
  await settleAt(spot, '21:12');
  expect(await readValidation(spot)).toEqual({
    outcome: 'rental',
    code: null,
    value: null,
    uncollected: 0,
  });
});

test('visits from before outcomes were kept are counted, in any number, and agree with their rollup', async () => {
  const spot = await makeSpot(sql);
  const stay = { decided: true, due_at: null };
  await record(sql, spot, [rental(spot, at('10:00'), 500, { external_id: 'paid' })]);
  for (const [index, status] of (['renter', 'grace period', 'violator'] as const).entries()) {
    await makeVisit(sql, spot, at(`1${index}:00`), {
      ...stay,
      status,
      exit_at: fromIso(at('20:30')),
      external_id: `old-${index}`,
    });
  }
  expect(await counts(spot)).toEqual([]);
  expect(await countUncounted(database)).toBeGreaterThanOrEqual(3);
  expect(await countUncounted(database)).toBe(0);
  expect(await counts(spot)).toEqual([
    ['grace', 1, 0],
    ['rental', 1, 0],
    ['unexplained', 1, expect.any(Number)],
  ]);
  expect(await listDisagreements(sql)).toEqual([]);
});
