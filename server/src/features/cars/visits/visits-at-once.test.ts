import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlateReadInput } from '../../../records/cars/plate-reads.ts';
import { recordPlateReads } from '../../../records/cars/plate-reads.ts';
import { lockPairing } from '../../../records/cars/visits/pairing-lock.ts';
import { countVisits } from '../../../records/cars/visits/visit-counts.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { at, car, parkingDay, read } from '../../../testing/parking-day.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { settleReads, withSettling } from './visits-at-once.ts';

const { clock, jobs, parkedBefore, pays, sees, settleAt, sql, visits } = await parkingDay();

/** Records reads at the given time of day, as cameras' calls do. */
async function arrive(spot: TestSpot, time: string, ...reads: PlateReadInput[]) {
  clock.set(time.includes('T') ? time : at(time));
  await withSettling((settling) =>
    recording(sql, spot.organization, async (recorder) => {
      const recorded = await recordPlateReads(recorder, reads, clock());
      await settleReads(recorder, recorded, { now: clock(), settling });
    }),
  );
}

const queued = async (spot: TestSpot) =>
  (await sql`select from graphile_worker.jobs where key = ${`settle_visits:${spot.pk}`}`).length;

/** Counts the property's visits again by what is stored of them. */
async function countAgain(spot: TestSpot) {
  const rows = await sql<{ pk: number }[]>`
    update visits set outcome = null, local_date = null, uncollected = 0, validation_code_pk = null,
      validation_value = null
    -- Only one whose entrance wasn't read needs what it counted as.
    where spot_pk = ${spot.pk} and not (entrance_at is null and outcome = 'grace') returning pk`;
  await recording(sql, spot.organization, (recorder) =>
    countVisits(
      recorder,
      rows.map(({ pk }) => pk),
    ),
  );
}

const unpaired = async (spot: TestSpot) =>
  (await sql`select from plate_reads where spot_pk = ${spot.pk} and not paired`).length;

test('an arrival and its exit are a visit as soon as they are recorded, without a job', async () => {
  const spot = await makeSpot(sql);
  await arrive(spot, '19:00', read(spot, '19:00', 'Entrance'));
  const stay = { entrance_at: '19:00', status: 'grace period' };
  expect(await visits(spot)).toMatchObject([{ ...stay, exit_at: null, decided: false }]);
  await arrive(spot, '19:10', read(spot, '19:10', 'Exit'));
  expect(await visits(spot)).toMatchObject([{ ...stay, exit_at: '19:10', decided: true }]);
  expect([await queued(spot), await unpaired(spot)]).toEqual([0, 0]);
});

test('a renter is one as soon as the car is seen, and is due again when the rental ends', async () => {
  const spot = await makeSpot(sql);
  await pays(spot, '18:50', '21:00');
  await arrive(spot, '19:00', read(spot, '19:00', 'Entrance'));
  expect(await visits(spot)).toMatchObject([{ status: 'renter', decided: false }]);
  expect(await sql`select due_at, rental_pk from visits where spot_pk = ${spot.pk}`).toEqual([
    { due_at: fromIso(at('21:15')), rental_pk: expect.any(Number) as unknown },
  ]);
  expect(await queued(spot)).toBe(0);
});

test('money and violations are left to the job, which finds the reads as they were recorded', async () => {
  const spot = await makeSpot(sql);
  await parkedBefore(spot);
  await arrive(spot, '19:00', read(spot, '19:00', 'Entrance'));
  await arrive(spot, '20:00', read(spot, '20:00', 'Exit'));
  expect([await queued(spot), await unpaired(spot)]).toEqual([1, 1]);
  expect(await visits(spot)).toMatchObject([{ exit_at: null }]);
  expect(await settleAt(spot, '20:01')).toEqual([['enforced', true]]);
});

test('a read at a property that is being settled waits for nothing and is left to a job', async () => {
  const spot = await makeSpot(sql);
  await recording(sql, spot.organization, async ({ tx }) => {
    await lockPairing(tx, spot.pk);
    await arrive(spot, '19:00', read(spot, '19:00', 'Entrance'));
  });
  expect([await queued(spot), await unpaired(spot)]).toEqual([1, 1]);
});

test.each(['-infinity', '9999-12-31T23:59:59Z'])(
  'beside a read of %s a new one is recorded all the same, and both are left to a job',
  async (time) => {
    const spot = await makeSpot(sql);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await sql`update plate_reads set captured_at = ${time} where spot_pk = ${spot.pk}`;
    await arrive(spot, '19:10', read(spot, '19:10', 'Exit'));
    expect([await queued(spot), await unpaired(spot)]).toEqual([1, 2]);
  },
);

test('reads of many cars at once are left to a job', async () => {
  const spot = await makeSpot(sql);
  const cars = Array.from({ length: 30 }, (_, index) =>
    read(spot, '19:00', 'Entrance', { plate: `CAR${100 + index}`, external_id: `car-${index}` }),
  );
  await arrive(spot, '19:00', ...cars);
  expect([await queued(spot), await unpaired(spot)]).toEqual([1, 30]);
});

test('visits settled at once and by jobs are the same, whatever cameras see and drivers pay', async () => {
  const anyRead = fc.record({
    minutes: fc.nat({ max: 300 }),
    direction: fc.constantFrom('Entrance' as const, 'Exit' as const, null),
    plate: fc.constantFrom('ABC123', 'ABC123', 'A8C123', 'A8CI23', 'XYZ987', ''),
    confidence: fc.constantFrom(0.5, 0.8, 0.9),
  });
  const outcome = async (spot: TestSpot) => ({
    visits: await sql`
      select status, decided, doubtful, plate, state, entrance_at, exit_at, exit_missed, due_at,
        rental_pk is null as unpaid, car_pk is null as unknown, outcome, local_date, uncollected,
        validation_code_pk, validation_value
      from visits where spot_pk = ${spot.pk} order by coalesce(entrance_at, exit_at), plate, exit_at`,
    reads: await sql`
      select r.external_id, r.seen_at, v.entrance_at, v.exit_at, v.plate
      from plate_reads r left join visits v on v.pk = r.visit_pk
      where r.spot_pk = ${spot.pk} order by r.external_id`,
    violations: await sql`
      select status, amount, created_at from violations where spot_pk = ${spot.pk} order by created_at`,
    money: await sql`
      select kind, gross, refund, occurred_at from ledger_entries
      where spot_pk = ${spot.pk} order by occurred_at, kind, gross, refund`,
  });
  const since = fromIso(at('17:00'));
  // Only the time after its rental is unpaid.
  const exit = { minutes: 106, direction: 'Exit', plate: 'ABC123', confidence: 0.9 } as const;
  const unread = { minutes: 100, direction: 'Entrance', plate: '', confidence: 0.8 } as const;
  const entrance = { minutes: 0, direction: 'Entrance', plate: 'A8C123', confidence: 0.8 } as const;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRead, { minLength: 1, maxLength: 10 }),
      fc.constantFrom('unknown', 'known', 'paid'),
      async (drawn, driver) => {
        const spots = [await makeSpot(sql), await makeSpot(sql)] as const;
        for (const spot of spots) {
          if (driver === 'known') await parkedBefore(spot);
          if (driver === 'paid')
            await record(sql, spot, [
              rental(spot, at('17:30'), 500, { end_date: fromIso(at('18:30')), car }),
            ]);
        }
        const [byJob, atOnce] = spots;
        for (const [index, { minutes, ...more }] of drawn.entries()) {
          const captured_at = instant(since + minutes * 60_000);
          const made = {
            ...more,
            external_id: `read-${index}`,
            captured_at,
            received_at: captured_at,
          };
          clock.set(toIso(instant(since + (index + 1) * 1_800_000)));
          // What time alone changes is up to the sweep.
          await jobs.settle(byJob);
          await jobs.settle(atOnce);
          await sees(byJob, read(byJob, '19:00', null, made));
          await jobs.settle(byJob);
          await arrive(atOnce, toIso(clock()), read(atOnce, '19:00', null, made));
          if ((await queued(atOnce)) > 0) {
            await jobs.settle(atOnce);
            await sql`select graphile_worker.remove_job(${`settle_visits:${atOnce.pk}`})`;
          }
        }
        const expected = await outcome(byJob);
        expect(await outcome(atOnce)).toEqual(expected);
        await countAgain(atOnce);
        expect(await outcome(atOnce)).toEqual(expected);
      },
    ),
    {
      numRuns: 15,
      examples: [
        [[exit, entrance], 'paid'],
        [[unread, exit], 'unknown'],
      ],
    },
  );
  expect(await listDisagreements(sql)).toEqual([]);
  // Those are counted as they are due.
  expect(await sql`select from visits where outcome = 'present' and due_at is null`).toEqual([]);
});
