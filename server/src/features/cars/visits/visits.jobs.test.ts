import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordPlateReads } from '../../../records/cars/plate-reads.ts';
import { recordOutsideVisits } from '../../../records/cars/visits/outside-visits.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { eventually } from '../../../testing/eventually.ts';
import { at, car, parkingDay, read, timeOf } from '../../../testing/parking-day.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { retrySetAside } from './set-aside.ts';

const {
  automatic,
  clock,
  enterUntil,
  jobs,
  money,
  parkedBefore,
  pays,
  sees,
  settleAt,
  sql,
  statuses,
  violations,
  visits,
} = await parkingDay();

describe('late reads', () => {
  test('a day that is imported later is judged with the payments that come after it', async () => {
    const spot = await makeSpot(sql);
    const late = { received_at: fromIso('2026-06-18T19:05:00Z') };
    await sees(spot, read(spot, '19:00', 'Entrance', late));
    await settleAt(spot, '2026-06-18T19:06:00Z');
    // It's 19:01 there on the 15th.
    expect(await statuses(spot)).toEqual([['grace period', false]]);
    await pays(spot, '19:10', '21:00');
    expect(await settleAt(spot, '2026-06-18T19:30:00Z')).toEqual([['renter', false]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('an exit that comes late refunds the charge for a stay within the grace minutes', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await sees(spot, read(spot, '19:05', 'Exit', { received_at: fromIso(at('19:06')) }));
    expect(await settleAt(spot, '19:40')).toEqual([['grace period', true]]);
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['refund', 0, 500, '19:40'],
    ]);
  });

  test('an exit that comes late waives the violation of a stay within the grace minutes', async () => {
    const spot = await enterUntil('19:15');
    await sees(spot, read(spot, '19:05', 'Exit'));
    expect(await settleAt(spot, '19:40')).toEqual([['grace period', true]]);
    expect(await violations(spot)).toMatchObject([{ status: 'Waived' }]);
  });

  test('an entrance that comes after its exit joins its visit', async () => {
    const spot = await makeSpot(sql);
    await sees(spot, read(spot, '21:00', 'Exit'));
    await settleAt(spot, '21:01');
    await sees(spot, read(spot, '20:50', 'Entrance'));
    await settleAt(spot, '21:05');
    expect(await visits(spot)).toMatchObject([{ entrance_at: '20:50', exit_at: '21:00' }]);
  });

  test('a camera’s clock is corrected before pairing, and a visit that was already paired keeps its times', async () => {
    const spot = await makeSpot(sql);
    const [camera] = await sql<[{ pk: number }]>`
      insert into cameras (organization_id, camera_ref, name, spot_pk, direction, first_seen_at)
      values (${spot.organization}, 'out', 'Out', ${spot.pk}, 'Exit', ${0}) returning pk`;
    const clockIs = (ahead: number) =>
      sql`update cameras set clock_offset_ms = ${ahead} where pk = ${camera.pk}`;
    const byCamera = { camera_pk: camera.pk };
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '18:10', null, byCamera));
    await clockIs(-3_600_000);
    await settleAt(spot, '19:30');
    const paired = [{ entrance_at: '19:00', exit_at: '19:10', doubtful: false }];
    expect(await visits(spot)).toMatchObject(paired);
    await clockIs(0);
    await sees(spot, read(spot, '21:00', 'Entrance'));
    await settleAt(spot, '21:01');
    expect(await visits(spot)).toMatchObject([...paired, { entrance_at: '21:00' }]);
  });

  test('a driver who paid is not charged while a camera that sends its queue holds back the time at the property', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    await pays(spot, '19:00', '22:00');
    const queued = { plate: 'XYZ 987', received_at: fromIso(at('20:31')) };
    await sees(spot, read(spot, '19:05', 'Entrance'), read(spot, '20:30', 'Exit'));
    await sees(spot, read(spot, '17:00', 'Entrance', queued));
    expect(await settleAt(spot, '20:32')).toContainEqual(['renter', true]);
    expect(await money(spot)).toEqual([]);
  });

  test('a read that counts at its arrival is not moved by the offset of its camera’s clock', async () => {
    const spot = await makeSpot(sql);
    const [camera] = await sql<[{ pk: number }]>`
      insert into cameras (organization_id, camera_ref, name, spot_pk, direction, first_seen_at, clock_offset_ms)
      values (${spot.organization}, 'out', 'Out', ${spot.pk}, 'Exit', ${0}, -3600000) returning pk`;
    const arrival = { camera_pk: camera.pk, time_of_arrival: true, claimed_at: null };
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '19:10', null, arrival));
    await settleAt(spot, '19:30');
    expect(await visits(spot)).toMatchObject([{ entrance_at: '19:00', exit_at: '19:10' }]);
  });

  test('reads after a wrong clock are paired again once the offset is known, and their charges are refunded', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    const [camera] = await sql<[{ pk: number }]>`
      insert into cameras (organization_id, camera_ref, name, spot_pk, direction, first_seen_at)
      values (${spot.organization}, 'in', 'In', ${spot.pk}, 'Entrance', ${0}) returning pk`;
    // Its clock is two hours behind, which four cars aren't enough to show.
    const behind = (time: string, plate: string) =>
      read(spot, time, null, {
        camera_pk: camera.pk,
        plate,
        captured_at: instant(fromIso(at(time)) - 7_200_000),
      });
    await sees(spot, behind('19:00', 'ABC123'), read(spot, '19:10', 'Exit'));
    await settleAt(spot, '19:40');
    expect(await visits(spot)).toMatchObject([{ status: 'enforced', entrance_at: '17:00' }]);
    for (const minute of [41, 42, 43, 44]) {
      await sees(spot, behind(`19:${minute}`, `OTHER${minute}`));
    }
    await settleAt(spot, '19:45');
    expect((await visits(spot))[0]).toMatchObject({
      status: 'grace period',
      entrance_at: '19:00',
      exit_at: '19:10',
    });
    const refunded = (await money(spot)).map(([kind, gross, refund]) => [kind, gross, refund]);
    expect(refunded).toContainEqual(['refund', 0, 1500]);
  });

  test('a debt that becomes known more than two days later by the server’s clock makes no violation, whatever the cameras show', async () => {
    const spot = await makeSpot(sql);
    const late = { received_at: fromIso('2026-06-18T19:05:00Z') };
    await sees(spot, read(spot, '18:00', 'Entrance', late), read(spot, '19:04', 'Exit', late));
    expect(await settleAt(spot, '2026-06-18T19:30:00Z')).toEqual([['violator', true]]);
    expect(await violations(spot)).toEqual([]);
  });

  test('a debt that becomes known more than two days later makes no violation', async () => {
    const spot = await makeSpot(sql);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:00', 'Exit'));
    expect(await settleAt(spot, '2026-06-17T19:16:00Z')).toEqual([['violator', true]]);
    expect(await violations(spot)).toEqual([]);
  });

  test('a visit paired by another system is judged like one of ours, and again when its exit comes', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    const recordExit = (exit_at: string | null) =>
      recording(sql, spot.organization, (recorder) =>
        recordOutsideVisits(
          recorder,
          [
            {
              source: 'theirs',
              external_id: 'v1',
              spot_pk: spot.pk,
              ...car,
              entrance_at: fromIso(at('19:00')),
              exit_at: exit_at === null ? null : fromIso(at(exit_at)),
            },
          ],
          fromIso(at('19:00')),
        ),
      );
    await recordExit(null);
    expect(await settleAt(spot, '19:15')).toEqual([['enforced', false]]);
    await recordExit('20:30');
    expect(await settleAt(spot, '20:31')).toEqual([['enforced', true]]);
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['charge', 500, 0, '20:30'],
    ]);
  });
});

describe('plates', () => {
  test('what a camera sends instead of a plate is not a car: no visit, no charge', async () => {
    const spot = await makeSpot(sql);
    for (const plate of ['NO-PLATE', 'unlicensed', '无车牌', 'XXXXXXX', 'not detected', 'NULL']) {
      await sees(
        spot,
        read(spot, '19:00', 'Entrance', { plate }),
        read(spot, '21:00', 'Exit', { plate }),
      );
    }
    await settleAt(spot, '21:30');
    expect(await visits(spot)).toEqual([]);
    expect(await violations(spot)).toEqual([]);
  });

  test('a visit without a plate that another system sends is never charged', async () => {
    const spot = await makeSpot(sql);
    const visit = { source: 'theirs', external_id: 'v1', spot_pk: spot.pk, plate: 'UNKNOWN' };
    const times = { entrance_at: fromIso(at('19:00')), exit_at: fromIso(at('21:00')) };
    await recording(sql, spot.organization, (recorder) =>
      recordOutsideVisits(
        recorder,
        [{ ...visit, ...times, state: null, country: null }],
        fromIso(at('21:00')),
      ),
    );
    expect(await settleAt(spot, '21:30')).toEqual([['violator', true]]);
    expect(await violations(spot)).toEqual([]);
  });

  test('a plate in any script is one car, and its payments count', async () => {
    const spot = await makeSpot(sql);
    await pays(spot, '18:50', '22:00', { car: { ...car, plate: 'АВС 123' } });
    await sees(
      spot,
      read(spot, '19:00', 'Entrance', { plate: 'ABC١٢٣' }),
      read(spot, '21:00', 'Exit', { plate: 'ＡＢＣ１２３' }),
    );
    expect(await settleAt(spot, '21:30')).toEqual([['renter', true]]);
  });
});

describe('settling job', () => {
  test.each(['-infinity', '9999-12-31T23:59:59Z'])(
    'a read of %s is set aside with its reason, and the other cars are judged',
    async (time) => {
      const spot = await makeSpot(sql);
      await sees(
        spot,
        read(spot, '19:00', 'Entrance', { plate: 'BAD111' }),
        read(spot, '19:00', 'Entrance', { plate: 'GOOD11' }),
        read(spot, '19:05', 'Exit', { plate: 'GOOD11' }),
      );
      await sql`update plate_reads set captured_at = ${time} where spot_pk = ${spot.pk} and plate = 'BAD111'`;
      await settleAt(spot, '19:30');
      expect(await visits(spot)).toContainEqual(
        expect.objectContaining({ plate: 'GOOD11', status: 'grace period', exit_at: '19:05' }),
      );
      const aside = await sql`
        select plate, set_aside from plate_reads where spot_pk = ${spot.pk} and set_aside is not null
        union all
        select plate, set_aside from visits where spot_pk = ${spot.pk} and set_aside is not null`;
      expect(aside).toMatchObject([{ plate: 'BAD111' }]);

      await sql`update plate_reads set captured_at = ${at('19:00')} where spot_pk = ${spot.pk} and plate = 'BAD111'`;
      expect(await retrySetAside(sql, fromIso(at('19:30')))).toBe(1);
      expect(await retrySetAside(sql, fromIso(at('19:30')))).toBe(0);
      await settleAt(spot, '19:40');
      expect(
        await sql`select paired, set_aside from plate_reads where spot_pk = ${spot.pk} and plate = 'BAD111'`,
      ).toEqual([{ paired: true, set_aside: null }]);
    },
  );

  test('the settling job does nothing twice when it runs again or three times at once', async () => {
    const spots = [await makeSpot(sql), await makeSpot(sql)];
    await parkedBefore(spots[0] as TestSpot);
    for (const spot of spots) {
      await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:30', 'Exit'));
    }
    clock.set(at('22:00'));
    await Promise.all(spots.flatMap((spot) => [1, 2, 3].map(() => jobs.settle(spot))));
    const eventCount = jobs.changedSpots.length;
    for (const spot of spots) await jobs.settle(spot);
    expect(jobs.changedSpots).toHaveLength(eventCount);
    expect(await money(spots[0] as TestSpot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['charge', 1000, 0, '21:30'],
    ]);
    expect(await violations(spots[1] as TestSpot)).toHaveLength(1);
    expect(await statuses(spots[0] as TestSpot)).toEqual([['enforced', true]]);
  });

  test('the settling job leaves nothing half done when it fails, and does everything when it runs again', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '20:30', 'Exit'));
    await sql.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$;
      create trigger fail before update of status on visits for each row execute function fail()`);
    clock.set(at('21:00'));
    await expect(jobs.settle(spot)).rejects.toThrow('no space left');
    // The visit is paired and waits; the rental created before in the same transaction was rolled back.
    expect(await statuses(spot)).toEqual([['grace period', false]]);
    expect(await automatic(spot)).toEqual([]);
    await sql.unsafe('drop trigger fail on visits; drop function fail');
    await jobs.settle(spot);
    expect(await statuses(spot)).toEqual([['enforced', true]]);
    expect(await money(spot)).toHaveLength(2);
  });

  test('the sweep queues the settling job only for properties where time alone may change something', async () => {
    const [waiting, done] = [await makeSpot(sql), await makeSpot(sql)];
    await sees(waiting, read(waiting, '19:00', 'Entrance'));
    await sees(done, read(done, '19:00', 'Entrance'), read(done, '19:05', 'Exit'));
    await settleAt(waiting, '19:06');
    await settleAt(done, '19:06');
    await sql`delete from graphile_worker._private_jobs`;
    const queued = async (time: string) => {
      clock.set(at(time));
      await jobs.sweep();
      const rows = await sql<{ key: string }[]>`select key from graphile_worker.jobs`;
      return rows.map((row) => row.key);
    };
    const key = (spot: TestSpot) => `settle_visits:${spot.pk}`;
    expect(await queued('19:14')).not.toContain(key(waiting));
    expect(await queued('19:15')).toContain(key(waiting));
    expect(await queued('19:15')).not.toContain(key(done));
  });

  test('settling and recording at the same time never deadlock', async () => {
    const first = await makeSpot(sql);
    const organization = { pk: first.organization };
    const more = [1, 2, 3].map(() => makeSpot(sql, { organization }));
    const spots = [first, ...(await Promise.all(more))];
    // A plate that is at two properties at once isn't charged.
    const toPlate = (spot: TestSpot, index: number) =>
      `X${'ACEF'[spots.indexOf(spot)]}V${index + 300}`;
    const indices = Array.from({ length: 20 }, (_, index) => index);
    const rentalsOf = (time: string) =>
      indices.flatMap((index) =>
        spots.map((spot) =>
          rental(spot, time, 500 + index, {
            car: { ...car, plate: toPlate(spot, index) },
            renter: { phone: '+16025550100' },
          }),
        ),
      );
    await record(sql, first, rentalsOf('2026-05-01T19:00:00Z'));
    for (const spot of spots) {
      const readsOf = (index: number) =>
        read(spot, '19:00', 'Entrance', { plate: toPlate(spot, index) });
      await sees(spot, ...indices.map(readsOf));
    }
    clock.set(at('19:20'));
    await Promise.all([
      ...spots.map((spot) => jobs.settle(spot)),
      ...spots.map(() => record(sql, first, rentalsOf('2026-06-14T19:00:00Z').toReversed())),
    ]);
    const rows = await sql`select status, count(*) as visits from visits
      where organization_id = ${organization.pk} group by status`;
    expect(rows).toEqual([{ status: 'enforced', visits: 80 }]);
  });

  test('the settling job notifies watching browsers only when something changed', async () => {
    const spot = await makeSpot(sql);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    jobs.changedSpots.length = 0;
    await settleAt(spot, '19:01');
    expect(jobs.changedSpots).toEqual([spot.pk]);
    await settleAt(spot, '19:02');
    expect(jobs.changedSpots).toEqual([spot.pk]);
  });

  test('the ledger and the rollups agree after the settling jobs', async () => {
    expect(await listDisagreements(sql)).toEqual([]);
  });
});

/** What the cameras saw, without what enforcement did about it. */
const seen = (spot: TestSpot) => sql`
  select plate, entrance_at, exit_at, exit_missed, doubtful from visits where spot_pk = ${spot.pk}
  order by coalesce(entrance_at, exit_at), exit_at, plate`;

describe('doubtful reads', () => {
  test('a visit whose direction was guessed is doubtful and costs nothing, even with a known plate', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', null), read(spot, '21:00', null));
    await settleAt(spot, '21:30');
    expect(await visits(spot)).toMatchObject([
      { status: 'violator', decided: true, doubtful: true, entrance_at: '19:00', exit_at: '21:00' },
    ]);
    expect([...(await violations(spot)), ...(await automatic(spot))]).toEqual([]);
  });

  test('when readings share an event, only the best counts, even when it comes after its preview was paired', async () => {
    const spot = await makeSpot(sql);
    const event = { event_keys: ['e1'], confidence: 0.5 };
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'ABC1Z3', preview: true }));
    await settleAt(spot, '19:01');
    expect(await visits(spot)).toMatchObject([{ plate: 'ABC1Z3' }]);
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'XYZ789' }));
    await settleAt(spot, '19:02');
    expect(await visits(spot)).toMatchObject([{ plate: 'XYZ789', entrance_at: '19:00' }]);
  });

  test('a car number that a camera uses again is another car', async () => {
    const spot = await makeSpot(sql);
    const event = { event_keys: ['cam|77|1'] };
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'ZZT1111' }));
    await sees(
      spot,
      read(spot, '19:03', 'Entrance', { ...event, plate: 'RRO7690', preview: true }),
    );
    await settleAt(spot, '19:04');
    expect((await visits(spot)).map(({ plate }) => plate)).toEqual(['ZZT1111', 'RRO7690']);
    await sees(spot, read(spot, '19:04', 'Entrance', { ...event, plate: 'RRO7690' }));
    await settleAt(spot, '19:05');
    expect((await visits(spot)).map(({ plate }) => plate)).toEqual(['ZZT1111', 'RRO7690']);
  });

  test('a read that is replaced while a round pairs its car makes no second visit', async () => {
    const spot = await makeSpot(sql);
    const event = { event_keys: ['e1'] };
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'RRQ7690' }));
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'RRQ7690' }));
    const { promise: replaced, resolve: tellReplaced } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const message = recording(sql, spot.organization, async (recorder) => {
      const better = read(spot, '19:00', 'Entrance', { ...event, plate: 'RRO7690' });
      await recordPlateReads(recorder, [better], clock());
      tellReplaced();
      await mayCommit;
    });
    await replaced;
    const round = settleAt(spot, '19:01');
    await eventually(async () => (await sql`select from pg_locks where not granted`).length > 0);
    commit();
    await Promise.all([message, round]);
    await settleAt(spot, '19:02');
    expect((await visits(spot)).map(({ plate }) => plate)).toEqual(['RRO7690']);
  });

  test('a plate read with a look-alike character pairs, and the more confident reading names the visit', async () => {
    const spot = await makeSpot(sql);
    await sees(
      spot,
      read(spot, '19:00', 'Entrance', { plate: 'A8C123', confidence: 0.6 }),
      read(spot, '19:10', 'Exit', { confidence: 0.95 }),
    );
    await settleAt(spot, '19:30');
    expect(await visits(spot)).toMatchObject([
      { plate: 'ABC123', doubtful: false, entrance_at: '19:00', exit_at: '19:10' },
    ]);
  });

  test('a renter with a misread plate is a renter, and a car that looks like a known one is not charged', async () => {
    const spot = await makeSpot(sql);
    await pays(spot, '18:50', '22:00');
    const wrong = { plate: 'A8C123' };
    await sees(spot, read(spot, '19:00', 'Entrance', wrong), read(spot, '21:00', 'Exit', wrong));
    await settleAt(spot, '21:01');
    await sees(spot, read(spot, '23:00', 'Entrance', wrong));
    await settleAt(spot, '23:30');
    expect(await visits(spot)).toMatchObject([
      { status: 'renter', doubtful: true },
      { status: 'violator', doubtful: true },
    ]);
    expect(await violations(spot)).toEqual([]);
  });
});

describe('unseen exits and entrances', () => {
  /** A property that charges cars that were read once. */
  const enterOneRead = async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await sql`update spots set second_read = 'not_needed' where pk = ${spot.pk}`;
    return spot;
  };

  test('a car whose exit was missed is charged one hour when it comes again, if one read is enough', async () => {
    const spot = await enterOneRead();
    await sees(spot, read(spot, '23:00', 'Entrance'));
    expect(await settleAt(spot, '23:01')).toEqual([
      ['enforced', true],
      ['grace period', false],
    ]);
    expect(await money(spot)).toEqual([['charge', 500, 0, '19:15']]);
    expect((await automatic(spot)).map((one) => timeOf(one.end_date))).toEqual(['20:00']);
  });

  test('a car that is soon seen entering again is not charged twice for the same hour', async () => {
    const spot = await enterOneRead();
    await sees(spot, read(spot, '19:40', 'Entrance'));
    expect(await settleAt(spot, '19:56')).toEqual([
      ['enforced', true],
      ['enforced', false],
    ]);
    expect(await money(spot)).toHaveLength(1);
    await settleAt(spot, '20:15');
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['charge', 500, 0, '20:15'],
    ]);
  });

  test('a car with only its exit seen owes nothing', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    await sees(spot, read(spot, '21:00', 'Exit'));
    expect(await settleAt(spot, '21:30')).toEqual([['grace period', true]]);
  });

  test('a car that never leaves is given up after 30 days, and its rental ends after one hour', async () => {
    const spot = await enterOneRead();
    expect(await settleAt(spot, '2026-07-15T19:00:00Z')).toEqual([['enforced', true]]);
    expect((await automatic(spot)).map((one) => one.end_date)).toEqual([fromIso(at('20:00'))]);
  });
});

/** A camera that mistakes 8 for B. Its clock is set, as the order of reads would show another one. */
async function makeWornCamera(spot: TestSpot) {
  const row = {
    organization_id: spot.organization,
    camera_ref: 'worn',
    name: 'Worn',
    spot_pk: spot.pk,
    first_seen_at: 0,
    clock_set: true,
  };
  const [camera] = await sql<[{ pk: number }]>`insert into cameras ${sql.values(row)} returning pk`;
  const known = {
    organization_id: spot.organization,
    camera_pk: camera.pk,
    sign_counts: { 8: [0, 20], B: [30, 0] },
  };
  await sql`insert into camera_reliability ${sql.values(known)}`;
  return camera.pk;
}

describe('reads in any order', () => {
  test('reads in any order and any batches make the same visits', async () => {
    const anyRead = fc.record({
      minutes: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 130 * 24 * 60 })),
      direction: fc.constantFrom('Entrance' as const, 'Exit' as const, null),
      plate: fc.constantFrom('ABC123', 'ABC123', 'A8C123', 'A8CI23'),
      confidence: fc.constantFrom(0.5, 0.8, 0.9),
      worn: fc.boolean(),
      batch: fc.nat({ max: 3 }),
    });
    const since = fromIso('2026-02-01T19:00:00Z');
    clock.set('2026-07-01T19:00:00Z');
    await fc.assert(
      fc.asyncProperty(fc.array(anyRead, { minLength: 2, maxLength: 12 }), async (drawn) => {
        const [whole, parts] = [await makeSpot(sql), await makeSpot(sql)];
        const cameras = [await makeWornCamera(whole), await makeWornCamera(parts)] as const;
        const made = drawn.map((one, index) => {
          const { minutes, worn, batch: _, ...more } = one;
          const captured_at = instant(since + minutes * 60_000);
          const external_id = `read-${index}`;
          const camera_pk = worn ? cameras[0] : null;
          return { ...read(whole, '19:00', null), ...more, external_id, captured_at, camera_pk };
        });
        await sees(whole, ...made);
        await jobs.settle(whole);
        for (const batch of [0, 1, 2, 3]) {
          const some = made.filter((_, index) => drawn[index]?.batch === batch);
          await sees(
            parts,
            ...some.map((one) => ({
              ...one,
              spot_pk: parts.pk,
              camera_pk: one.camera_pk && cameras[1],
            })),
          );
          await jobs.settle(parts);
        }
        expect(await seen(parts)).toEqual(await seen(whole));
      }),
      { numRuns: 12 },
    );
  });
});
