import { takeDeskItem } from '@lotkeeper/contract/cars/plate-desk';
import {
  createServiceCar,
  listServiceCars,
  removeServiceCar,
  serviceCarMessages,
  serviceCarRules,
} from '@lotkeeper/contract/cars/service-cars';
import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { countVisits } from '../../../records/cars/visits/visit-counts.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeStaffedSpot } from '../../../testing/test-property.ts';
import { plateRead, recordReads, settling } from '../../../testing/visits.factory.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
const jobs = settling(at.database, at.clock);
const tow = {
  plate: 'TOW 17',
  state: 'AZ',
  country: 'US',
  kind: 'tow',
  note: 'Ace Towing',
} as const;

const start = async () => {
  at.clock.set('2026-06-15T19:00:00Z');
  return makeStaffedSpot(at);
};

const paramsOf = (spot: TestSpot) => ({ id: String(spot.organization) });

const add = (spot: TestSpot, token: string, body: object = {}) =>
  at.call(createServiceCar, { params: paramsOf(spot), body: { ...tow, ...body } }, { token });

const remove = (spot: TestSpot, token: string, car: number) =>
  at.call(
    removeServiceCar,
    { params: { ...paramsOf(spot), car: String(car) as never } },
    { token },
  );

const list = async (spot: TestSpot, token: string) =>
  (await at.call(listServiceCars, { params: paramsOf(spot) }, { token })).body.cars;

/** A stay of some hours, from some time ago, seen by both cameras. */
async function park(spot: TestSpot, hoursAgo: number, stay: number, plate = 'TOW17') {
  const from = at.clock() - hoursAgo * hourMs;
  await recordReads(sql, spot, [
    plateRead(spot, toIso(instant(from)), 'Entrance', {
      plate,
      external_id: `in-${plate}-${from}`,
    }),
    plateRead(spot, toIso(instant(from + stay * hourMs)), 'Exit', {
      plate,
      external_id: `out-${plate}-${from}`,
    }),
  ]);
  await jobs.settle(spot);
}

const outcomes = async (spot: TestSpot) => {
  const rows = await sql<{ outcome: string; visits: number }[]>`
    select outcome, sum(visits)::int as visits from visit_days where spot_pk = ${spot.pk}
    group by outcome having sum(visits) <> 0 order by outcome`;
  return Object.fromEntries(rows.map(({ outcome, visits }) => [outcome, visits]));
};

test('visits of a listed car are of no customer, owe nothing, and don’t wait at the desk', async () => {
  const { spot, token } = await start();
  expect(await add(spot, token)).toMatchObject({ status: 200 });
  expect(await list(spot, token)).toEqual([
    {
      pk: expect.any(Number) as number,
      car_details: { plate: 'TOW 17', state: 'AZ', country: 'US' },
      kind: 'tow',
      note: 'Ace Towing',
    },
  ]);
  await park(spot, 5, 3);
  await park(spot, 5, 3, 'CAR 1');
  expect(await outcomes(spot)).toEqual({ not_customer: 1, violation_open: 1 });
  const violations = await sql`select plate from violations where spot_pk = ${spot.pk}`;
  expect(violations).toEqual([{ plate: 'CAR 1' }]);
  // A misread of its plate isn't a customer's either.
  await park(spot, 1.5, 1, 'TOW1');
  expect(await outcomes(spot)).toEqual({ not_customer: 2, violation_open: 1 });
  const desk = { params: paramsOf(spot), body: { spot: null, skipped: [] } };
  expect((await at.call(takeDeskItem, desk, { token })).body.waiting).toBe(0);
  expect(await listDisagreements(at.database.system)).toEqual([]);
});

test('visits of the last 30 days that nobody paid for count as no customer’s, and their violations are waived', async () => {
  const { spot, token } = await start();
  await park(spot, 24 * 29, 3);
  await park(spot, 5, 3);
  const before = await outcomes(spot);
  expect(before).toMatchObject({ violation_open: 1 });
  await add(spot, token);
  await jobs.settle(spot);
  expect(await outcomes(spot)).toEqual({ not_customer: 2 });
  const violations = await sql<{ status: string; waived_reason: string }[]>`
    select status, waived_reason from violations where spot_pk = ${spot.pk} order by pk`;
  expect(violations.map(({ status }) => status)).toEqual(violations.map(() => 'Waived'));
  expect(violations.map(({ waived_reason }) => waived_reason)).toEqual([
    'Somebody found that the car owes nothing.',
  ]);
  expect(await listDisagreements(at.database.system)).toEqual([]);
});

test('a violation that nothing is expected for any more is waived too', async () => {
  const { spot, token } = await start();
  await park(spot, 5, 3);
  at.clock.set(toIso(instant(at.clock() + 9 * dayMs)));
  await jobs.settle(spot);
  expect(await sql`select due_at from visits where spot_pk = ${spot.pk}`).toEqual([
    { due_at: null },
  ]);
  await add(spot, token);
  await jobs.settle(spot);
  expect(await outcomes(spot)).toEqual({ not_customer: 1 });
  expect(await sql`select status from violations where spot_pk = ${spot.pk}`).toEqual([
    { status: 'Waived' },
  ]);
});

test('a removed car is a customer’s from then on, and its visits so far stay', async () => {
  const { spot, token } = await start();
  const { body } = await add(spot, token);
  await park(spot, 5, 3);
  at.clock.set(toIso(instant(at.clock() + dayMs)));
  expect((await remove(spot, token, body.pk)).status).toBe(200);
  expect((await remove(spot, token, body.pk)).status).toBe(404);
  at.clock.set(toIso(instant(at.clock() + dayMs)));
  await park(spot, 5, 3);
  expect(await outcomes(spot)).toEqual({ not_customer: 1, violation_open: 1 });
  // Counted again by what is stored, they are the same.
  const visits = await sql<{ pk: number }[]>`select pk from visits where spot_pk = ${spot.pk}`;
  await recording(sql, spot.organization, (recorder) =>
    countVisits(
      recorder,
      visits.map(({ pk }) => pk),
    ),
  );
  expect(await outcomes(spot)).toEqual({ not_customer: 1, violation_open: 1 });
  // It can be added again.
  expect((await add(spot, token)).status).toBe(200);
  const audited = await sql`
    select act, subject_name, after from audit_entries
    where organization_id = ${spot.organization} and subject_type = 'service car' order by pk`;
  expect(audited).toEqual([
    { act: 'create', subject_name: 'TOW 17', after: { kind: 'tow', note: 'Ace Towing' } },
    { act: 'remove', subject_name: 'TOW 17', after: null },
    { act: 'create', subject_name: 'TOW 17', after: { kind: 'tow', note: 'Ace Towing' } },
  ]);
});

test('who pays is a customer, listed or not', async () => {
  const { spot, token } = await start();
  await add(spot, token);
  await record(sql, spot, [
    rental(spot, '2026-06-15T13:30:00Z', 900, {
      end_date: fromIso('2026-06-15T18:30:00Z'),
      car: { plate: 'TOW 17', state: 'AZ', country: 'US' },
    }),
  ]);
  await park(spot, 5, 3);
  expect(await outcomes(spot)).toEqual({ rental: 1 });
});

test('the same car twice, a full list, and fields that say nothing are refused in words', async () => {
  const { spot, token } = await start();
  const [first, second] = await Promise.all([
    add(spot, token),
    add(spot, token, { plate: 'tow-17' }),
  ]);
  expect(first.status + second.status).toBe(200 + 400);
  const refused = await add(spot, token);
  expect(refused.body).toMatchObject({ fields: { plate: serviceCarMessages.listed } });
  expect((await add(spot, token, { plate: '=1+1' })).status).toBe(400);
  expect((await add(spot, token, { state: 'ZZ' })).status).toBe(400);
  expect((await add(spot, token, { note: 'x'.repeat(81) })).status).toBe(400);
  await sql`
    insert into cars (organization_id, plate, plate_key, state, country)
    select ${spot.organization}, 'F' || n, 'F' || n, 'AZ', 'US' from generate_series(1, ${serviceCarRules.maxCars - 1}) n`;
  await sql`
    insert into service_cars (organization_id, car_pk, kind, note, starts_at)
    select organization_id, pk, 'staff', '', ${toIso(at.clock())}::timestamptz from cars
    where organization_id = ${spot.organization} and plate like 'F%'`;
  expect(await add(spot, token, { plate: 'ONE2MANY' })).toMatchObject({
    status: 409,
    body: { detail: serviceCarMessages.full },
  });
});
