import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import { priceOfStay } from '@lotkeeper/contract/operations/rate-curves';
import { describe, expect, test } from 'vitest';
import { deleteVisitor } from '../../../records/operations/visitor-changes.ts';
import { makeCameraFeed, makeUnknownMessage } from '../../../testing/cameras.factory.ts';
import { makeEvent } from '../../../testing/events.factory.ts';
import { at, car, parkingDay, read, timeOf } from '../../../testing/parking-day.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import { makeRate } from '../../../testing/rates.factory.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { makeVisitor, makeVisitorCode, until } from '../../../testing/visitors.factory.ts';
import { plateRead } from '../../../testing/visits.factory.ts';

/** The pk of a new validation code. */
const codeNamed = async (...args: Parameters<typeof makeVisitorCode>) =>
  (await makeVisitorCode(...args)).pk;

const {
  automatic,
  enterUntil,
  money,
  parkedBefore,
  visits,
  pays,
  sees,
  settleAt,
  sql,
  statuses,
  violations,
} = await parkingDay();

describe('drivers who pay', () => {
  test('a driver who pays before they come is a renter, undecided until they have left', async () => {
    const spot = await makeSpot(sql);
    await pays(spot, '18:30', '22:00');
    await sees(spot, read(spot, '19:00', 'Entrance'));
    expect(await settleAt(spot, '19:01')).toEqual([['renter', false]]);
    await sees(spot, read(spot, '21:00', 'Exit'));
    expect(await settleAt(spot, '21:01')).toEqual([['renter', true]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('a driver who pays within the grace minutes is a renter', async () => {
    const spot = await enterUntil('19:01');
    expect(await statuses(spot)).toEqual([['grace period', false]]);
    await pays(spot, '19:12', '21:12');
    expect(await settleAt(spot, '19:15')).toEqual([['renter', false]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('a driver who pays after the grace minutes has their violation waived with the reason and is a renter', async () => {
    const spot = await enterUntil('19:15');
    expect(await statuses(spot)).toEqual([['violator', false]]);
    await pays(spot, '19:30', '21:30');
    expect(await settleAt(spot, '19:35')).toEqual([['renter', false]]);
    expect(await violations(spot)).toMatchObject([
      { status: 'Waived', waived_reason: 'The stay was paid.' },
    ]);
  });

  test('a driver who pays late and for too little gets their violation back once they were seen to leave, unless a person waived it', async () => {
    for (const person of [null, await makePerson(sql)]) {
      const spot = await enterUntil('19:15');
      await pays(spot, '19:20', '20:00');
      expect(await settleAt(spot, '19:30')).toEqual([['renter', false]]);
      if (person)
        await sql`update violations set waived_by = ${person.pk} where spot_pk = ${spot.pk}`;
      expect(await settleAt(spot, '20:15')).toEqual([['renter', false]]);
      await sees(spot, read(spot, '20:20', 'Exit'));
      expect(await settleAt(spot, '20:21')).toEqual([['violator', true]]);
      expect(await violations(spot)).toMatchObject([
        person
          ? { status: 'Waived' }
          : {
              status: 'Created',
              waived_reason: null,
              evidence: { unpaid_from: '2026-06-15T20:00:00.000Z' },
            },
      ]);
    }
  });

  test('a driver who pays after their known plate was charged gets a refund while they are there', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await pays(spot, '19:20', '21:30');
    expect(await settleAt(spot, '19:25')).toEqual([['renter', false]]);
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['refund', 0, 500, '19:25'],
    ]);
    await sees(spot, read(spot, '21:00', 'Exit'));
    expect(await settleAt(spot, '21:01')).toEqual([['renter', true]]);
    expect(await money(spot)).toHaveLength(2);
  });

  test('a driver who pays after paying their penalty stays a violator, and the violation stays paid', async () => {
    const spot = await enterUntil('19:15');
    await sql`update violations set status = 'Paid' where spot_pk = ${spot.pk}`;
    await pays(spot, '19:30', '21:30');
    await sees(spot, read(spot, '20:00', 'Exit'));
    expect(await settleAt(spot, '20:01')).toEqual([['violator', true]]);
    expect(await violations(spot)).toMatchObject([{ status: 'Paid', waived_reason: null }]);
  });

  test('a monthly renter or a tenant is a renter at any time', async () => {
    for (const rental_type of ['monthly', 'bulk_rental'] as const) {
      const spot = await makeSpot(sql);
      await record(sql, spot, [
        rental(spot, '2026-01-01T07:00:00Z', 9000, { rental_type, end_date: null, car }),
      ]);
      await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '23:00', 'Exit'));
      expect(await settleAt(spot, '23:01')).toEqual([['renter', true]]);
    }
  });

  test('a driver who pays for less than they stay owes the time from the end of their rental once they leave', async () => {
    const spot = await makeSpot(sql);
    await pays(spot, '19:00', '20:00', { renter: { email: 'robin@example.com' } });
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    expect(await settleAt(spot, '20:14')).toEqual([['renter', false]]);
    expect(await settleAt(spot, '20:40')).toEqual([['renter', false]]);
    await sees(spot, read(spot, '20:45', 'Exit'));
    expect(await settleAt(spot, '20:46')).toEqual([['enforced', true]]);
    expect((await automatic(spot)).map((one) => timeOf(one.start_date))).toEqual(['20:00']);
  });
});

describe('cars whose plates look like that of a driver who paid', () => {
  const outcomes = async (spot: TestSpot) => {
    const rows = await sql<{ outcome: string }[]>`
      select outcome from visits where spot_pk = ${spot.pk} order by entrance_at`;
    return rows.map(({ outcome }) => outcome);
  };
  const other = (plate: string, time: string, direction: 'Entrance' | 'Exit') => (spot: TestSpot) =>
    read(spot, time, direction, { plate, external_id: `${plate} ${time}` });

  test.each(['A8C123', 'ABC128'])(
    '%s that is in beside it is another car: it’s charged once it was read alike coming and going',
    async (plate) => {
      const spot = await makeSpot(sql);
      await pays(spot, '19:00', '22:00');
      await sees(spot, read(spot, '19:01', 'Entrance'), other(plate, '19:20', 'Entrance')(spot));
      await settleAt(spot, '19:50');
      expect(await violations(spot)).toEqual([]);
      await sees(spot, other(plate, '20:40', 'Exit')(spot), read(spot, '21:00', 'Exit'));
      await settleAt(spot, '21:01');
      expect(await outcomes(spot)).toEqual(['rental', 'violation_open']);
    },
  );

  test.each(['A8C123', 'ABC128'])(
    '%s that is in beside it, and isn’t seen to leave, is unexplained, not paid',
    async (plate) => {
      const spot = await makeSpot(sql);
      await pays(spot, '19:00', '22:00');
      await sees(spot, read(spot, '19:01', 'Entrance'), other(plate, '19:20', 'Entrance')(spot));
      await sees(spot, read(spot, '21:00', 'Exit'));
      await settleAt(spot, '21:01');
      await settleAt(spot, '2026-06-16T19:30:00Z');
      expect(await outcomes(spot)).toEqual(['rental', 'unexplained']);
      expect(await violations(spot)).toEqual([]);
    },
  );

  test.each([
    ['A8C123', 'came, left under its own plate', ['21:00', 'Exit']],
    ['ABC128', 'came, left under its own plate', ['21:00', 'Exit']],
    ['A8C123', 'was read a minute apart, left unseen', ['19:02', 'Entrance']],
    ['ABC128', 'was read a minute apart, left unseen', ['19:02', 'Entrance']],
  ] as const)(
    '%s that %s, and came again the next evening is it',
    async (plate, _, [time, end]) => {
      const spot = await makeSpot(sql);
      await record(sql, spot, [
        rental(spot, '2026-01-01T07:00:00Z', 9000, {
          rental_type: 'monthly',
          end_date: null,
          car,
        }),
      ]);
      await sees(spot, other(plate, '19:01', 'Entrance')(spot), read(spot, time, end));
      await settleAt(spot, '21:01');
      const seen = { captured_at: fromIso('2026-06-16T18:30:00Z') };
      const left = { captured_at: fromIso('2026-06-16T21:00:00Z') };
      await sees(spot, read(spot, '18:30', 'Entrance', seen), read(spot, '21:00', 'Exit', left));
      await settleAt(spot, '2026-06-16T21:30:00Z');
      expect(await outcomes(spot)).not.toContain('unexplained');
    },
  );

  test.each(['A8C123', 'ABC128'])('%s that came while it was never seen is it', async (plate) => {
    const spot = await makeSpot(sql);
    await pays(spot, '19:00', '22:00');
    await sees(spot, other(plate, '19:01', 'Entrance')(spot), other(plate, '21:00', 'Exit')(spot));
    await settleAt(spot, '21:01');
    expect(await statuses(spot)).toEqual([['renter', true]]);
  });

  test('one with two swapped characters waits for its exit, and is it if that was read right', async () => {
    const spot = await makeSpot(sql);
    await pays(spot, '19:00', '22:00');
    await sees(spot, other('ABC132', '19:01', 'Entrance')(spot));
    await settleAt(spot, '19:30');
    expect(await violations(spot)).toEqual([]);
    await sees(spot, read(spot, '21:00', 'Exit'));
    await settleAt(spot, '2026-06-16T19:30:00Z');
    expect(await statuses(spot)).toEqual([
      ['renter', true],
      ['renter', true],
    ]);
  });

  test('one with two other characters that was read alike coming and going is another car', async () => {
    const spot = await makeSpot(sql);
    await pays(spot, '19:00', '22:00');
    await sees(
      spot,
      other('ABC132', '19:01', 'Entrance')(spot),
      other('ABC132', '20:00', 'Exit')(spot),
    );
    await settleAt(spot, '20:01');
    expect(await violations(spot)).toMatchObject([{ status: 'Created', plate: 'ABC132' }]);
  });
});

describe('drivers who do not pay', () => {
  test('a driver who does not pay and leaves within the grace minutes owes nothing', async () => {
    const spot = await makeSpot(sql);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '19:15', 'Exit'));
    expect(await settleAt(spot, '19:40')).toEqual([['grace period', true]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('an unpaid stay of an unknown plate gets one violation with a code, the penalty and the evidence', async () => {
    const spot = await makeSpot(sql);
    const image = crypto.randomUUID();
    await sql`insert into images (organization_id, uuid, spot_pk, kind, file, media_type, bytes, taken_at)
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

  test('a stay is charged with the taxes of the place that are in force, instead of the organization’s', async () => {
    const spot = await makeSpot(sql);
    await sql`update organizations set tax_rate = 800 where pk = ${spot.organization}`;
    const rates = [
      ['City', '2026-01-01', 4625],
      ['State', '2020-01-01', 3000],
      ['State', '2026-06-15', 5000],
      ['County', '2026-06-16', 9000],
    ].map(([authority, starts_on, rate]) => ({
      organization_id: spot.organization,
      spot_pk: spot.pk,
      authority,
      starts_on,
      level: 'city',
      rate,
      rental_groups: ['transient'],
    }));
    await sql`insert into tax_rates ${sql.values(rates)}`;
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    // 500 and 9.625 %: 548.125.
    const [charge] =
      await sql`select gross, tax from ledger_entries where spot_pk = ${spot.pk} order by pk desc limit 1`;
    expect(charge).toEqual({ gross: 548, tax: 48 });
    // A tax on monthly rentals doesn't end that of others: 1000 and 9.625 %, less 548.
    await sql`
      insert into tax_rates values (${spot.organization}, ${spot.pk}, 'City', '2026-06-15', 'city', 9000, '{monthly}')`;
    await sees(spot, read(spot, '20:30', 'Exit'));
    await settleAt(spot, '20:31');
    const [rest] =
      await sql`select gross, tax from ledger_entries where spot_pk = ${spot.pk} order by pk desc limit 1`;
    expect(rest).toEqual({ gross: 548, tax: 48 });
  });

  test('an unpaid stay of a known plate gets a rental, charged for the first hour at once and the rest at the exit', async () => {
    const spot = await makeSpot(sql);
    await sql`update organizations set tax_rate = 800 where pk = ${spot.organization}`;
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    expect(await settleAt(spot, '19:15')).toEqual([['enforced', false]]);
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
    // Three hours begun: 1500 + 120 = 1620, minus 540.
    expect(await money(spot)).toEqual([
      ['charge', 540, 0, '19:15'],
      ['charge', 1080, 0, '21:10'],
    ]);
    expect((await automatic(spot)).map((one) => timeOf(one.end_date))).toEqual(['21:10']);
    expect(await statuses(spot)).toEqual([['enforced', true]]);
    expect(await violations(spot)).toHaveLength(0);
    const [day] = await sql`select enforcement, rentals from revenue_days
      where spot_pk = ${spot.pk} and local_date = '2026-06-15'`;
    expect(day).toEqual({ enforcement: 1620, rentals: 1 });
  });

  test('an unpaid stay at a property without a price gets a violation, even for a known plate', async () => {
    const spot = await makeSpot(sql);
    await sql`update spots set price_hourly = null where pk = ${spot.pk}`;
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    expect(await settleAt(spot, '19:15')).toEqual([['violator', false]]);
    expect(await violations(spot)).toMatchObject([
      { evidence: { rule: 'no rental and no price in force', price: null } },
    ]);
  });

  test('a plate whose earlier rental has no contact is not a known plate', async () => {
    const spot = await makeSpot(sql);
    await record(sql, spot, [rental(spot, '2026-05-01T19:00:00Z', 500, { car })]);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    expect(await violations(spot)).toHaveLength(1);
    expect(await automatic(spot)).toHaveLength(0);
  });

  test('a rental at another property does not pay for the stay here but makes the plate known', async () => {
    const other = await makeSpot(sql);
    const spot = await makeSpot(sql, { organization: { pk: other.organization } });
    await parkedBefore(other);
    await pays(other, '18:00', '23:00');
    await sees(spot, read(spot, '19:00', 'Entrance'));
    expect(await settleAt(spot, '19:15')).toEqual([['enforced', false]]);
  });

  test('a plate that only another organization knows is not a known plate', async () => {
    const foreign = await makeSpot(sql);
    await parkedBefore(foreign);
    await pays(foreign, '18:00', '23:00');
    const spot = await enterUntil('19:15');
    expect(await statuses(spot)).toEqual([['violator', false]]);
    expect(await automatic(spot)).toHaveLength(0);
  });
});

describe('price of auto-started rentals', () => {
  /** A known car that stays for two hours and ten minutes; returns the total charge. */
  const charged = async (spot: TestSpot) => {
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:10', 'Exit'));
    await settleAt(spot, '21:11');
    const [row] = await sql<
      { rental_type: string; gross: number; dynamic_pricing: number; rate: { rule: string } }[]
    >`
      select r.rental_type, sum(e.gross)::bigint as gross, sum(e.dynamic_pricing)::bigint as dynamic_pricing, v.rate
      from visits v join rentals r on r.organization_id = v.organization_id and r.pk = v.rental_pk
      join ledger_entries e on e.organization_id = r.organization_id and e.rental_pk = r.pk
      where v.spot_pk = ${spot.pk} group by r.pk, r.rental_type, v.rate`;
    return [row?.rate.rule, row?.rental_type, row?.gross, row?.dynamic_pricing];
  };
  const before = fromIso('2026-06-01T00:00:00Z');

  test('an automatic rental is charged the property’s hourly price for each started hour', async () => {
    expect(await charged(await makeSpot(sql))).toEqual([
      'price of the property',
      'hourly',
      1500,
      0,
    ]);
  });

  test('an automatic rental is charged the active rate of the highest priority, up to its daily maximum', async () => {
    const spot = await makeSpot(sql);
    for (const [name, price, priority, ends_at] of [
      ['Old', 900, 9, before + 1],
      ['Low', 800, 1, null],
      ['High', 450, 2, null],
    ] as const) {
      await sql`insert into rates ${sql.values({ organization_id: spot.organization, spot_pk: spot.pk, name, price, priority, unit: 'hour', starts_at: before, ends_at, dynamic_daily_max: 1000 })}`;
    }
    expect(await charged(spot)).toEqual(['rate', 'hourly', 1000, 0]);
  });

  test('an automatic rental is charged the dynamic price at the entrance, with its uplift over the base price', async () => {
    const spot = await makeSpot(sql);
    await sql`update spots set dynamic_pricing_enabled = true where pk = ${spot.pk}`;
    for (const [time, price] of [
      ['18:00', 700],
      ['20:00', 2000],
    ] as const) {
      await sql`insert into price_points ${sql.values({ organization_id: spot.organization, spot_pk: spot.pk, starts_at: fromIso(at(time)), price, base_price: 500, strategy: 'standard' })}`;
    }
    // 3 × 700, with 3 × 200 above the base.
    expect(await charged(spot)).toEqual(['dynamic price', 'hourly', 2100, 600]);
  });

  test('an automatic rental is charged the price of the running experiment’s segment', async () => {
    const spot = await makeSpot(sql);
    const [trial] = await sql<
      [{ pk: number }]
    >`insert into rate_experiments ${sql.values({ organization_id: spot.organization, spot_pk: spot.pk, name: 'Summer', starts_at: before })} returning pk`;
    await sql`insert into rate_experiment_segments ${sql.values({ organization_id: spot.organization, experiment_pk: trial.pk, name: 'All', percentage: 100, price: 1900, unit: 'day' })}`;
    expect(await charged(spot)).toEqual(['experiment', 'daily', 1900, 0]);
  });

  test('an automatic rental is charged the price of the event at the entrance', async () => {
    const spot = await makeSpot(sql);
    await sql`insert into events ${sql.values({ organization_id: spot.organization, spot_pk: spot.pk, name: 'Game', date: '2026-06-15', start_time: '11:30', end_time: '12:30', display_price: 2500 })}`;
    expect(await charged(spot)).toEqual(['event', 'flat_rate', 2500, 0]);
  });

  test('an event’s price by the hour is charged for the whole stay that begins during it', async () => {
    const spot = await makeSpot(sql);
    const event = { name: 'Game', start_time: '11:30', end_time: '12:30' };
    await makeEvent(sql, spot, { ...event, display_price: cents(900), price_unit: 'hour' });
    // 3 × 900, also after the event.
    expect(await charged(spot)).toEqual(['event', 'hourly', 2700, 0]);
  });
});

describe('cars that need not pay', () => {
  test('a car with a visitor’s valid right is a visitor', async () => {
    const spot = await makeSpot(sql);
    await makeVisitor(sql, spot, {
      car,
      grants: [until(at('22:00'))],
      at: fromIso(at('19:05')),
    });
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:50', 'Exit'));
    expect(await settleAt(spot, '21:51')).toEqual([['visitor', true]]);
    expect(await violations(spot)).toHaveLength(0);
  });

  test('a visitor whose time expired and who got a new right later owes for the time between', async () => {
    const spot = await makeSpot(sql);
    const visitor = { car, grants: [until(at('19:30'))], at: fromIso(at('19:00')) };
    await makeVisitor(sql, spot, visitor);
    await makeVisitor(sql, spot, {
      ...visitor,
      grants: [until(at('23:00'))],
      at: fromIso(at('22:30')),
    });
    await sees(spot, read(spot, '20:00', 'Entrance'), read(spot, '22:00', 'Exit'));
    expect(await settleAt(spot, '22:31')).toEqual([['violator', true]]);
  });

  test('a deleted visitor has no right from the deletion on', async () => {
    const spot = await makeSpot(sql);
    const { pk } = await makeVisitor(sql, spot, { car, at: fromIso(at('18:00')) });
    await sees(spot, read(spot, '19:00', 'Entrance'));
    expect(await settleAt(spot, '19:01')).toEqual([['visitor', false]]);
    await recording(sql, spot.organization, (recorder) =>
      deleteVisitor(recorder, { pk, spot_pk: spot.pk }, fromIso(at('20:00'))),
    );
    expect(await settleAt(spot, '20:16')).toEqual([['violator', false]]);
  });

  test('a car during an event without enforcement is a visitor, and a violator on the next day', async () => {
    const spot = await makeSpot(sql);
    await sql`insert into events (organization_id, spot_pk, name, date, start_time, end_time, spaceforce_multiplier)
      values (${spot.organization}, ${spot.pk}, 'Game', '2026-06-15', '11:00', '23:00', 0)`;
    await sees(
      spot,
      read(spot, '19:00', 'Entrance'),
      read(spot, '21:50', 'Exit'),
      plateRead(spot, '2026-06-16T19:00:00Z', 'Entrance'),
    );
    expect(await settleAt(spot, '2026-06-16T19:20:00Z')).toEqual([
      ['visitor', true],
      ['violator', false],
    ]);
  });

  test('a car at a property without enforcement is a visitor', async () => {
    const spot = await makeSpot(sql);
    await sql`update spots set enforcement_enabled = false where pk = ${spot.pk}`;
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'), read(spot, '21:50', 'Exit'));
    expect(await settleAt(spot, '21:51')).toEqual([['visitor', true]]);
    expect([...(await violations(spot)), ...(await automatic(spot))]).toEqual([]);
  });
});

describe('visitors for events', () => {
  /** Grants a visitor of a code for these events free parking, from a time of day on. */
  const grantedFrom = async (spot: TestSpot, time: string, events: readonly number[]) => {
    const code_pk = await codeNamed(sql, spot, { code: 'FAIR', events });
    const grants = [{ code_pk, kind: 'events' as const, ends_at: null }];
    const visitor = await makeVisitor(sql, spot, { car, grants, at: fromIso(at(time)) });
    return { code: code_pk, visitor };
  };
  // 12:00 to 14:00 in Phoenix is 19:00 to 21:00 UTC.
  const fair = { start_time: '12:00:00', end_time: '14:00:00' };

  test('a visitor for events is a visitor while the event is on, and owes the time after it', async () => {
    const spot = await makeSpot(sql);
    await grantedFrom(spot, '12:00', [await makeEvent(sql, spot, fair)]);
    await sees(spot, read(spot, '19:10', 'Entrance'));
    expect(await settleAt(spot, '20:59')).toEqual([['visitor', false]]);
    await settleAt(spot, '21:14');
    expect(await violations(spot)).toHaveLength(0);
    expect(await settleAt(spot, '21:16')).toEqual([['violator', false]]);
    expect(await violations(spot)).toMatchObject([
      { evidence: { unpaid_from: '2026-06-15T21:00:00.000Z' } },
    ]);
  });

  test('a visitor for events has no right on a day without the event, nor before it was granted', async () => {
    const weekly = await makeSpot(sql);
    // June 15, 2026, is a Monday.
    const tuesdays = { ...fair, interval: 'weekly', repeat_on_day: 1 } as const;
    await grantedFrom(weekly, '12:00', [await makeEvent(sql, weekly, tuesdays)]);
    await sees(weekly, read(weekly, '19:10', 'Entrance'));
    expect(await settleAt(weekly, '19:30')).toEqual([['violator', false]]);

    const later = await makeSpot(sql);
    await grantedFrom(later, '20:30', [await makeEvent(sql, later, fair)]);
    await sees(later, read(later, '19:10', 'Entrance'), read(later, '19:50', 'Exit'));
    expect(await settleAt(later, '20:00')).toEqual([['violator', true]]);
  });

  test('a visitor for events keeps their right when the code is deleted and loses it with the event', async () => {
    const spot = await makeSpot(sql);
    const event = await makeEvent(sql, spot, fair);
    const { code } = await grantedFrom(spot, '12:00', [event]);
    await sql`update visitor_codes set deleted_at = ${fromIso(at('18:00'))} where pk = ${code}`;
    await sees(spot, read(spot, '19:10', 'Entrance'));
    expect(await settleAt(spot, '19:40')).toEqual([['visitor', false]]);

    const without = await makeSpot(sql);
    const gone = await makeEvent(sql, without, fair);
    await grantedFrom(without, '12:00', [gone]);
    await sql`delete from events where pk = ${gone}`;
    await sees(without, read(without, '19:10', 'Entrance'));
    expect(await settleAt(without, '19:40')).toEqual([['violator', false]]);
  });

  test('a visitor for events loses their right at once when they are deleted', async () => {
    const spot = await makeSpot(sql);
    const { visitor } = await grantedFrom(spot, '12:00', [await makeEvent(sql, spot, fair)]);
    await sees(spot, read(spot, '19:10', 'Entrance'));
    await recording(sql, spot.organization, (recorder) =>
      deleteVisitor(recorder, { ...visitor, spot_pk: spot.pk }, fromIso(at('19:30'))),
    );
    await settleAt(spot, '19:46');
    expect(await violations(spot)).toMatchObject([
      { evidence: { unpaid_from: '2026-06-15T19:30:00.000Z' } },
    ]);
  });

  test('a visitor for another property’s event has no right here', async () => {
    const spot = await makeSpot(sql);
    const sister = await makeSpot(sql, { organization: { pk: spot.organization } });
    await grantedFrom(spot, '12:00', [await makeEvent(sql, sister, fair)]);
    await sees(spot, read(spot, '19:10', 'Entrance'));
    expect(await settleAt(spot, '19:40')).toEqual([['violator', false]]);
  });
});

describe('rates with a curve', () => {
  const steps = [
    { minutes: 30, price: cents(200) },
    { minutes: 120, price: cents(700) },
  ];
  const curves: RateCurve[] = [
    { kind: 'static' },
    { kind: 'linear', start: cents(150) },
    { kind: 'stepwise', steps },
    { kind: 'exponential', growth: 1000 as BasisPoints },
    { kind: 'moving', prices: [cents(500), cents(100)] },
    { kind: 'moving_total', totals: [cents(500), cents(900)] },
    { kind: 'cumulative_time', brackets: [{ from: 0, price: cents(123) }] },
  ];

  test.each(curves)(
    'a $kind rate is charged what its preview shows, and the rest at the exit',
    async (curve) => {
      const spot = await makeSpot(sql);
      await makeRate(sql, spot, { curve });
      await parkedBefore(spot);
      await sees(spot, read(spot, '19:00', 'Entrance'));
      await settleAt(spot, '19:15');
      await sees(spot, read(spot, '20:37', 'Exit'));
      await settleAt(spot, '20:38');
      const paid = (await money(spot)).map(([, gross]) => Number(gross));
      const rate = {
        unit: 'hour',
        price: cents(400),
        curve,
        daily_min: null,
        daily_max: null,
      } as const;
      const [first, whole] = [priceOfStay(rate, 0), priceOfStay(rate, 97)];
      expect(paid).toEqual(whole === first ? [first] : [first, whole - first]);
    },
  );

  test('a weekly rate does not count on another weekday', async () => {
    // June 15, 2026, is a Monday, and January 1 a Thursday.
    const spot = await makeSpot(sql);
    await makeRate(sql, spot, { interval: 'weekly', priority: 9 });
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    // $5 an hour is the property's own price, $4 the rate's on Thursdays.
    expect((await money(spot)).map(([, gross]) => gross)).toEqual([500]);
  });
});

describe('exits with one character of the plate replaced, too few or too many', () => {
  test.each(['ABC 12', 'ABC 1234', 'BC 123', 'ABD 123'])(
    'an exit read as %s, as surely as the entrance, leaves a doubt, so the car that may still be there is not charged',
    async (plate) => {
      const spot = await makeSpot(sql);
      await sees(spot, read(spot, '19:00', 'Entrance'));
      await sees(spot, read(spot, '19:12', 'Exit', { plate }));
      await settleAt(spot, '19:15');
      expect(await settleAt(spot, '20:15')).toEqual([
        ['grace period', false],
        ['grace period', true],
      ]);
      expect(await violations(spot)).toHaveLength(0);
    },
  );

  test.each(['ABC 1', 'XYZ 9876', 'ABX 124'])(
    'an exit read as %s belongs to another car',
    async (plate) => {
      const spot = await makeSpot(sql);
      await sees(spot, read(spot, '19:00', 'Entrance'));
      await sees(spot, read(spot, '19:12', 'Exit', { plate }));
      await settleAt(spot, '19:15');
      expect(await violations(spot)).toHaveLength(1);
    },
  );
});

describe('plates that may be a wrong read of another car’s', () => {
  test.each(['ABC 12', 'BC 123', 'ABC 1234', 'ABX 123'])(
    'a visit of %s that nobody paid for costs nothing if ABC 123 may park there',
    async (plate) => {
      const spot = await makeSpot(sql);
      await makeVisitor(sql, spot, { car });
      await sees(spot, read(spot, '19:00', 'Entrance', { plate }));
      expect(await settleAt(spot, '19:40')).toEqual([['visitor', false]]);
      expect(await visits(spot)).toMatchObject([{ doubtful: true }]);
      expect(await violations(spot)).toHaveLength(0);
    },
  );

  test('an exit of ABX 123 without an entrance is that of the visitor ABC 123, and of nobody once their right has ended', async () => {
    const leave = async (ends: string) => {
      const spot = await makeSpot(sql);
      const grant = until(at(ends));
      await makeVisitor(sql, spot, { car, grants: [grant], at: fromIso(at('18:00')) });
      await sees(spot, read(spot, '19:00', 'Exit', { plate: 'ABX 123' }));
      return settleAt(spot, '19:40');
    };
    expect(await leave('20:00')).toEqual([['visitor', true]]);
    expect(await leave('18:30')).toEqual([['grace period', true]]);
  });

  test.each(['ABX 12', 'AB 12', 'XYZ 987'])(
    'a visit of %s gets a violation although ABC 123 may park there',
    async (plate) => {
      const spot = await makeSpot(sql);
      await makeVisitor(sql, spot, { car });
      await sees(spot, read(spot, '19:00', 'Entrance', { plate }));
      await settleAt(spot, '19:40');
      expect(await violations(spot)).toHaveLength(1);
    },
  );

  test('a driver whose plate is almost that of a visitor is charged if the organization knows the car', async () => {
    const spot = await makeSpot(sql);
    await makeVisitor(sql, spot, { car: { ...car, plate: 'ABX 123' } });
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    expect(await settleAt(spot, '19:40')).toEqual([['enforced', false]]);
  });

  test.each([
    ['ABC 1234', 0.9],
    ['ABX 123', 0.99],
  ])(
    'a violation is waived when %s leaves, which was never seen to enter and was read with a confidence of %d',
    async (plate, confidence) => {
      const spot = await makeSpot(sql);
      await sees(spot, read(spot, '19:00', 'Entrance'));
      await settleAt(spot, '19:15');
      expect(await violations(spot)).toMatchObject([{ status: 'Created' }]);
      await sees(spot, read(spot, '20:00', 'Exit', { plate, confidence }));
      await settleAt(spot, '20:15');
      expect(await violations(spot)).toMatchObject([{ status: 'Waived' }]);
    },
  );
});

describe('exits that may be of the car that is in', () => {
  test('an exit with one character replaced that was read less surely leaves a doubt if it came before anything was owed', async () => {
    const leave = async (time: string) => {
      const spot = await makeSpot(sql);
      await sees(spot, read(spot, '19:00', 'Entrance'));
      await settleAt(spot, time === '19:12' ? '19:12' : '19:15');
      await sees(spot, read(spot, time, 'Exit', { plate: 'ABX 123', confidence: 0.7 }));
      await settleAt(spot, '20:15');
      return violations(spot);
    };
    expect(await leave('19:12')).toHaveLength(0);
    expect(await leave('20:00')).toMatchObject([{ status: 'Created' }]);
  });
});

describe('cars that may have left unread', () => {
  const enterBeside = async (direction: 'Entrance' | 'Exit', messages: number) => {
    const spot = await makeSpot(sql);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    const feed = await makeCameraFeed(sql, { pk: spot.organization }, 'frigate', {
      spot,
      direction,
    });
    for (let number = 0; number < messages; number++) {
      const { pk } = await makeUnknownMessage(sql, { pk: spot.organization }, feed);
      await sql`update camera_messages set received_at = ${at('19:05')} where pk = ${pk}`;
    }
    await settleAt(spot, '19:15');
    return violations(spot);
  };

  test('a car that is in when a message of the exit can’t be read is not charged', async () => {
    expect(await enterBeside('Exit', 1)).toHaveLength(0);
  });

  const nextDay = '2026-06-16T20:30:00Z';
  const halves: [string, 'Entrance' | 'Exit', string][] = [
    ['an exit without a plate', 'Exit', ''],
    ['an exit with almost its plate', 'Exit', 'ABC128'],
    ['an entrance without a plate', 'Entrance', ''],
    ['an entrance with almost its plate', 'Entrance', 'ABC128'],
  ];
  /** A car that was seen at one end, and what was read at the other one some minutes apart. */
  const seeHalves = async (direction: 'Entrance' | 'Exit', plate: string, minutes: number) => {
    const spot = await makeSpot(sql);
    const [seen, other] =
      direction === 'Exit' ? (['Entrance', 19] as const) : (['Exit', 20] as const);
    const time = direction === 'Exit' ? `19:${minutes}` : `19:${60 - minutes}`;
    const own = read(spot, `${other}:00`, seen);
    const rest = read(spot, time, direction, { plate, external_id: `other ${time}` });
    await sees(spot, ...(direction === 'Exit' ? [own, rest] : [rest, own]));
    await settleAt(spot, '20:30');
    expect(await violations(spot)).toEqual([]);
    await settleAt(spot, nextDay);
    const rows = await sql<{ outcome: string }[]>`
      select distinct outcome from visits where spot_pk = ${spot.pk}`;
    return rows.map(({ outcome }) => outcome);
  };

  test.each(halves)('beside %s within the grace minutes, it left within them', async (...half) => {
    const [, direction, plate] = half;
    expect(await seeHalves(direction, plate, 14)).toEqual(['grace']);
    if (direction === 'Entrance' && plate === '')
      expect(await seeHalves(direction, plate, 16)).toEqual(['unexplained']);
  });

  test('beside six exits without a plate, nobody knows which car left', async () => {
    const spot = await makeSpot(sql);
    const unread = Array.from({ length: 6 }, (_, index) =>
      read(spot, `19:0${index + 1}`, 'Exit', { plate: '', external_id: `unread ${index}` }),
    );
    await sees(spot, read(spot, '18:59', 'Entrance'), ...unread);
    await settleAt(spot, '19:30');
    expect(await violations(spot)).toEqual([]);
    await settleAt(spot, nextDay);
    expect(await statuses(spot)).toEqual([['violator', true]]);
  });

  test('a car that already owes stays charged, however many cars leave unread or with almost the same plate', async () => {
    const spot = await makeSpot(sql);
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    const feed = await makeCameraFeed(sql, { pk: spot.organization }, 'frigate', {
      spot,
      direction: 'Exit',
    });
    const { pk } = await makeUnknownMessage(sql, { pk: spot.organization }, feed);
    await sql`update camera_messages set received_at = ${at('20:05')} where pk = ${pk}`;
    await sees(spot, read(spot, '20:06', 'Exit', { plate: 'ABC 12' }));
    await settleAt(spot, '20:15');
    expect(await violations(spot)).toMatchObject([{ status: 'Created' }]);
  });

  test('a sender with an unread message each second does not keep any car from being charged', async () => {
    const spot = await makeSpot(sql);
    const feed = await makeCameraFeed(sql, { pk: spot.organization }, 'frigate', {
      spot,
      direction: 'Exit',
    });
    await sql`
      insert into camera_messages (organization_id, feed_pk, content_type, outcome, received_at, body, sameness)
      select ${spot.organization}, ${feed.pk}, '', 'unknown', ${at('06:00')}::timestamptz + number * interval '1 second',
        '', decode(md5(number::text), 'hex')
      from generate_series(1, 100) number`;
    await sql`analyze camera_messages`;
    await sees(spot, read(spot, '19:00', 'Entrance'));
    await settleAt(spot, '19:15');
    expect(await violations(spot)).toHaveLength(1);
  });

  test('an unread message of the entrance leaves no doubt, nor do 21 of the exit in a day, which are not cars', async () => {
    expect(await enterBeside('Entrance', 1)).toHaveLength(1);
    expect(await enterBeside('Exit', 21)).toHaveLength(1);
  });
});
