import {
  webhookPayload,
  webhookRental,
  webhookTypes,
} from '@lotkeeper/contract/platform/webhook-payloads';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { muteWebhooks, recordWebhookEvents } from '../../../records/platform/webhook-events.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { endVisit, makeVisit } from '../../../testing/visits.factory.ts';
import { addWebhook, makeTestDeliverer, startReceiver } from '../../../testing/webhooks.factory.ts';

const { at, sql, spot, organization, token } = await testProperty({
  now: '2026-06-15T19:00:00Z',
  settings: { OUTSIDE_PRIVATE: '1' },
});
const owner = { organization, token };
const receiver = await startReceiver();
const deliver = makeTestDeliverer(at);
const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };
const begin = '2026-06-15T16:30:00Z';

beforeEach(async () => {
  await sql`delete from webhook_deliveries`;
  await sql`delete from webhook_endpoints`;
  receiver.received.length = 0;
});

const types = () => receiver.received.map(({ payload }) => payload.type);

test('a rental with its payment is reported as two signed messages, in order, that follow the schemas', async () => {
  const { secret } = await addWebhook(at, owner, receiver.url);
  const paid = { ...movement(begin, 1080), tax: 80 as never, processing_fee: 31 as never };
  const [recorded] = await record(sql, spot, [
    rental(spot, begin, 0, { external_id: 'ticket-1', car, movements: [paid] }),
  ]);
  await deliver();
  expect(types()).toEqual(['rental.created', 'payment.recorded']);
  const [created, payment] = receiver.received;
  expect(created?.payload).toMatchObject({
    version: 1,
    organization: organization.pk,
    data: { pk: recorded?.pk, spot: spot.pk, external_id: 'ticket-1', car, rental_type: 'hourly' },
  });
  expect(created?.payload.data).toMatchObject({
    start_date: '2026-06-15T16:30:00.000Z',
    end_date: '2026-06-15T18:30:00.000Z',
  });
  expect(payment?.payload.data).toMatchObject({
    kind: 'charge',
    rental: recorded?.pk,
    amount: 1080,
    tax: 80,
    processing_fee: 31,
  });
  vi.useFakeTimers({ toFake: ['Date'], now: at.clock() });
  for (const { body, headers, payload } of receiver.received) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(payload);
    const schema = webhookPayload(payload.type as 'rental.created');
    expect(schema.parse(payload)).toEqual(payload);
  }
  vi.useRealTimers();
  await deliver();
  expect(receiver.received).toHaveLength(2);
});

test('a refund is sent with amounts above 0', async () => {
  await addWebhook(at, owner, receiver.url, { types: ['refund.recorded'] });
  const refunded = { ...movement(begin, 540, { kind: 'refund' }), tax: 40 as never };
  await moveMoney(sql, spot, [movement(begin, 1080), refunded]);
  await deliver();
  expect(receiver.received.map(({ payload }) => payload.data)).toMatchObject([
    { kind: 'refund', amount: 540, tax: 40, rental: null },
  ]);
});

test('a rental is reported as changed when its end changes, and not when only its driver’s name is erased', async () => {
  const [recorded] = await record(sql, spot, [rental(spot, begin, 1000)]);
  await addWebhook(at, owner, receiver.url, { types: ['rental.changed'] });
  await sql`update rentals set renter_first_name = null, renter_email = 'x@example.com' where pk = ${recorded?.pk ?? 0}`;
  await sql`update rentals set end_date = '2026-06-15T20:00:00Z' where pk = ${recorded?.pk ?? 0}`;
  await deliver();
  expect(receiver.received.map(({ payload }) => payload.data.end_date)).toEqual([
    '2026-06-15T20:00:00.000Z',
  ]);
});

/** What changes a field of a rental in webhooks, and nothing else of it. */
const changes = {
  start_date: "start_date = start_date - interval '1 hour'",
  end_date: "end_date = end_date + interval '1 hour'",
  ended_at: 'ended_at = end_date',
  price_monthly: 'price_monthly = 20000',
  paid: 'paid = not paid',
  car: 'car_pk = (select max(pk) from cars)',
};
/** A rental keeps these. */
const kept = ['pk', 'uuid', 'spot', 'source', 'external_id', 'rental_type'];

test('every field of a rental in webhooks is changed below, or is kept', () => {
  const fields = Object.keys(webhookRental.shape);
  expect([...Object.keys(changes), ...kept].toSorted()).toEqual(fields.toSorted());
});

test.each(Object.entries(changes))(
  'a rental is reported as changed when only its %s changes',
  async (field, set) => {
    const [recorded] = await record(sql, spot, [
      rental(spot, begin, 1000, { rental_type: 'monthly' }),
    ]);
    await record(sql, spot, [rental(spot, begin, 1000, { car: { ...car, plate: 'XYZ 987' } })]);
    await addWebhook(at, owner, receiver.url, { types: ['rental.changed'] });
    await sql`update rentals set ${sql.unsafe(set)} where pk = ${recorded?.pk ?? 0}`;
    await deliver();
    expect(receiver.received.map(({ payload }) => payload.data.pk)).toEqual([recorded?.pk]);
    expect(receiver.received[0]?.payload.data).toHaveProperty(field);
  },
);

test('a visit is sent when its car comes, when it leaves, and when it is decided', async () => {
  await addWebhook(at, owner, receiver.url);
  const pk = await makeVisit(sql, spot, '2026-06-15T19:00:00Z', { decided: false });
  await deliver();
  await endVisit(sql, spot, pk, '2026-06-15T20:00:00Z');
  await sql`update visits set decided = true where pk = ${pk}`;
  await deliver();
  expect(types()).toEqual(['visit.opened', 'visit.closed', 'visit.decided']);
  for (const { payload } of receiver.received)
    expect(webhookPayload(payload.type as 'visit.opened').parse(payload)).toEqual(payload);
});

test('a violation is sent when it is made and when it is waived', async () => {
  await addWebhook(at, owner, receiver.url);
  const { pk, code } = await makeViolation(sql, spot);
  await sql`update violations set status = 'Waived' where pk = ${pk}`;
  await deliver();
  expect(types()).toEqual(['violation.opened', 'violation.waived']);
  const payload = receiver.received[0]?.payload;
  expect(payload?.data).toMatchObject({ code, amount: 5500, plate: 'ABC 123' });
  expect(webhookPayload('violation.opened').parse(payload)).toEqual(payload);
});

test('a payout is sent when it is paid, and when it comes back', async () => {
  await addWebhook(at, owner, receiver.url);
  await sql`
    insert into payout_orders (organization_id, external_id, period, attempt, amount, statement_descriptor, processor,
      account_ref, bank_ref, created_at)
    values (${organization.pk}, 'p-1', '2026-06', 1, 90000, 'LOTKEEPER 2026-06', 'sandbox', 'a', 'b', now())`;
  await sql`update payout_orders set state = 'paid', settled_at = '2026-06-15T19:00:00Z'`;
  await deliver();
  await sql`update payout_orders set state = 'failed', reason = 'The account is closed.'`;
  await deliver();
  expect(receiver.received.map(({ payload }) => [payload.type, payload.data.reason])).toEqual([
    ['payout.paid', null],
    ['payout.failed', 'The account is closed.'],
  ]);
  const payload = receiver.received[1]?.payload;
  expect(webhookPayload('payout.failed').parse(payload)).toEqual(payload);
});

test('an alert is recorded by a call, in the transaction that found it', async () => {
  await addWebhook(at, owner, receiver.url);
  const data = {
    pk: 7,
    kind: 'camera_silent',
    spot: spot.pk,
    title: 'A camera is silent',
    started_at: '2026-06-15T18:00:00.000Z',
    ended_at: null,
  };
  const events = [{ type: 'alert.opened', data }] as const;
  await sql.begin((tx) => recordWebhookEvents(tx, organization.pk, events, at.clock()));
  const rolledBack = sql.begin(async (tx) => {
    await recordWebhookEvents(tx, organization.pk, events, at.clock());
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await deliver();
  expect(receiver.received.map(({ payload }) => payload)).toEqual([
    {
      version: 1,
      type: 'alert.opened',
      timestamp: '2026-06-15T19:00:00.000Z',
      organization: organization.pk,
      data,
    },
  ]);
  await sql`update webhook_endpoints set paused_at = ${at.clock()}, paused_because = 'gone'`;
  await sql.begin((tx) => recordWebhookEvents(tx, organization.pk, events, at.clock()));
  expect(await sql`select from webhook_deliveries`).toHaveLength(1);
});

/** Makes each event of a property that the database records, in their order. */
async function makeEvents(place: TestSpot): Promise<void> {
  const paid = movement(begin, 1080);
  const [recorded] = await record(sql, place, [
    rental(place, begin, 0, { movements: [paid, movement(begin, 540, { kind: 'refund' })] }),
  ]);
  await sql`update rentals set end_date = '2026-06-15T20:00:00Z' where pk = ${recorded?.pk ?? 0}`;
  const visit = await makeVisit(sql, place, '2026-06-15T19:00:00Z', { decided: false });
  await endVisit(sql, place, visit, '2026-06-15T20:00:00Z');
  await sql`update visits set decided = true where pk = ${visit}`;
  for (const status of ['Waived', 'Paid']) {
    const violation = await makeViolation(sql, place);
    await sql`update violations set status = ${status} where pk = ${violation.pk}`;
  }
}

/** These are no property's, or recorded by a call that names one. */
const otherEvents = /^(alert|payout)\./;

test('an endpoint of a property gets each kind of its events, and none of another property or organization', async () => {
  const other = await makeSpot(sql, { organization });
  const foreign = await makeSpot(sql);
  await addWebhook(at, owner, receiver.url, { spots: [other.pk] });
  for (const place of [spot, other, foreign]) await makeEvents(place);
  await deliver();
  const found = receiver.received.map(({ payload }) => [payload.type, payload.data.spot]);
  const ofSpot = Object.keys(webhookTypes).filter((type) => !otherEvents.test(type));
  expect(new Set(found.map(([type]) => type))).toEqual(new Set(ofSpot));
  expect(new Set(found.map(([, of]) => of))).toEqual(new Set([other.pk]));
});

test('an endpoint gets only the types that it asked for', async () => {
  await addWebhook(at, owner, receiver.url, { types: ['payment.recorded'] });
  await record(sql, spot, [rental(spot, begin, 1000)]);
  await deliver();
  expect(types()).toEqual(['payment.recorded']);
});

test('a rolled back rental, an imported one, and one without an endpoint leave no events', async () => {
  await record(sql, spot, [rental(spot, begin, 1000)]);
  await addWebhook(at, owner, receiver.url);
  await sql
    .begin(async (tx) => {
      await tx`update rentals set end_date = start_date`;
      throw new Error('no');
    })
    .catch(() => undefined);
  await sql.begin(async (tx) => {
    await muteWebhooks(tx);
    await tx`update rentals set end_date = start_date`;
  });
  expect(await sql`select from webhook_deliveries`).toHaveLength(0);
});

test('what was deleted before it was sent isn’t sent', async () => {
  await addWebhook(at, owner, receiver.url, { types: ['visit.opened'] });
  const pk = await makeVisit(sql, spot, '2026-06-15T19:00:00Z');
  await sql`delete from visits where pk = ${pk}`;
  await makeVisit(sql, spot, '2026-06-15T18:00:00Z');
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.payload.data.entrance_at).toBe('2026-06-15T18:00:00.000Z');
  expect(await sql`select from webhook_deliveries where delivered_at is null`).toHaveLength(0);
});
