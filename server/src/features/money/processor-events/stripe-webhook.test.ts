import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { receiveStripeEvent } from '@lotkeeper/contract/money/processor';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { stripeEventTypes } from '../../../processor/stripe-webhooks.ts';
import { testApp } from '../../../testing/test-app.ts';

const [newSecret, oldSecret] = ['whsec_the_new_secret', 'whsec_the_old_secret'];

const at = await testApp({
  now: '2026-11-01T00:00:00Z',
  settings: { STRIPE_WEBHOOK_SECRET: `${newSecret} ${oldSecret}` },
});
const sql = at.database.system;

const event = (id: string, type = 'charge.refunded', more: object = {}) => ({
  id,
  object: 'event',
  type,
  created: toEpochSeconds(at.clock()) - 10,
  livemode: false,
  data: {
    object: {
      id: 'ch_1',
      object: 'charge',
      payment_intent: 'pi_1',
      billing_details: { name: 'Ada Lovelace' },
    },
  },
  ...more,
});

function sign(payload: string, { secret = newSecret, age = 0 } = {}) {
  const timestamp = toEpochSeconds(at.clock()) - age;
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

const send = (payload: string, signature?: string) =>
  at.app.inject({
    method: 'POST',
    url: receiveStripeEvent.path,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    payload,
  });

const stored = () =>
  sql<{ id: string; subject: string; object_ref: string }[]>`
    select id, subject, object_ref from processor_events order by id`;
const queued = async (id: string) => {
  const rows = await sql`
    select 1 from graphile_worker.jobs where key = ${`event stripe ${id}`}`;
  return rows.length;
};

test('the page about webhooks names every event that is used', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../../docs/deploy.md'), 'utf8');
  for (const type of stripeEventTypes) expect(page).toContain(`\`${type}\``);
});

test.each([
  event('evt_odd', '__proto__'),
  event('evt_odd', 'constructor'),
  event('evt_odd', 'charge.refunded', { data: null }),
  event('evt_odd', 'charge.refunded', { data: {} }),
  event('evt_odd', 'charge.refunded', { created: 'soon' }),
  event('evt_odd', 'charge.refunded', { created: 1e300 }),
  null,
])('a signed event of an unexpected form (%#) is answered 200 and not stored', async (odd) => {
  const payload = JSON.stringify(odd);
  expect((await send(payload, sign(payload))).statusCode).toBe(200);
  expect((await stored()).map(({ id }) => id)).not.toContain('evt_odd');
});

test('a signed event is stored once however often it arrives, with its job and without personal data', async () => {
  const payload = JSON.stringify(event('evt_1'));
  for (let n = 0; n < 2; n++) {
    const answer = await send(payload, sign(payload));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ received: true });
  }
  expect(await stored()).toEqual([{ id: 'evt_1', subject: 'charge', object_ref: 'pi_1' }]);
  expect(await queued('evt_1')).toBe(1);
  const [row] = await sql<{ text: string }[]>`
    select row_to_json(e)::text as text from processor_events e`;
  expect(row?.text).not.toContain('Ada');
});

test('an event signed with the secret that is being replaced is accepted', async () => {
  const payload = JSON.stringify(event('evt_2'));
  expect((await send(payload, sign(payload, { secret: oldSecret }))).statusCode).toBe(200);
  expect((await stored()).map(({ id }) => id)).toContain('evt_2');
});

test('a tampered, foreign, missing, malformed, or old signature is refused and nothing is stored', async () => {
  const before = await stored();
  const payload = JSON.stringify(event('evt_3'));
  const wrong = [
    send(payload.replace('pi_1', 'pi_2'), sign(payload)),
    send(payload, sign(payload, { secret: 'whsec_of_somebody_else' })),
    send(payload, undefined),
    send(payload, 't=1,v1=zz'),
    send(payload, sign(payload, { age: 301 })),
    send(payload, sign(payload, { age: -302 })),
    send('{"id":', sign('{"id":')),
    send('', sign('x')),
  ];
  for (const answer of await Promise.all(wrong)) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'malformed_request' });
  }
  expect(await stored()).toEqual(before);
});

test('a signature that is not quite five minutes old is accepted', async () => {
  const payload = JSON.stringify(event('evt_4'));
  expect((await send(payload, sign(payload, { age: 299 }))).statusCode).toBe(200);
});

test.each([
  ['of another type', { type: 'customer.created' }],
  ['of the live mode', { livemode: true }],
  ['about an object without a name', { data: { object: { object: 'charge' } } }],
  ['about an object with an odd name', { data: { object: { payment_intent: '../accounts' } } }],
])('an event %s is acknowledged and not stored', async (_, more) => {
  const before = await stored();
  const payload = JSON.stringify(event('evt_5', 'charge.refunded', more));
  expect((await send(payload, sign(payload))).statusCode).toBe(200);
  expect(await stored()).toEqual(before);
});

test('a body that is too large is refused', async () => {
  const payload = JSON.stringify(event('evt_6', 'charge.refunded', { pad: 'x'.repeat(2 ** 21) }));
  const answer = await send(payload, sign(payload));
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ code: 'too_large' });
});

test('events of an account name it, and a reversed transfer names the account it went to', async () => {
  const payout = { data: { object: { id: 'po_1', object: 'payout' } }, account: 'acct_1' };
  const transfer = { data: { object: { id: 'tr_1', destination: 'acct_2' } } };
  for (const [id, type, more] of [
    ['evt_7', 'payout.failed', payout],
    ['evt_8', 'transfer.reversed', transfer],
  ] as const) {
    const payload = JSON.stringify(event(id, type, more));
    expect((await send(payload, sign(payload))).statusCode).toBe(200);
  }
  const rows = await sql`
    select id, subject, account_ref, object_ref from processor_events
    where id in ('evt_7', 'evt_8') order by id`;
  expect(rows).toEqual([
    { id: 'evt_7', subject: 'payout', account_ref: 'acct_1', object_ref: 'po_1' },
    { id: 'evt_8', subject: 'transfer', account_ref: 'acct_2', object_ref: 'tr_1' },
  ]);
});

test('without a secret, the endpoint does not exist', async () => {
  const other = await testApp({ now: '2026-11-01T00:00:00Z', database: at.database });
  const answer = await other.app.inject({
    method: 'POST',
    url: receiveStripeEvent.path,
    payload: {},
  });
  expect(answer.statusCode).toBe(404);
});
