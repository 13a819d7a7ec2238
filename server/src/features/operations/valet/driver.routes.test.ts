import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { createCardToken } from '@lotkeeper/contract/money/processor';
import {
  getDriverRequest,
  putCardOnFile,
  requestCar,
  startCardSetup,
  valetMessages,
} from '@lotkeeper/contract/operations/valet';
import { beforeEach, expect, test } from 'vitest';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { openStripeServer } from '../../../testing/stripe-server.ts';
import { testApp } from '../../../testing/test-app.ts';
import { goodCard, makeValetSession } from '../../../testing/valet.factory.ts';

const noon = '2026-06-15T19:00:00Z';
let spot: TestSpot;

const at = await testApp({ now: noon });
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set(noon);
  spot = await makeSpot(sql);
});

const byLink = (link: string) => ({ params: { token: link } });

test('the driver’s link shows their car and requests it only once', async () => {
  const session = await makeValetSession(at, spot, { since: at.clock() });
  at.told.length = 0;
  const first = await at.call(requestCar, byLink(session.link));
  expect(first.body).toMatchObject({
    lot: 'Roosevelt Garage',
    operator: 'Desert Parking',
    requested_at: at.clock(),
  });
  at.clock.forward(60_000);
  await at.call(requestCar, byLink(session.link));
  expect((await at.call(getDriverRequest, byLink(session.link))).body).toMatchObject({
    requested_at: fromIso(noon),
    outstanding_balance: 500,
    card: null,
  });
  expect(at.told).toEqual([['server:valet', spot.pk]]);
});

test('the driver’s link cannot request a car that is not checked in', async () => {
  const session = await makeValetSession(at, spot);
  const { status, error } = await at.call(requestCar, byLink(session.link));
  expect([status, error.detail]).toEqual([409, valetMessages.notCheckedIn]);
});

test('the driver’s link puts a card on file by its token and shows only its last four digits', async () => {
  const session = await makeValetSession(at, spot, { since: at.clock() });
  const { body: made } = await at.call(createCardToken, { body: goodCard });
  const put = (token: string) =>
    at.call(putCardOnFile, { ...byLink(session.link), body: { token } });
  expect((await put(made.token)).body.card).toEqual({ brand: 'Visa', last_four: '4242' });
  expect((await put('card_nobody')).status).toBe(400);
  const rows = await sql`select * from valet_sessions where pk = ${session.pk}`;
  expect(JSON.stringify(rows)).not.toContain(goodCard.number);
});

test('the sandbox has no card fields of its own, and Stripe’s are opened by the setup of the session', async () => {
  const session = await makeValetSession(at, spot, { since: at.clock() });
  const { body } = await at.call(startCardSetup, byLink(session.link));
  expect(body).toEqual({ client_secret: null });
  const server = await openStripeServer();
  server.reset({
    'POST /v1/customers': [{ body: { object: 'customer', id: 'cus_1' } }],
    'POST /v1/setup_intents': [
      { body: { object: 'setup_intent', id: 'seti_1', client_secret: 'seti_1_secret_2' } },
    ],
  });
  const { database } = at;
  const other = await testApp({ now: noon, database, processor: server.stripe });
  const opened = await other.call(startCardSetup, byLink(session.link));
  expect(opened.body).toEqual({ client_secret: 'seti_1_secret_2' });
  expect(server.requests.at(-1)?.body.get('metadata[payer]')).toBe(session.uuid);
  server.reset();
  expect((await other.call(startCardSetup, byLink(session.link))).status).toBe(400);
});

test('a driver’s link that was changed, or whose session has ended, gets a 404', async () => {
  const session = await makeValetSession(at, spot, { since: at.clock() });
  const other = await makeValetSession(at, spot, { since: at.clock() });
  const mixed = `${other.link.split('.').slice(0, 2).join('.')}.${session.link.split('.')[2]}`;
  await sql`
    update valet_sessions set status = 'ended', checked_out_at = checked_in_at where pk = ${session.pk}`;
  for (const link of [mixed, session.link, `${other.link}x`]) {
    for (const endpoint of [getDriverRequest, requestCar]) {
      const { status, error } = await at.call(endpoint, byLink(link));
      expect([status, error.detail]).toEqual([404, valetMessages.deadLink]);
    }
  }
});

test('a driver’s link accepts ten cards per hour', async () => {
  const session = await makeValetSession(at, spot);
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    const body = { token: 'card_nobody' };
    statuses.push((await at.call(putCardOnFile, { ...byLink(session.link), body })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});
