import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../kernel/database.ts';
import { recordVisitors } from '../../records/happenings.ts';
import { compareRollup, rollups } from '../../records/ledger.ts';
import type { PlateReadInput } from '../../records/plate-reads.ts';
import type { RentalInput } from '../../records/rentals.ts';
import { record, recording, rental } from '../../testing/rentals.factory.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import type { TestClock } from '../../testing/test-app.ts';
import { clockAt } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { plateRead, recordReads, settling } from '../../testing/visits.factory.ts';

let database: Database;
const clock: TestClock = clockAt('2026-06-15T19:00:00Z');
let jobs: ReturnType<typeof settling>;

beforeAll(async () => {
  database = await testDatabase(undefined, 12);
  jobs = settling(database, clock);
});

/** A time of the one day on which everything happens. The property is in Phoenix, $5 an hour, 15 minutes of grace. */
const at = (time: string) => `2026-06-15T${time}:00Z`;
const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };
const sql = () => database.system;

const read = (
  spot: TestSpot,
  time: string,
  direction: PlateReadInput['direction'],
  more: Partial<PlateReadInput> = {},
) => plateRead(spot, at(time), direction, more);
const sees = (spot: TestSpot, ...reads: PlateReadInput[]) => recordReads(sql(), spot, reads);
const settleAt = async (spot: TestSpot, time: string) => {
  clock.set(at(time));
  await jobs.settle(spot);
};
const pays = (spot: TestSpot, from: string, until: string, more: Partial<RentalInput> = {}) =>
  record(sql(), spot, [
    rental(spot, at(from), 500, { end_date: fromIso(at(until)), car, ...more }),
  ]);
/** An earlier rental makes the plate a known one. */
const parkedBefore = (spot: TestSpot) =>
  record(sql(), spot, [
    rental(spot, '2026-05-01T19:00:00Z', 500, { car, renter: { email: 'robin@example.com' } }),
  ]);

const iso = (moment: number | null) =>
  moment === null
    ? null
    : new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(moment);

async function visits(spot: TestSpot) {
  const rows = await sql()<
    {
      status: string;
      decided: boolean;
      doubtful: boolean;
      plate: string;
      entrance_at: number | null;
      exit_at: number | null;
    }[]
  >`select status, decided, doubtful, plate, entrance_at, exit_at from visits
    where spot_pk = ${spot.pk} order by coalesce(entrance_at, exit_at)`;
  return rows.map((row) => ({
    ...row,
    entrance_at: iso(row.entrance_at),
    exit_at: iso(row.exit_at),
  }));
}
/** What the cameras saw, without what enforcement made of it. */
const seen = (spot: TestSpot) => sql()`
  select plate, entrance_at, exit_at, exit_missed, doubtful from visits where spot_pk = ${spot.pk}
  order by coalesce(entrance_at, exit_at), exit_at, plate`;
const statuses = async (spot: TestSpot) =>
  (await visits(spot)).map(({ status, decided }) => [status, decided]);
const violations = (spot: TestSpot) =>
  sql()<
    {
      status: string;
      code: string;
      amount: number;
      waived_reason: string | null;
      created_at: number;
      evidence: {
        rule: string;
        exit_at: string | null;
        price: { price: number } | null;
        images: Record<string, string | null>;
      };
    }[]
  >`select status, code, amount, waived_reason, created_at, evidence from violations where spot_pk = ${spot.pk}`;
const automatic = (spot: TestSpot) => sql()<
  {
    rental_type: string;
    start_date: number;
    end_date: number | null;
    renter_email: string;
    auto_started: boolean;
  }[]
>`select rental_type, start_date, end_date, renter_email, auto_started from rentals
  where spot_pk = ${spot.pk} and source = 'enforcement'`;
const money = async (spot: TestSpot) =>
  (
    await sql()<{ kind: string; gross: number; refund: number; enforcement: number; at: number }[]>`
    select kind, gross, refund, enforcement, occurred_at as at from ledger_entries
    where spot_pk = ${spot.pk} and source = 'enforcement' order by pk`
  ).map(({ at, kind, gross, refund }) => [kind, gross, refund, iso(at)]);

describe('a driver who pays', () => {
  test('before he comes is a renter, undecided until he has left', async () => {
    const spot = await makeSpot(sql());
    await pays(spot, '18:30', '22:00');
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:01');
    expect(await statuses(spot)).toEqual([['renter', false]]);
    await sees(spot, read(spot, '21:00', 'Exit'));
    await settleAt(spot, '21:01');
    expect(await statuses(spot)).toEqual([['renter', true]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('within the grace minutes is a renter', async () => {
    const spot = await makeSpot(sql());
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:01');
    expect(await statuses(spot)).toEqual([['grace period', false]]);
    await pays(spot, '19:12', '21:12');
    await settleAt(spot, '19:15');
    expect(await statuses(spot)).toEqual([['renter', false]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('after the grace minutes has his violation waived, with the reason, and is a renter', async () => {
    const spot = await makeSpot(sql());
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    expect(await statuses(spot)).toEqual([['violator', false]]);
    await pays(spot, '19:30', '21:30');
    await settleAt(spot, '19:35');
    expect(await statuses(spot)).toEqual([['renter', false]]);
    expect(await violations(spot)).toMatchObject([
      { status: 'Waived', waived_reason: 'The stay was paid for.' },
    ]);
  });

  test('after he has paid his penalty stays a violator, and the paid violation stays paid', async () => {
    const spot = await makeSpot(sql());
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    await sql()`update violations set status = 'Paid' where spot_pk = ${spot.pk}`;
    await pays(spot, '19:30', '21:30');
    await sees(spot, read(spot, '20:00', 'Exit'));
    await settleAt(spot, '20:01');
    expect(await statuses(spot)).toEqual([['violator', true]]);
    expect(await violations(spot)).toMatchObject([{ status: 'Paid', waived_reason: null }]);
  });

  test('by the month or as a tenant is a renter at any time', async () => {
    for (const rental_type of ['monthly', 'bulk_rental'] as const) {
      const spot = await makeSpot(sql());
      await record(sql(), spot, [
        rental(spot, '2026-01-01T07:00:00Z', 9000, { rental_type, end_date: null, car }),
      ]);
      await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '23:00', 'Exit'));
      await settleAt(spot, '23:01');
      expect(await statuses(spot)).toEqual([['renter', true]]);
    }
  });

  test('for less than he stays owes the time after, from the end of his rental', async () => {
    const spot = await makeSpot(sql());
    await pays(spot, '19:00', '20:00', { renter: { email: 'robin@example.com' } });
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '20:14');
    expect(await statuses(spot)).toEqual([['renter', false]]);
    await settleAt(spot, '20:15');
    expect(await statuses(spot)).toEqual([['enforced', false]]);
    expect((await automatic(spot)).map((one) => iso(one.start_date))).toEqual(['20:00']);
  });
});

describe('a driver who does not pay', () => {
  test('and leaves within the grace minutes is let go', async () => {
    const spot = await makeSpot(sql());
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '19:15', 'Exit'));
    await settleAt(spot, '19:40');
    expect(await statuses(spot)).toEqual([['grace period', true]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('and whose plate nobody knows gets one violation, with a code, the penalty and the evidence', async () => {
    const spot = await makeSpot(sql());
    const image = crypto.randomUUID();
    await sql()`insert into images (organization_id, uuid, spot_pk, kind, file, media_type, bytes, taken_at)
      values (${spot.organization}, ${image}, ${spot.pk}, 'plate', 'f', 'image/png', 1, ${0})`;
    await sees(spot, read(spot, '19:00', 'Entrance', { plate_image: image }));
    await settleAt(spot, '19:14');
    expect(await violations(spot)).toHaveLength(0);
    await settleAt(spot, '19:15');
    const [violation] = await violations(spot);
    expect(violation).toMatchObject({
      status: 'Created',
      amount: 5500,
      created_at: fromIso(at('19:15')),
      evidence: {
        rule: 'no rental and no known renter',
        entrance_at: '2026-06-15T19:00:00.000Z',
        exit_at: null,
        grace_minutes: 15,
        price: { rule: 'price of the property', unit: 'hour', price: 500 },
        images: { entrance_plate_image: image, exit_image: null },
      },
    });
    expect(violation?.code).toMatch(/^[ACEFHJKMNPRTVWXY3479]{7}$/);
    await sees(spot, read(spot, '20:00', 'Exit'));
    await settleAt(spot, '20:01');
    expect(await violations(spot)).toMatchObject([
      { code: violation?.code, evidence: { exit_at: '2026-06-15T20:00:00.000Z' } },
    ]);
    expect(await statuses(spot)).toEqual([['violator', true]]);
    expect(await money(spot)).toEqual([]);
  });

  test('and whose plate is known gets a rental from his entrance: the first hour at once, the rest when he leaves', async () => {
    const spot = await makeSpot(sql());
    await sql()`update organizations set tax_rate = 800 where pk = ${spot.organization}`;
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    expect(await statuses(spot)).toEqual([['enforced', false]]);
    expect(await automatic(spot)).toEqual([
      {
        rental_type: 'hourly',
        start_date: fromIso(at('19:00')),
        end_date: null,
        renter_email: 'robin@example.com',
        auto_started: true,
      },
    ]);
    // 500 and 8 % tax.
    expect(await money(spot)).toEqual([['charge', 540, 0, '19:15']]);
    await sees(spot, read(spot, '21:10', 'Exit'));
    await settleAt(spot, '21:11');
    // Three hours begun: 1500 + 120 = 1620, less 540.
    expect(await money(spot)).toEqual([
      ['charge', 540, 0, '19:15'],
      ['charge', 1080, 0, '21:10'],
    ]);
    expect((await automatic(spot)).map((one) => iso(one.end_date))).toEqual(['21:10']);
    expect(await statuses(spot)).toEqual([['enforced', true]]);
    expect(await violations(spot)).toHaveLength(0);
    const [day] = await sql()`select enforcement, rentals from revenue_days
      where spot_pk = ${spot.pk} and local_date = '2026-06-15'`;
    expect(day).toEqual({ enforcement: 1620, rentals: 1 });
  });

  test('where nothing is sold gets a violation, known or not', async () => {
    const spot = await makeSpot(sql());
    await sql()`update spots set price_hourly = null where pk = ${spot.pk}`;
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    expect(await statuses(spot)).toEqual([['violator', false]]);
    expect(await violations(spot)).toMatchObject([
      { evidence: { rule: 'no rental and no price in force', price: null } },
    ]);
  });

  test('is known only by a contact: a rental without one makes no known plate', async () => {
    const spot = await makeSpot(sql());
    await record(sql(), spot, [rental(spot, '2026-05-01T19:00:00Z', 500, { car })]);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    expect(await violations(spot)).toHaveLength(1);
    expect(await automatic(spot)).toHaveLength(0);
  });

  test('is not known by what another organization knows', async () => {
    const foreign = await makeSpot(sql());
    await parkedBefore(foreign);
    await pays(foreign, '18:00', '23:00');
    const spot = await makeSpot(sql());
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    expect(await statuses(spot)).toEqual([['violator', false]]);
    expect(await automatic(spot)).toHaveLength(0);
  });
});

describe('a rental that starts by itself goes by', () => {
  /** A known car that stays for two hours and ten minutes; what it is charged in all. */
  const charged = async (spot: TestSpot) => {
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:10', 'Exit'));
    await settleAt(spot, '21:11');
    const [row] = await sql()<
      { rental_type: string; gross: number; dynamic_pricing: number; rate: { rule: string } }[]
    >`
      select r.rental_type, sum(e.gross)::bigint as gross, sum(e.dynamic_pricing)::bigint as dynamic_pricing, v.rate
      from visits v join rentals r on r.organization_id = v.organization_id and r.pk = v.rental_pk
      join ledger_entries e on e.organization_id = r.organization_id and e.rental_pk = r.pk
      where v.spot_pk = ${spot.pk} group by r.pk, r.rental_type, v.rate`;
    return [row?.rate.rule, row?.rental_type, row?.gross, row?.dynamic_pricing];
  };
  const before = fromIso('2026-06-01T00:00:00Z');

  test('the property’s hourly price, three times for two hours and ten minutes', async () => {
    expect(await charged(await makeSpot(sql()))).toEqual([
      'price of the property',
      'hourly',
      1500,
      0,
    ]);
  });

  test('the rate in force of the highest priority, with its own daily maximum', async () => {
    const spot = await makeSpot(sql());
    for (const [name, price, priority, ends_at] of [
      ['Old', 900, 9, before + 1],
      ['Low', 800, 1, null],
      ['High', 450, 2, null],
    ] as const) {
      await sql()`insert into rates ${sql()({ organization_id: spot.organization, spot_pk: spot.pk, name, price, priority, unit: 'hour', starts_at: before, ends_at, dynamic_daily_max: 1000 })}`;
    }
    expect(await charged(spot)).toEqual(['rate', 'hourly', 1000, 0]);
  });

  test('the dynamic price at the entrance, with what it brought above the base price', async () => {
    const spot = await makeSpot(sql());
    await sql()`update spots set dynamic_pricing_enabled = true where pk = ${spot.pk}`;
    for (const [time, price] of [
      ['18:00', 700],
      ['20:00', 2000],
    ] as const) {
      await sql()`insert into price_points ${sql()({ organization_id: spot.organization, spot_pk: spot.pk, starts_at: fromIso(at(time)), price, base_price: 500, strategy: 'standard' })}`;
    }
    // 3 × 700, of which 3 × 200 above the base.
    expect(await charged(spot)).toEqual(['dynamic price', 'hourly', 2100, 600]);
  });

  test('the segment of the experiment that runs', async () => {
    const spot = await makeSpot(sql());
    const [trial] = await sql()<
      [{ pk: number }]
    >`insert into rate_experiments ${sql()({ organization_id: spot.organization, spot_pk: spot.pk, name: 'Summer', starts_at: before })} returning pk`;
    await sql()`insert into rate_experiment_segments ${sql()({ organization_id: spot.organization, experiment_pk: trial.pk, name: 'All', percentage: 100, price: 1900, unit: 'day' })}`;
    expect(await charged(spot)).toEqual(['experiment', 'daily', 1900, 0]);
  });

  test('the price of the event that is on at the entrance', async () => {
    const spot = await makeSpot(sql());
    await sql()`insert into events ${sql()({ organization_id: spot.organization, spot_pk: spot.pk, name: 'Game', date: '2026-06-15', start_time: '11:30', end_time: '12:30', display_price: 2500 })}`;
    expect(await charged(spot)).toEqual(['event', 'flat_rate', 2500, 0]);
  });
});

describe('whom nobody asks to pay', () => {
  test('a visitor with a valid right is a visitor', async () => {
    const spot = await makeSpot(sql());
    await recording(sql(), spot.organization, (recorder) =>
      recordVisitors(recorder, [
        {
          source: 'test',
          external_id: 'v',
          spot_pk: spot.pk,
          car,
          name: null,
          phone: null,
          validation_source: 'kiosk',
          is_always_valid: false,
          valid_until: fromIso(at('22:00')),
          created_at: fromIso(at('19:05')),
        },
      ]),
    );
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:50', 'Exit'));
    await settleAt(spot, '21:51');
    expect(await statuses(spot)).toEqual([['visitor', true]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('during an event without enforcement is a visitor, and is charged again on the day after', async () => {
    const spot = await makeSpot(sql());
    await sql()`insert into events (organization_id, spot_pk, name, date, start_time, end_time, spaceforce_multiplier)
      values (${spot.organization}, ${spot.pk}, 'Game', '2026-06-15', '11:00', '23:00', 0)`;
    await sees(
      spot,
      read(spot, '19:00', 'Entrance'),
      read(spot, '21:50', 'Exit'),
      plateRead(spot, '2026-06-16T19:00:00Z', 'Entrance'),
    );
    clock.set('2026-06-16T19:20:00Z');
    await jobs.settle(spot);
    expect(await statuses(spot)).toEqual([
      ['visitor', true],
      ['violator', false],
    ]);
  });

  test('at a property without enforcement is a visitor', async () => {
    const spot = await makeSpot(sql());
    await sql()`update spots set enforcement_enabled = false where pk = ${spot.pk}`;
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:50', 'Exit'));
    await settleAt(spot, '21:51');
    expect(await statuses(spot)).toEqual([['visitor', true]]);
    expect([...(await violations(spot)), ...(await automatic(spot))]).toEqual([]);
  });
});

describe('reads that leave a doubt', () => {
  test('a visit whose direction was guessed is doubtful and costs nothing, known plate or not', async () => {
    const spot = await makeSpot(sql());
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', null), read(spot, '21:00', null));
    await settleAt(spot, '21:30');
    expect(await visits(spot)).toMatchObject([
      { status: 'violator', decided: true, doubtful: true, entrance_at: '19:00', exit_at: '21:00' },
    ]);
    expect([...(await violations(spot)), ...(await automatic(spot))]).toEqual([]);
  });

  test('of readings of one event only the best counts, also when it comes after its preview was paired', async () => {
    const spot = await makeSpot(sql());
    const event = { event_keys: ['e1'], confidence: 0.5 };
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'ABC1Z3', preview: true }));
    await settleAt(spot, '19:01');
    expect(await visits(spot)).toMatchObject([{ plate: 'ABC1Z3' }]);
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'XYZ789' }));
    await settleAt(spot, '19:02');
    expect(await visits(spot)).toMatchObject([{ plate: 'XYZ789', entrance_at: '19:00' }]);
  });

  test('a sign read as one that looks alike pairs, and the surer reading names the visit', async () => {
    const spot = await makeSpot(sql());
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

  test('a renter whose plate is read wrong at both ends is a renter, and a car that looks like a known one is not charged', async () => {
    const spot = await makeSpot(sql());
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

describe('ends that nobody saw', () => {
  test('a car whose exit was missed is charged one hour, when it comes again', async () => {
    const spot = await makeSpot(sql());
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    await sees(spot, read(spot, '23:00', 'Entrance'));
    await settleAt(spot, '23:01');
    expect(await statuses(spot)).toEqual([
      ['enforced', true],
      ['grace period', false],
    ]);
    expect(await money(spot)).toEqual([['charge', 500, 0, '19:15']]);
    expect((await automatic(spot)).map((one) => iso(one.end_date))).toEqual(['20:00']);
  });

  test('a car that is seen to enter again soon is not charged twice for the same hour', async () => {
    const spot = await makeSpot(sql());
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    await sees(spot, read(spot, '19:20', 'Entrance'));
    await settleAt(spot, '19:40');
    expect(await statuses(spot)).toEqual([
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

  test('a car of which only the exit was seen is let go', async () => {
    const spot = await makeSpot(sql());
    await parkedBefore(spot);
    await sees(spot, read(spot, '21:00', 'Exit'));
    await settleAt(spot, '21:30');
    expect(await statuses(spot)).toEqual([['grace period', true]]);
  });

  test('a car that never leaves is given up after 30 days', async () => {
    const spot = await makeSpot(sql());
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    clock.set('2026-07-15T19:00:00Z');
    await jobs.settle(spot);
    expect(await statuses(spot)).toEqual([['enforced', true]]);
    expect((await automatic(spot)).map((one) => one.end_date)).toEqual([fromIso(at('20:00'))]);
  });
});

describe('reads that come late', () => {
  test('a day that is imported later is judged with the payments that come after it', async () => {
    const spot = await makeSpot(sql());
    const late = { received_at: fromIso('2026-06-18T19:05:00Z') };
    await sees(spot, read(spot, '19:00', 'Entrance', late));
    clock.set('2026-06-18T19:06:00Z');
    await jobs.settle(spot);
    // There it is 19:01 on the 15th.
    expect(await statuses(spot)).toEqual([['grace period', false]]);
    await pays(spot, '19:10', '21:00');
    clock.set('2026-06-18T19:30:00Z');
    await jobs.settle(spot);
    expect(await statuses(spot)).toEqual([['renter', false]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('an exit that comes late gives back what was charged for a stay within the grace minutes', async () => {
    const spot = await makeSpot(sql());
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    await sees(spot, read(spot, '19:05', 'Exit', { received_at: fromIso(at('19:06')) }));
    await settleAt(spot, '19:40');
    expect(await statuses(spot)).toEqual([['grace period', true]]);
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['refund', 0, 500, '19:40'],
    ]);
  });

  test('an exit that comes late waives the violation of a stay within the grace minutes', async () => {
    const spot = await makeSpot(sql());
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    await sees(spot, read(spot, '19:05', 'Exit'));
    await settleAt(spot, '19:40');
    expect(await statuses(spot)).toEqual([['grace period', true]]);
    expect(await violations(spot)).toMatchObject([{ status: 'Waived' }]);
  });

  test('an entrance that comes after its exit joins it', async () => {
    const spot = await makeSpot(sql());
    await sees(spot, read(spot, '21:00', 'Exit'));
    await settleAt(spot, '21:01');
    await sees(spot, read(spot, '20:50', 'Entrance'));
    await settleAt(spot, '21:05');
    expect(await visits(spot)).toMatchObject([{ entrance_at: '20:50', exit_at: '21:00' }]);
  });

  test('a camera’s clock is put right before pairing', async () => {
    const spot = await makeSpot(sql());
    const [camera] = await sql()<[{ pk: number }]>`
      insert into cameras (organization_id, camera_ref, name, spot_pk, direction, clock_offset_ms, first_seen_at)
      values (${spot.organization}, 'out', 'Out', ${spot.pk}, 'Exit', -3600000, ${0}) returning pk`;
    await sees(
      spot,
      read(spot, '19:00', 'Entrance'),
      read(spot, '18:10', null, { camera_pk: camera.pk }),
    );
    await settleAt(spot, '19:30');
    expect(await visits(spot)).toMatchObject([
      { entrance_at: '19:00', exit_at: '19:10', doubtful: false },
    ]);
  });
});

describe('the job', () => {
  test('run again, and twice at once, does nothing twice', async () => {
    const spots = [await makeSpot(sql()), await makeSpot(sql())];
    await parkedBefore(spots[0] as TestSpot);
    for (const spot of spots) {
      await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:30', 'Exit'));
    }
    clock.set(at('22:00'));
    await Promise.all(spots.flatMap((spot) => [1, 2, 3].map(() => jobs.settle(spot))));
    const told = jobs.told.length;
    for (const spot of spots) await jobs.settle(spot);
    expect(jobs.told).toHaveLength(told);
    expect(await money(spots[0] as TestSpot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['charge', 1000, 0, '21:30'],
    ]);
    expect(await violations(spots[1] as TestSpot)).toHaveLength(1);
    expect(await statuses(spots[0] as TestSpot)).toEqual([['enforced', true]]);
  });

  test('that fails half way leaves nothing half done, and does all when it is run again', async () => {
    const spot = await makeSpot(sql());
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '20:30', 'Exit'));
    await sql().unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'no space left'; end $$;
      create trigger fail before update of status on visits for each row execute function fail()`);
    clock.set(at('21:00'));
    await expect(jobs.settle(spot)).rejects.toThrow('no space left');
    // The visit is paired and waits; the rental that went before it in the same transaction is not there.
    expect(await statuses(spot)).toEqual([['grace period', false]]);
    expect(await automatic(spot)).toEqual([]);
    await sql().unsafe('drop trigger fail on visits; drop function fail');
    await jobs.settle(spot);
    expect(await statuses(spot)).toEqual([['enforced', true]]);
    expect(await money(spot)).toHaveLength(2);
  });

  test('comes to the same visits whatever order and batches the reads come in', async () => {
    const anyRead = fc.record({
      minutes: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 130 * 24 * 60 })),
      direction: fc.constantFrom('Entrance' as const, 'Exit' as const, null),
      plate: fc.constantFrom('ABC123', 'ABC123', 'A8C123', 'A8CI23'),
      confidence: fc.constantFrom(0.5, 0.8, 0.9),
      batch: fc.nat({ max: 3 }),
    });
    const since = fromIso('2026-02-01T19:00:00Z');
    clock.set('2026-07-01T19:00:00Z');
    await fc.assert(
      fc.asyncProperty(fc.array(anyRead, { minLength: 2, maxLength: 12 }), async (drawn) => {
        const [whole, parts] = [await makeSpot(sql()), await makeSpot(sql())];
        const made = drawn.map((one, index) => {
          const { minutes, batch: _, ...more } = one;
          const captured_at = (since + minutes * 60_000) as Instant;
          const external_id = `read-${index}`;
          return { ...read(whole, '19:00', null), ...more, external_id, captured_at };
        });
        await sees(whole, ...made);
        await jobs.settle(whole);
        for (const batch of [0, 1, 2, 3]) {
          const some = made.filter((_, index) => drawn[index]?.batch === batch);
          await sees(parts, ...some.map((one) => ({ ...one, spot_pk: parts.pk })));
          await jobs.settle(parts);
        }
        expect(await seen(parts)).toEqual(await seen(whole));
      }),
      { numRuns: 40 },
    );
  });

  test('is queued by the sweep for properties where time alone may change something, and for no others', async () => {
    const [waiting, done] = [await makeSpot(sql()), await makeSpot(sql())];
    await sees(waiting, read(waiting, '19:00', 'Entrance'));
    await sees(done, read(done, '19:00', 'Entrance'), read(done, '19:05', 'Exit'));
    await settleAt(waiting, '19:06');
    await settleAt(done, '19:06');
    await sql()`delete from graphile_worker._private_jobs`;
    const queued = async (time: string) => {
      clock.set(at(time));
      await jobs.sweep();
      const rows = await sql()<{ key: string }[]>`select key from graphile_worker.jobs`;
      return rows.map((row) => row.key);
    };
    const key = (spot: TestSpot) => `settle_visits:${spot.pk}`;
    expect(await queued('19:14')).not.toContain(key(waiting));
    expect(await queued('19:15')).toContain(key(waiting));
    expect(await queued('19:15')).not.toContain(key(done));
  });

  test('leaves ledger and rollups in agreement', async () => {
    const differences = await Promise.all(rollups.map((rollup) => compareRollup(sql(), rollup)));
    expect(differences.flat()).toEqual([]);
  });
});
