import type { PlainVerdict } from '@lotkeeper/contract/cars/plate-desk';
import { fromIso, toLocalDate, toLocalHour } from '@lotkeeper/contract/kernel/calendar';
import { describe, expect, test } from 'vitest';
import type { PlateReadInput } from '../../../records/cars/plate-reads.ts';
import { at, parkingDay, read } from '../../../testing/parking-day.ts';
import { makeRate } from '../../../testing/rates.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';

const day = await parkingDay();
const { enterUntil, money, parkedBefore, pays, sees, settleAt, sql, violations } = day;

/** Each visit's status, outcome, why it's held, and what is uncollected. */
const outcomes = async (spot: TestSpot) => {
  const rows = await sql<
    { status: string; outcome: string; held: string | null; uncollected: number }[]
  >`
    select status, outcome, held, uncollected from visits where spot_pk = ${spot.pk}
    order by coalesce(entrance_at, exit_at)`;
  return rows.map(({ outcome, held, uncollected }) => [outcome, held, uncollected]);
};

const setRules = (spot: TestSpot, rules: Record<string, string | number | boolean | null>) =>
  sql`update spots set ${sql.assignments(rules)} where pk = ${spot.pk}`;

/** A property with some rules, and the reads of its day. */
async function park(
  rules: Record<string, string | number | boolean | null>,
  driver: 'a stranger' | 'a known driver',
  ...reads: ((spot: TestSpot) => PlateReadInput)[]
): Promise<TestSpot> {
  const spot = await makeSpot(sql);
  if (Object.keys(rules).length > 0) await setRules(spot, rules);
  if (driver === 'a known driver') await parkedBefore(spot);
  await sees(spot, ...reads.map((make) => make(spot)));
  return spot;
}

const inn =
  (time: string, more: Partial<PlateReadInput> = {}) =>
  (spot: TestSpot) =>
    read(spot, time, 'Entrance', more);
const out =
  (time: string, more: Partial<PlateReadInput> = {}) =>
  (spot: TestSpot) =>
    read(spot, time, 'Exit', more);

/** A person decides the only visit, as the plate desk does. */
async function decide(spot: TestSpot, verdict: PlainVerdict): Promise<void> {
  const found = verdict === 'confirmed' ? null : verdict;
  await sql`
    update visits set verdict = ${found}, reviewed_at = ${day.clock()}, decided = false, due_at = ${at('00:00')}
    where spot_pk = ${spot.pk}`;
}

const tomorrow = (time: string) => `2026-06-16T${time}:00Z`;

describe('two agreeing reads, or a person', () => {
  test('a car with one sure read that is still in after the grace minutes is charged', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    expect(await money(spot)).toEqual([['charge', 500, 0, '19:15']]);
    expect(await outcomes(spot)).toEqual([['enforced', null, 0]]);
  });

  test('a charge that no second read followed within a day is refunded by itself, and its visit is left for a person', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await settleAt(spot, tomorrow('18:59'));
    expect(await money(spot)).toHaveLength(1);
    await settleAt(spot, tomorrow('19:00'));
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['refund', 0, 500, '19:00'],
    ]);
    expect(await outcomes(spot)).toEqual([['unexplained', 'one_read', 500]]);
  });

  test('a violation that no second read followed within a day is waived with the reason', async () => {
    const spot = await enterUntil('19:15');
    await settleAt(spot, tomorrow('19:00'));
    expect(await violations(spot)).toMatchObject([
      { status: 'Waived', waived_reason: 'It waits for a person to confirm the plate.' },
    ]);
    expect(await outcomes(spot)).toEqual([['unexplained', 'one_read', 500]]);
  });

  test('a car that left within the grace minutes, and whose exit nobody read, isn’t charged before an exit where a property asks for that', async () => {
    const spot = await park({ second_read: 'before_charge' }, 'a stranger', inn('19:00'));
    await settleAt(spot, '19:15');
    expect(await outcomes(spot)).toEqual([['present', 'one_read', 0]]);
    await settleAt(spot, tomorrow('19:00'));
    expect(await violations(spot)).toEqual([]);
    expect(await outcomes(spot)).toEqual([['unexplained', 'one_read', 500]]);
  });

  test.each<[string, (spot: TestSpot) => PlateReadInput, boolean]>([
    ['an exit', out('20:00'), true],
    ['an exit with a look-alike character', out('20:00', { plate: 'A8C123' }), false],
    ['an exit of another state', out('20:00', { state: 'CA' }), false],
    ['another frame of the entrance', inn('19:00', { captured_at: fromIso(at('19:00')) }), false],
  ])('%s after an entrance is a second read: %s', async (_, second, isEnough) => {
    const spot = await park({ second_read: 'before_charge' }, 'a stranger', inn('19:00'), second);
    await settleAt(spot, '20:15');
    expect(await violations(spot)).toHaveLength(isEnough ? 1 : 0);
  });

  test('a car that comes again before it was seen to leave isn’t charged for the first time', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await sees(spot, read(spot, '23:00', 'Entrance'));
    await settleAt(spot, '23:01');
    expect(await outcomes(spot)).toEqual([
      ['unexplained', 'one_read', 500],
      ['present', null, 0],
    ]);
  });

  test('a driver who paid, and whose exit nobody read, isn’t charged for the time after', async () => {
    const spot = await park({}, 'a known driver');
    await pays(spot, '19:00', '20:00', { renter: { email: 'robin@example.com' } });
    await sees(spot, read(spot, '19:00', 'Entrance'));
    for (const time of ['20:15', '22:00', tomorrow('20:15')]) {
      await settleAt(spot, time);
      expect(await money(spot)).toEqual([]);
    }
    expect(await outcomes(spot)).toEqual([['rental', null, 0]]);
  });

  test('a driver whose charge is held and who pays late is a renter', async () => {
    const spot = await enterUntil('19:15');
    await settleAt(spot, tomorrow('19:00'));
    await pays(spot, '19:05', '22:00');
    await settleAt(spot, '2026-06-17T12:00:00Z');
    expect(await outcomes(spot)).toEqual([['rental', null, 0]]);
  });
});

describe('what usually still comes', () => {
  const parkWhereSomePayLate = (...reads: Parameters<typeof park>[2][]) =>
    park({ late_minutes: '{30,20,10,20,30,20,10,20,10,20}' }, 'a stranger', ...reads);

  test('a driver who pays as late as others do gets no violation, and counts as still there until then', async () => {
    const spot = await parkWhereSomePayLate(inn('19:00'));
    await settleAt(spot, '19:40');
    expect(await outcomes(spot)).toEqual([['present', null, 0]]);
    await pays(spot, '19:41', '22:00');
    await settleAt(spot, '19:45');
    expect(await violations(spot)).toEqual([]);
    const [known] = await sql<{ late_minutes: number[] }[]>`
      select late_minutes from spots where pk = ${spot.pk}`;
    expect(known?.late_minutes.slice(0, 2)).toEqual([30, 30]);
  });

  test('a driver who doesn’t pay by then gets one, and one who left by then counts as undecided', async () => {
    for (const reads of [[inn('19:00')], [inn('19:00'), out('19:20')]]) {
      const spot = await parkWhereSomePayLate(...reads);
      await settleAt(spot, '19:44');
      expect(await violations(spot)).toEqual([]);
      expect(await outcomes(spot)).toEqual([['present', null, 0]]);
      await settleAt(spot, '19:45');
      expect(await violations(spot)).toMatchObject([{ status: 'Created' }]);
    }
  });

  test('a driver who pays within the grace minutes isn’t late', async () => {
    const spot = await parkWhereSomePayLate(inn('19:00'));
    await pays(spot, '19:12', '22:00');
    await settleAt(spot, '19:30');
    const [known] = await sql<{ late_minutes: number[] }[]>`
      select late_minutes from spots where pk = ${spot.pk}`;
    expect(known?.late_minutes).toHaveLength(10);
  });

  test('with no grace minutes, previews of a car that come one after another make one visit and no violation', async () => {
    const spot = await park({ grace_minutes: 0 }, 'a stranger');
    for (const [index, plate] of ['AB', 'ABC1', 'A8C12', 'ABC123'].entries()) {
      const time = `2026-06-15T19:00:0${index}Z`;
      const moment = { captured_at: fromIso(time), received_at: fromIso(time) };
      const preview = plate !== 'ABC123';
      await sees(
        spot,
        inn('19:00', { ...moment, plate, preview, external_id: plate, event_keys: ['car-7'] })(
          spot,
        ),
      );
      await settleAt(spot, time);
    }
    expect(await violations(spot)).toMatchObject([{ status: 'Created', plate: 'ABC123' }]);
    expect(await outcomes(spot)).toEqual([['violation_open', null, 5500]]);
  });

  test('while the exit’s camera sends times that its clock can’t have, a car that may have left gets no violation', async () => {
    const spot = await park({}, 'a stranger', inn('19:00'));
    const setDelay = (delay: number) => sql`
      insert into cameras (organization_id, camera_ref, name, spot_pk, direction, first_seen_at, last_read_at,
        recent_delays_ms, clock_offset_ms)
      values (${spot.organization}, 'out', 'Out', ${spot.pk}, 'Exit', '2026-01-01T00:00:00Z', ${at('19:10')},
        ${[delay]}, 3600000)
      on conflict (organization_id, feed_pk, camera_ref) do update set recent_delays_ms = excluded.recent_delays_ms`;
    // The clock was an hour ahead, and has just been put right.
    await setDelay(1000);
    await settleAt(spot, '19:15');
    expect(await outcomes(spot)).toEqual([['present', 'clock', 0]]);
    await setDelay(1000 - 3_600_000);
    await settleAt(spot, '19:40');
    expect(await violations(spot)).toMatchObject([{ status: 'Created' }]);
  });
});

describe('what a person confirms', () => {
  test('a held charge is made once a person has confirmed the plate, and refunded when that is undone', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await settleAt(spot, tomorrow('19:00'));
    await decide(spot, 'confirmed');
    await settleAt(spot, tomorrow('20:00'));
    expect((await money(spot)).map(([kind, gross, refund]) => [kind, gross, refund])).toEqual([
      ['charge', 500, 0],
      ['refund', 0, 500],
      ['charge', 500, 0],
    ]);
    expect(await outcomes(spot)).toEqual([['enforced', null, 0]]);
    await sql`update visits set reviewed_at = null, decided = false, due_at = entrance_at where spot_pk = ${spot.pk}`;
    await settleAt(spot, '2026-12-01T00:00:00Z');
    expect(await outcomes(spot)).toEqual([['unexplained', 'one_read', 500]]);
    expect((await money(spot)).at(-1)?.slice(0, 3)).toEqual(['refund', 0, 500]);
  });

  test('a held violation is made once a person has confirmed the plate, if that is within two days', async () => {
    for (const [time, count] of [
      ['2026-06-17T19:00:00Z', 1],
      ['2026-06-17T19:30:00Z', 0],
    ] as const) {
      const spot = await park({ second_read: 'before_charge' }, 'a stranger', inn('19:00'));
      await settleAt(spot, tomorrow('19:00'));
      day.clock.set(time);
      await decide(spot, 'confirmed');
      await settleAt(spot, time);
      expect(await violations(spot)).toHaveLength(count);
    }
  });

  test('a person who confirms a stay that was read alike coming and going lifts its doubt', async () => {
    // It entered twice, with no exit between.
    const again = { external_id: 'again' };
    const spot = await park({}, 'a stranger', inn('19:00'), inn('19:20', again), out('21:00'));
    await settleAt(spot, '21:15');
    expect(await outcomes(spot)).toEqual([['unexplained', null, 1000]]);
    await decide(spot, 'confirmed');
    await settleAt(spot, '21:30');
    expect(await violations(spot)).toMatchObject([{ status: 'Created', plate: 'ABC123' }]);
  });
});

describe('what a person confirms of one end', () => {
  const again = inn('19:20', { external_id: 'again' });

  test('a car that wasn’t seen to leave owes once a person has confirmed its plate', async () => {
    const spot = await park({}, 'a stranger', inn('19:00'), again);
    await settleAt(spot, tomorrow('19:30'));
    expect(await outcomes(spot)).toEqual([['unexplained', null, 500]]);
    day.clock.set(tomorrow('20:00'));
    await decide(spot, 'confirmed');
    await settleAt(spot, tomorrow('20:00'));
    expect(await violations(spot)).toMatchObject([{ status: 'Created', plate: 'ABC123' }]);
  });
});

describe('how sure cameras must be', () => {
  test.each<[number | null, number | null, string | null]>([
    [null, 0.5, null],
    [85, 0.85, null],
    [85, 0.84, 'low_confidence'],
    [85, null, null],
  ])(
    'a property that asks for %s %% and a read with %s: held %s',
    async (least, confidence, held) => {
      const rules = { min_charge_confidence: least };
      const spot = await park(rules, 'a known driver', inn('19:00', { confidence }));
      await settleAt(spot, '19:15');
      expect(await outcomes(spot)).toEqual([[held ? 'present' : 'enforced', held, 0]]);
    },
  );
});

describe('wrong clocks of fewer than five cars', () => {
  test('a stay that was within the grace minutes when its reads arrived isn’t charged', async () => {
    const slow = inn('18:50', { received_at: fromIso(at('19:00')) });
    const spot = await park({}, 'a stranger', slow, out('19:10'));
    await settleAt(spot, '19:40');
    expect(await outcomes(spot)).toEqual([['unexplained', 'clock', 500]]);
  });

  test('an exit that is said to be later than it arrived isn’t believed', async () => {
    const fast = out('19:18', { received_at: fromIso(at('19:14')) });
    const spot = await park({}, 'a stranger', inn('19:00'), fast);
    await settleAt(spot, '19:40');
    expect(await outcomes(spot)).toEqual([['unexplained', 'clock', 500]]);
  });

  test('a stay that costs an hour less by the times of arrival is left to a person, and one that costs the same is charged', async () => {
    const slow = inn('18:50', { received_at: fromIso(at('19:00')) });
    for (const [exit, held] of [
      ['19:55', 'clock'],
      ['20:05', null],
    ] as const) {
      const spot = await park({}, 'a known driver', slow, out(exit));
      await settleAt(spot, '20:15');
      expect((await outcomes(spot)).map(([, why]) => why)).toEqual([held]);
    }
  });

  test('a car whose entrance came late is charged as soon as it owes by the time of arrival too', async () => {
    const spot = await park({}, 'a stranger', inn('18:50', { received_at: fromIso(at('19:00')) }));
    await settleAt(spot, '19:05');
    expect(await violations(spot)).toHaveLength(0);
    await settleAt(spot, '19:30');
    expect(await violations(spot)).toHaveLength(1);
  });

  test('an exit up to five minutes before its entrance ends its stay', async () => {
    const spot = await park({}, 'a stranger', inn('19:05'), out('19:01'));
    await settleAt(spot, '19:40');
    expect(await outcomes(spot)).toEqual([['grace', null, 0]]);
  });
});

describe('long stays and high prices', () => {
  test('a stay that a missed exit and a missed entrance joined over days is left to a person, and its charge is refunded', async () => {
    const spot = await park({}, 'a known driver', inn('19:00'));
    await settleAt(spot, '19:15');
    expect(await money(spot)).toHaveLength(1);
    await sees(
      spot,
      read(spot, '20:00', 'Exit', {
        captured_at: fromIso('2026-06-16T20:00:00Z'),
        received_at: fromIso('2026-06-16T20:00:00Z'),
      }),
    );
    await settleAt(spot, tomorrow('20:01'));
    expect(await outcomes(spot)).toEqual([['unexplained', 'long_stay', 12_500]]);
    expect((await money(spot)).map(([kind, gross, refund]) => [kind, gross, refund])).toEqual([
      ['charge', 500, 0],
      ['refund', 0, 500],
    ]);
  });

  test('an amount up to the property’s limit is charged, and a larger one is left to a person', async () => {
    for (const [hold_above_amount, held] of [
      [1000, null],
      [999, 'large_amount'],
    ] as const) {
      const spot = await park({ hold_above_amount }, 'a known driver', inn('19:00'), out('21:00'));
      await settleAt(spot, '21:15');
      expect((await outcomes(spot)).map(([, why]) => why)).toEqual([held]);
    }
  });

  test('a charge above the price that was posted at the entrance is left to a person', async () => {
    const stay = async (price: number, hold_above_posted: boolean) => {
      const spot = await park({ hold_above_posted }, 'a known driver');
      await pays(spot, '19:00', '20:00', { renter: { email: 'robin@example.com' } });
      await makeRate(sql, spot, { price, starts_at: fromIso(at('19:30')) });
      await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:00', 'Exit'));
      await settleAt(spot, '21:15');
      return (await outcomes(spot))[0]?.slice(0, 2);
    };
    expect(await stay(900, true)).toEqual(['unexplained', 'above_posted']);
    expect(await stay(900, false)).toEqual(['enforced', null]);
    expect(await stay(400, true)).toEqual(['enforced', null]);
  });
});

describe('outages', () => {
  /** An exit camera that sees five cars an hour in each of the weeks before, and some on the day. */
  async function makeExitCamera(spot: TestSpot, more: { last_read_at: string; beats?: boolean }) {
    const [camera] = await sql<[{ pk: number }]>`
      insert into cameras (organization_id, camera_ref, name, spot_pk, direction, first_seen_at, last_read_at,
        last_beat_at, heartbeat_at, heartbeat_every_ms)
      values (${spot.organization}, 'out', 'Out', ${spot.pk}, 'Exit', '2026-01-01T00:00:00Z', ${more.last_read_at},
        ${more.last_read_at}, ${more.beats ? more.last_read_at : null}, ${more.beats ? 60_000 : null})
      returning pk`;
    const zone = 'America/Phoenix' as never;
    for (let hour = -7 * 24 * 4 - 8; hour < 0; hour++) {
      const time = (fromIso(more.last_read_at) + hour * 3_600_000) as never;
      await sql`
        insert into camera_hours (organization_id, camera_pk, local_date, local_hour, reads)
        values (${spot.organization}, ${camera.pk}, ${toLocalDate(time, zone)}, ${toLocalHour(time, zone)}, 5)`;
    }
    return camera.pk;
  }

  test('a car that may have left while the exit camera saw nothing isn’t charged, even before that is known for long', async () => {
    const spot = await park({}, 'a stranger', inn('19:00'));
    await makeExitCamera(spot, { last_read_at: at('17:00') });
    await settleAt(spot, '19:15');
    expect(await violations(spot)).toEqual([]);
    expect(await outcomes(spot)).toEqual([['present', 'outage', 0]]);
  });

  test('a camera that stopped sending heartbeats holds charges after five are missing', async () => {
    for (const [last_read_at, count] of [
      [at('19:12'), 1],
      [at('19:05'), 0],
    ] as const) {
      const spot = await park({}, 'a stranger', inn('19:00'));
      await makeExitCamera(spot, { last_read_at, beats: true });
      await settleAt(spot, '19:15');
      expect(await violations(spot)).toHaveLength(count);
    }
  });

  test('a violation is waived when it turns out that the exit camera saw nothing from within the grace minutes on', async () => {
    const spot = await park({}, 'a stranger', inn('19:00'));
    await makeExitCamera(spot, { last_read_at: at('18:59') });
    await settleAt(spot, '19:15');
    expect(await violations(spot)).toMatchObject([{ status: 'Created' }]);
    await settleAt(spot, '21:30');
    expect(await violations(spot)).toMatchObject([{ status: 'Waived' }]);
    expect(await outcomes(spot)).toEqual([['present', 'outage', 0]]);
  });

  test('an outage that is over still holds the charges of cars that came before or in it', async () => {
    const spot = await park({}, 'a stranger', inn('19:00'));
    // Nothing from 18:00 to 20:00, then it reads again.
    const camera = await makeExitCamera(spot, { last_read_at: at('18:00') });
    await sql`update cameras set last_read_at = ${at('20:05')} where organization_id = ${spot.organization} and pk = ${camera}`;
    await settleAt(spot, '20:10');
    expect(await outcomes(spot)).toEqual([['present', 'outage', 0]]);
  });

  test('a silent entrance camera, and a property without that rule, hold nothing', async () => {
    const one = await park({}, 'a stranger', inn('19:00'));
    const camera = await makeExitCamera(one, { last_read_at: at('17:00') });
    await sql`update cameras set direction = 'Entrance' where organization_id = ${one.organization} and pk = ${camera}`;
    const other = await park({ hold_after_outage: false }, 'a stranger', inn('19:00'));
    await makeExitCamera(other, { last_read_at: at('17:00') });
    for (const spot of [one, other]) {
      await settleAt(spot, '19:15');
      expect(await violations(spot)).toHaveLength(1);
    }
  });
});

describe('late reads that split a stay', () => {
  test('a stay that was charged and turns out to be two gets the difference back by an entry of its own', async () => {
    const spot = await park({}, 'a known driver', inn('12:00'), out('19:00'));
    await settleAt(spot, '19:15');
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '12:15'],
      ['charge', 3000, 0, '19:00'],
    ]);
    await sees(spot, read(spot, '13:00', 'Exit'), read(spot, '18:00', 'Entrance'));
    await settleAt(spot, '19:30');
    // The hour that is left costs $5; the second stay is within the time of the first's rental.
    const entries = await money(spot);
    expect(entries).toHaveLength(3);
    expect(entries).toContainEqual(['refund', 0, 3000, '19:30']);
    expect(await outcomes(spot)).toEqual([
      ['enforced', null, 0],
      ['enforced', null, 0],
    ]);
  });

  test('a late exit alone pays back what the car wasn’t there for', async () => {
    const spot = await park({}, 'a known driver', inn('12:00'), out('19:00'));
    await settleAt(spot, '19:15');
    await sees(spot, read(spot, '13:00', 'Exit'));
    await settleAt(spot, '19:30');
    const entries = await money(spot);
    expect(entries.at(-1)).toEqual(['refund', 0, 3000, '19:30']);
    expect(await outcomes(spot)).toEqual([
      ['enforced', null, 0],
      ['unexplained', null, 500],
    ]);
  });
});

describe('plates that are read again', () => {
  test('a violation is waived when another read of the plate looks like it, and nobody knows which is right', async () => {
    const spot = await park({}, 'a stranger', inn('19:00', { plate: 'A8C123', confidence: 0.7 }));
    await settleAt(spot, '19:15');
    expect(await violations(spot)).toMatchObject([{ status: 'Created', plate: 'A8C123' }]);
    await sees(spot, read(spot, '20:30', 'Exit'));
    await settleAt(spot, '20:45');
    expect(await violations(spot)).toMatchObject([{ status: 'Waived', plate: 'A8C123' }]);
    expect(await outcomes(spot)).toEqual([['unexplained', 'one_read', 1000]]);
  });

  test('a known driver is charged for the stay instead of the violation, which stays waived', async () => {
    const spot = await park({}, 'a stranger', inn('19:00', { plate: 'ABX123', confidence: 0.7 }));
    await settleAt(spot, '19:15');
    expect(await violations(spot)).toMatchObject([{ status: 'Created', plate: 'ABX123' }]);
    await parkedBefore(spot);
    await sql`
      update plate_reads set plate = 'ABC123', plate_key = 'ABC123', plate_fold = lotkeeper.plate_fold('ABC123'), paired = false
      where spot_pk = ${spot.pk}`;
    await settleAt(spot, '19:30');
    await settleAt(spot, '19:45');
    expect(await violations(spot)).toMatchObject([
      {
        status: 'Waived',
        waived_reason: 'The plate was read again, and its driver is charged for the stay.',
      },
    ]);
    expect(await money(spot)).toEqual([['charge', 500, 0, '19:15']]);
    expect(await outcomes(spot)).toEqual([['enforced', null, 0]]);
  });
});

describe('the same plate at two properties', () => {
  test('a car that was read at another property before it owed anything isn’t charged without a person', async () => {
    const spot = await park({}, 'a stranger', inn('19:00'));
    const other = await makeSpot(sql, { organization: { pk: spot.organization } });
    await sees(other, read(other, '19:05', 'Entrance'));
    await settleAt(other, '19:06');
    await settleAt(spot, '19:20');
    expect(await violations(spot)).toEqual([]);
    await settleAt(spot, tomorrow('19:20'));
    expect(await outcomes(spot)).toEqual([['unexplained', 'two_places', 500]]);
  });

  test('one that was read there after it left, or with another state, is charged', async () => {
    const spot = await park({}, 'a stranger', inn('19:00'), out('19:40'));
    const other = await makeSpot(sql, { organization: { pk: spot.organization } });
    await sees(other, read(other, '19:50', 'Entrance'));
    await sees(other, read(other, '19:30', 'Exit', { state: 'NV' }));
    await settleAt(other, '19:51');
    await settleAt(spot, '19:55');
    expect(await violations(spot)).toHaveLength(1);
  });
});
