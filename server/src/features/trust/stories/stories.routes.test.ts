import { randomUUID } from 'node:crypto';
import { waiveTicket } from '@lotkeeper/contract/cars/violations';
import { fromIso, instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import {
  getRentalStory,
  getViolationStory,
  getVisitStory,
} from '@lotkeeper/contract/trust/stories';
import { describeEvent } from '@lotkeeper/contract/trust/story-words';
import { beforeEach, describe, expect, test } from 'vitest';
import type { VisitInput } from '../../../records/cars/visits/visits.ts';
import { recordVisits } from '../../../records/cars/visits/visits.ts';
import type { PayoutInput } from '../../../records/money/entries.ts';
import { recordPayouts } from '../../../records/money/entries.ts';
import { recordPayments } from '../../../records/money/payments.ts';
import { recordPricePoints } from '../../../records/operations/price-points.ts';
import type { RentalInput } from '../../../records/people/rentals.ts';
import { makeCamera, makeCameraFeed } from '../../../testing/cameras.factory.ts';
import { makeDispute } from '../../../testing/charges.factory.ts';
import { makePayoutAccount, payOut } from '../../../testing/payouts.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import {
  moveMoney,
  movement,
  record,
  recording,
  rental,
} from '../../../testing/rentals.factory.ts';
import { makeImage } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { fiveAnHour, makeValetSession } from '../../../testing/valet.factory.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { makeVisit, plateRead, recordReads, visitTo } from '../../../testing/visits.factory.ts';

const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };
const now = '2026-06-15T19:00:00Z';

let organization: { pk: number; uuid: string };
let spot: TestSpot;
let admin: string;
let employee: string;

const at = await testApp({ now });
const sql = at.database.system;

/** 10 % commission, in Phoenix: 7 hours behind UTC. */
beforeEach(async () => {
  at.clock.set(now);
  organization = await makeOrganization(sql);
  spot = await makeSpot(sql, { organization });
  admin = (await signedInMember(at, organization, 'ADMIN')).token;
  employee = (await signedInMember(at, organization, 'EMPLOYEE')).token;
});

const recordRental = async (start: string, amount: number, more: Partial<RentalInput> = {}) => {
  const [made] = await record(sql, spot, [rental(spot, start, amount, more)]);
  return made?.pk ?? 0;
};
const recordVisit = (entrance: string, more: Partial<VisitInput> = {}) =>
  makeVisit(sql, spot, entrance, more);
const recordImage = async () => (await makeImage(at, spot, 'a car')).uuid;
const payOutAt = async (when: string) => {
  at.clock.set(when);
  await payOut(at, organization);
  at.clock.set(now);
};
const readRental = (id: number | string, token = admin) =>
  at.call(getRentalStory, { params: { id: String(id) } }, { token });
const readVisit = (id: number, token = admin) =>
  at.call(getVisitStory, { params: { id } }, { token });
const readViolation = (id: string, token = admin) =>
  at.call(getViolationStory, { params: { id } }, { token });

/** $24.00 and 8 % tax at a base price of $20.00, with $0.75 kept by the processor; then $5.00 back. */
async function makeRefundedRental() {
  const pk = await recordRental('2026-05-20T16:00:00Z', 0, {
    source: 'spothero',
    car,
    renter: { first_name: 'Dana', last_name: 'Diaz', email: 'dana@example.com' },
    movements: [
      movement('2026-05-20T16:00:00Z', 2592, {
        tax: cents(192),
        processing_fee: cents(75),
        base_price: cents(2160),
      }),
    ],
  });
  await makePayoutAccount(at, organization);
  await payOutAt('2026-06-05T16:00:00Z');
  const back = movement('2026-06-10T16:00:00Z', 500, { kind: 'refund', tax: cents(37) });
  await moveMoney(sql, spot, [{ ...back, source: 'spothero', rental_pk: pk }]);
  return pk;
}

describe('money of a rental', () => {
  test('the story adds up each ledger entry and names the payout that paid it out', async () => {
    const { body } = await readRental(await makeRefundedRental());
    // 2592 - 192 - 75 = 2325; 10 % is 232.5, half to even 232; 2325 - 232 = 2093. Dynamic pricing: 2592 - 2160.
    expect(body.money?.entries[0]).toMatchObject({
      kind: 'charge',
      local_date: '2026-05-20',
      gross: 2592,
      tax: 192,
      processing_fee: 75,
      commission: 232,
      commission_rate: 1000,
      net: 2093,
      dynamic_pricing: 432,
      marketing: 2592,
      payout: { local_date: '2026-06-05', statement_descriptor: 'LOTKEEPER 2026-05' },
    });
    // -500 + 37 = -463; 10 % is -46.3; -463 + 46 = -417.
    expect(body.money?.entries[1]).toMatchObject({
      kind: 'refund',
      refund: 500,
      tax: -37,
      commission: -46,
      net: -417,
      payout: null,
    });
    expect(body.money?.totals).toEqual({
      gross: 2592,
      refund: 500,
      tax: 155,
      processing_fee: 75,
      commission: 186,
      net: 1676,
      enforcement: 0,
      marketing: 2592,
      dynamic_pricing: 432,
    });
    expect(body.events.map(({ kind }) => kind)).toEqual([
      'started',
      'charged',
      'ended',
      'paid_out',
      'refunded',
    ]);
    expect(body.events.find(({ kind }) => kind === 'paid_out')).toMatchObject({ amount: 2093 });
  });

  test('an entry that was recorded after the payout of its month is in the next one', async () => {
    await makeRefundedRental();
    // It belongs to May, but arrived on June 15: 1000 minus 10 % is 900.
    const late = await recordRental('2026-05-31T16:00:00Z', 1000);
    expect((await readRental(late)).body.money?.entries[0]).toMatchObject({
      net: 900,
      payout: null,
    });
    await payOutAt('2026-07-05T16:00:00Z');
    at.clock.set('2026-07-06T16:00:00Z');
    expect((await readRental(late)).body.money?.entries[0]?.payout?.local_date).toBe('2026-07-05');
  });

  test('a payout that the bank returned paid nothing, and the next one did', async () => {
    const rental = await makeRefundedRental();
    const [sent] = await sql<[PayoutInput]>`
      select source, external_id, local_date, payout as amount, statement_descriptor from ledger_entries
      where organization_id = ${spot.organization} and kind = 'payout' order by pk desc limit 1`;
    const back = {
      ...sent,
      external_id: 'returned',
      returns: sent.external_id,
      paid_at: fromIso('2026-06-12T16:00:00Z'),
      amount: cents(-sent.amount),
    };
    await recording(sql, spot.organization, (recorder) => recordPayouts(recorder, [back]));
    at.clock.set('2026-06-13T16:00:00Z');
    expect((await readRental(rental)).body.money?.entries[0]?.payout).toBeNull();
    await payOutAt('2026-07-05T16:00:00Z');
    at.clock.set('2026-07-06T16:00:00Z');
    expect((await readRental(rental)).body.money?.entries[0]?.payout?.local_date).toBe(
      '2026-07-05',
    );
  });

  test('a commission that does not follow from the organization’s rate shows no rate', async () => {
    const pk = await recordRental('2026-06-01T16:00:00Z', 10000);
    await sql`update organizations set commission_rate = 1200 where pk = ${organization.pk}`;
    expect((await readRental(pk)).body.money?.entries[0]).toMatchObject({
      commission: 1000,
      commission_rate: null,
    });
  });

  test('a disputed charge shows Admins, and only them, its reason, the deadline for an answer, and how it ended', async () => {
    const pk = await recordRental('2026-06-10T19:00:00Z', 1080);
    await makeDispute(sql, spot, pk, {
      amount: 1080,
      reason: 'product_not_received',
      opened_at: fromIso('2026-06-11T19:00:00Z'),
      // Still the 20th in Phoenix.
      respond_by: fromIso('2026-06-21T06:59:00Z'),
    });
    const read = async (token = admin) =>
      (await readRental(pk, token)).body.events
        .filter(({ kind }) => kind === 'disputed' || kind === 'dispute_ended')
        .map(describeEvent);
    const opened = 'The driver disputed $10.80 at their bank';
    expect(await read()).toEqual([
      {
        title: opened,
        details: [
          'Reason: product not received.',
          'The bank took the money back and waits for an answer.',
          'Answer at the payment processor by Jun 20, 2026.',
        ],
      },
    ]);
    await sql`
      update disputes set state = 'lost', closed_at = ${fromIso('2026-06-14T19:00:00Z')}
      where organization_id = ${organization.pk}`;
    expect((await read()).map(({ title }) => title)).toEqual([
      opened,
      'Dispute lost: the driver’s bank kept $10.80',
    ]);
    expect(await read(employee)).toEqual([]);
  });

  test('an Employee sees the rental without money, price, and audit entries', async () => {
    const pk = await makeRefundedRental();
    const { body } = await readRental(pk, employee);
    expect(body).toMatchObject({ money: null, price: null, car: { plate: 'ABC 123' } });
    expect(body.events.map(({ kind }) => kind)).toEqual(['started', 'ended']);
    expect(JSON.stringify(body)).not.toMatch(/gross|refund|commission/);
  });
});

describe('story of a rental', () => {
  test('a rental is found by its uuid, and one without a visit has no reads', async () => {
    const pk = await recordRental('2026-06-15T10:00:00Z', 1000, { car });
    const { uuid } = (await readRental(pk)).body.rental ?? { uuid: '' };
    const { body } = await readRental(uuid);
    expect(body).toMatchObject({
      record: 'rental',
      property: {
        pk: spot.pk,
        uuid: spot.uuid,
        organization: organization.pk,
        timezone: 'America/Phoenix',
      },
      rental: { pk, rental_type: 'hourly', source: 'test', paid: true },
      violations: [],
      not_listed: { visits: 0, reads: 0, entries: 0, audit_entries: 0 },
    });
    expect(body.events.map(({ kind }) => kind)).toEqual(['started', 'charged', 'ended']);
  });

  test('the driver is shown as on the Drivers page', async () => {
    const renter = { first_name: 'Dana', last_name: 'Diaz', email: 'dana@example.com' };
    const pk = await recordRental('2026-06-15T10:00:00Z', 1000, { renter });
    await sql`update spots set contact_info_hourly = true where pk = ${spot.pk}`;
    expect((await readRental(pk, employee)).body.rental?.renter_name).toBe('Dana Diaz');
    await sql`update spots set contact_info_hourly = false where pk = ${spot.pk}`;
    expect((await readRental(pk)).body.rental).toMatchObject({
      contact_shown: false,
      renter_name: null,
      renter_email: null,
    });
  });

  test('the reads of the cameras are in time order with raw plate, confidence, and images', async () => {
    const pk = await recordRental('2026-06-15T10:00:00Z', 1000, { car });
    const visit = await recordVisit('2026-06-15T10:00:00Z', { rental_pk: pk });
    const feed = await makeCameraFeed(sql, organization, 'axis');
    const camera = await makeCamera(sql, organization, feed, { ref: 'North Gate', spot });
    const image = await recordImage();
    await recordReads(sql, spot, [
      plateRead(spot, '2026-06-15T10:00:00Z', 'Entrance', {
        camera_pk: camera.pk,
        confidence: 0.97,
        image,
      }),
      plateRead(spot, '2026-06-15T09:59:59Z', 'Entrance', { plate: 'A8C123', preview: true }),
    ]);
    await sql`update plate_reads set visit_pk = ${visit} where spot_pk = ${spot.pk}`;
    const { body } = await readRental(pk);
    const seen = body.events.filter((event) => event.kind === 'seen');
    expect(seen).toEqual([
      expect.objectContaining({ plate: 'A8C123', camera: null, preview: true, marks: null }),
      expect.objectContaining({
        plate: 'ABC123',
        marks: 'Entrance',
        camera: 'North Gate',
        confidence: 0.97,
        image: expect.stringMatching(/^\/api\/pictures\//),
      }),
    ]);
    // Employees have no driver log, so they see no images of it either.
    const forEmployee = (await readRental(pk, employee)).body.events;
    expect(JSON.stringify(forEmployee)).not.toContain('/api/pictures/');
  });

  test('a rental that is booked ahead begins with its booking and has not started yet', async () => {
    const pk = await recordRental('2036-06-15T10:00:00Z', 1000);
    at.clock.set('2036-06-14T10:00:00Z');
    const { token } = await signedInMember(at, organization, 'ADMIN');
    expect((await readRental(pk, token)).body.events.map(({ kind }) => kind)).toEqual(['booked']);
  });

  test('no more than 200 visits are listed, and the rest is counted', async () => {
    const pk = await recordRental('2026-06-01T10:00:00Z', 1000, { rental_type: 'monthly' });
    const visits = Array.from({ length: 203 }, (_, index) =>
      visitTo(spot, toIso(instant(fromIso('2026-06-02T10:00:00Z') + index * 60_000)), {
        rental_pk: pk,
      }),
    );
    await recording(sql, spot.organization, (recorder) => recordVisits(recorder, visits));
    const { body } = await readRental(pk);
    expect(body.not_listed.visits).toBe(3);
    expect(body.events.filter(({ kind }) => kind === 'visit_status')).toHaveLength(200);
  });
});

describe('price of a rental', () => {
  test('the price of a booking site is its own', async () => {
    const pk = await recordRental('2026-06-15T10:00:00Z', 1000, { source: 'spothero' });
    expect((await readRental(pk)).body.price).toEqual({
      basis: 'sender',
      rate: null,
      price: null,
      rate_at_start: null,
      promo_code: null,
    });
  });

  test('for other sources, the story shows what was in force at the start', async () => {
    await sql`update spots set dynamic_pricing_enabled = true where pk = ${spot.pk}`;
    const point = { spot_pk: spot.pk, base_price: cents(500), strategy: 'standard' } as const;
    await recording(sql, spot.organization, (recorder) =>
      recordPricePoints(recorder, [
        { ...point, starts_at: fromIso('2026-06-15T09:00:00Z'), price: cents(650) },
        { ...point, starts_at: fromIso('2026-06-15T11:00:00Z'), price: cents(800) },
      ]),
    );
    const pk = await recordRental('2026-06-15T10:00:00Z', 1300);
    expect((await readRental(pk)).body.price).toMatchObject({
      basis: 'sender',
      rate_at_start: { rule: 'dynamic price', price: 650, base_price: 500, unit: 'hour' },
    });
  });

  test('an auto-started rental shows the rate that was stored with its visit', async () => {
    const pk = await recordRental('2026-06-15T10:00:00Z', 500, { auto_started: true });
    const visit = await recordVisit('2026-06-15T10:00:00Z', { rental_pk: pk, status: 'enforced' });
    await sql`update visits set rate = ${sql.json(fiveAnHour)} where pk = ${visit}`;
    expect((await readRental(pk)).body.price).toMatchObject({
      basis: 'kept',
      rate: { rule: 'price of the property', price: 500, unit: 'hour', base_price: null },
    });
  });

  test('a monthly rental has the monthly price', async () => {
    const month = { rental_type: 'monthly', price_monthly: cents(12000), end_date: null } as const;
    const pk = await recordRental('2026-06-01T10:00:00Z', 12000, month);
    expect((await readRental(pk)).body.price).toMatchObject({ basis: 'month', price: 12000 });
  });

  test('a valet rental shows its check-in and the rate from then on', async () => {
    const session = await makeValetSession(at, spot, { since: fromIso('2026-06-15T15:00:00Z') });
    const [row] = await sql<{ rental_pk: number }[]>`
      select rental_pk from valet_sessions where pk = ${session.pk}`;
    const { body } = await readRental(row?.rental_pk ?? 0);
    expect(body.events.map(({ kind }) => kind)).toContain('checked_in');
    expect(body.price).toMatchObject({ basis: 'kept', rate: { price: 500 } });
  });
});

test('a visit that another system paired shows when it entered and left, and no money', async () => {
  const exit_at = fromIso('2026-06-15T11:00:00Z');
  const pk = await recordVisit('2026-06-15T10:00:00Z', { exit_at, status: 'visitor' });
  const { body } = await readVisit(pk);
  expect(body).toMatchObject({ record: 'visit', rental: null, price: null });
  expect(body.car?.plate).toBe('ABC 123');
  expect(body.money).toMatchObject({ entries: [], totals: { gross: 0, net: 0 } });
  expect(body.events).toMatchObject([
    { kind: 'seen', direction: 'Entrance', camera: null, confidence: null },
    { kind: 'seen', direction: 'Exit' },
    { kind: 'visit_status', status: 'visitor', happened_at: exit_at },
  ]);
});

describe('story of a violation', () => {
  const makeVisitAndViolation = async () => {
    const entrance_image = await recordImage();
    const visit_pk = await recordVisit('2026-06-15T10:00:00Z', {
      status: 'violator',
      entrance_image,
    });
    const created_at = fromIso('2026-06-15T10:15:00Z');
    const violation = await makeViolation(sql, spot, { visit_pk, created_at });
    return { ...violation, visit_pk };
  };

  test('a penalty that pays a violation is in the story of the violation and of its visit', async () => {
    const { uuid, code, visit_pk } = await makeVisitAndViolation();
    await recording(sql, spot.organization, (recorder) =>
      recordPayments(recorder, [
        {
          external_id: randomUUID(),
          kind: 'penalty',
          occurred_at: fromIso('2026-06-15T12:00:00Z'),
          amount: cents(5500),
          tax: cents(0),
          processing_fee: cents(190),
          source: 'test',
          rental: null,
          spot_pk: spot.pk,
          rental_type: 'hourly',
          violation: code,
        },
      ]),
    );
    const { body } = await readViolation(uuid);
    expect(body.violations).toMatchObject([{ uuid, code, status: 'Paid', amount: 5500 }]);
    // 5500 - 190 = 5310; 10 % is 531; 5310 - 531 = 4779.
    expect(body.money?.entries).toMatchObject([{ kind: 'penalty', gross: 5500, net: 4779 }]);
    expect(body.events.map(({ kind }) => kind)).toEqual([
      'seen',
      'visit_status',
      'violation_created',
      'penalty_paid',
    ]);
    expect((await readVisit(visit_pk)).body.money?.totals.net).toBe(4779);
  });

  test('a waived violation shows who waived it, and an Admin who changed it', async () => {
    const { uuid } = await makeVisitAndViolation();
    const waiver = { waived_reason: 'Ownership or tenant request' as const };
    await at.call(waiveTicket, { params: { id: uuid }, body: waiver }, { token: employee });
    const { body } = await readViolation(uuid, employee);
    expect(body.violations[0]).toMatchObject({ status: 'Waived', waived_by: 'Robin Reyes' });
    expect(body.events.at(-1)).toMatchObject({ kind: 'violation_waived', person: 'Robin Reyes' });
    const last = (await readViolation(uuid)).body.events.at(-1);
    expect(last).toMatchObject({ kind: 'audited', subject: 'violation', person: 'Robin Reyes' });
  });

  test('an Employee sees the images that are its evidence', async () => {
    const { uuid } = await makeVisitAndViolation();
    const [seen] = (await readViolation(uuid, employee)).body.events;
    expect(seen).toMatchObject({ image: expect.stringMatching(/^\/api\/pictures\//) });
  });

  test('a violation without a visit has a story of its own', async () => {
    const { uuid } = await makeViolation(sql, spot);
    const { body } = await readViolation(uuid);
    expect(body.car?.plate).toBe('ABC 123');
    expect(body.events.map(({ kind }) => kind)).toEqual(['violation_created']);
  });
});

test('an id that is neither a number nor a uuid is refused with a 400 and the reason', async () => {
  const { status, error } = await readRental('north');
  expect([status, error.fields]).toEqual([400, { id: 'Must be a number or a uuid.' }]);
});
