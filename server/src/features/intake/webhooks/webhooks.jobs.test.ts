import type { WebhookDelivery } from '@lotkeeper/contract/intake/webhooks';
import {
  changeWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  resendWebhook,
  rotateWebhook,
  testWebhook,
} from '@lotkeeper/contract/intake/webhooks';
import { dayMs, hourMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { WebhookType } from '@lotkeeper/contract/platform/webhook-payloads';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { affiliate, makePerson } from '../../../testing/people.factory.ts';
import { record, rental } from '../../../testing/rentals.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';
import {
  addWebhook,
  makeTestDeliverer,
  openTestProcess,
  startReceiver,
} from '../../../testing/webhooks.factory.ts';
import { webhooksJobs } from './webhooks.jobs.ts';

const { at, sql, spot, organization, token } = await testProperty({
  now: '2026-06-15T19:00:00Z',
  settings: { OUTSIDE_PRIVATE: '1' },
});
const owner = { organization, token };
const params = { id: String(organization.pk) };
const deliver = makeTestDeliverer(at);
const types: WebhookType[] = ['rental.created', 'rental.changed'];

beforeEach(async () => {
  await sql`delete from webhook_deliveries`;
  await sql`delete from webhook_endpoints`;
  await sql`delete from member_messages`;
  at.clock.set('2026-06-15T19:00:00Z');
});

const begin = '2026-06-15T16:30:00Z';
const rent = async () => {
  const [recorded] = await record(sql, spot, [rental(spot, begin, 1000)]);
  return recorded?.pk ?? 0;
};
/** Changes a rental, which is an event of the same subject. */
const change = (pk: number, minutes: number) =>
  sql`update rentals set end_date = start_date + ${minutes} * interval '1 minute' where pk = ${pk}`;

const list = async () => (await at.call(listWebhooks, { params }, { token })).body;
const deliveries = async (query: { state?: WebhookDelivery['state'] } = {}) =>
  (await at.call(listWebhookDeliveries, { params, query }, { token })).body.results;

test('the answer of a receiver that took a message isn’t kept, and that of one that refused it is', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(200).end('internal'));
  await addWebhook(at, owner, receiver.url, { types });
  await rent();
  await deliver();
  expect(await deliveries({ state: 'delivered' })).toMatchObject([{ status: 200, response: null }]);
  receiver.answer = (response) => void response.writeHead(404).end('no such path');
  await rent();
  await deliver();
  expect(await deliveries({ state: 'failing' })).toMatchObject([
    { status: 404, response: 'no such path' },
  ]);
});

test('a failed delivery is tried again after growing pauses with the same id and bytes, and its successors wait', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(500).end('broken'));
  await addWebhook(at, owner, receiver.url, { types });
  const pk = await rent();
  await change(pk, 60);
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  // 5 seconds and a minute, 15 % shorter or longer.
  at.clock.forward(6000);
  await deliver();
  at.clock.forward(50_000);
  await deliver();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]).toMatchObject({
    id: receiver.received[0]?.id,
    body: receiver.received[0]?.body,
  });
  expect(await deliveries({ state: 'failing' })).toMatchObject([
    { type: 'rental.created', tries: 2, status: 500, response: 'broken', delivered_at: null },
  ]);
  expect(await deliveries({ state: 'waiting' })).toMatchObject([
    { type: 'rental.changed', tries: 0, payload: null },
  ]);
  receiver.answer = (response) => void response.writeHead(204).end();
  at.clock.forward(20_000);
  await deliver();
  expect(receiver.received.slice(2).map(({ payload }) => payload.type)).toEqual([
    'rental.created',
    'rental.changed',
  ]);
});

test('while one subject fails, others are sent, and it isn’t tried more often because they arrive', async () => {
  let refused = 0;
  const poison = await rent();
  const receiver = await startReceiver((response, { payload }) => {
    const isPoison = payload.data.pk === poison;
    if (isPoison) refused++;
    response.writeHead(isPoison ? 422 : 200).end();
  });
  await addWebhook(at, owner, receiver.url, { types });
  await change(poison, 30);
  await change(poison, 60);
  for (let minute = 0; minute < 20; minute++) {
    await change(await rent(), 90);
    await deliver();
    at.clock.forward(minuteMs);
  }
  await deliver();
  const taken = await deliveries({ state: 'delivered' });
  expect(taken).toHaveLength(25);
  expect(await deliveries({ state: 'failing' })).toHaveLength(1);
  expect(await deliveries({ state: 'waiting' })).toHaveLength(1);
  // At 0, 5 s or when others got through, 1 min, 5 min, and the next 30 min later.
  expect(refused).toBeLessThanOrEqual(6);
});

test('an endpoint that asks for a pause with Retry-After isn’t tried before, and for an hour at most', async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(429, { 'retry-after': '600' }).end(),
  );
  await addWebhook(at, owner, receiver.url, { types });
  await rent();
  await rent();
  await deliver();
  expect(receiver.received).toHaveLength(2);
  at.clock.forward(10 * minuteMs - 1);
  await deliver();
  expect(receiver.received).toHaveLength(2);
  receiver.answer = (response) =>
    void response.writeHead(503, { 'retry-after': String(365 * 86_400) }).end();
  at.clock.forward(1);
  await deliver();
  expect(receiver.received).toHaveLength(3);
  receiver.answer = (response) => void response.end();
  at.clock.forward(hourMs);
  await deliver();
  expect(await deliveries({ state: 'delivered' })).toHaveLength(2);
});

test('what waits goes to another URL at once', async () => {
  const broken = await startReceiver((response) => void response.writeHead(503).end());
  const working = await startReceiver((response) => void response.writeHead(200).end());
  const { pk } = await addWebhook(at, owner, broken.url, { types });
  await rent();
  await deliver();
  await deliver();
  expect(broken.received).toHaveLength(1);
  const body = { url: working.url, types, spots: null };
  const webhook = { ...params, webhook: String(pk) };
  expect((await at.call(changeWebhook, { params: webhook, body }, { token })).status).toBe(200);
  await deliver();
  expect(working.received.map(({ payload }) => payload.type)).toEqual(['rental.created']);
});

test('an endpoint that fails for three days is paused, its Admins are notified once, and resuming sends what waited, in order', async () => {
  const admin = await makePerson(sql);
  await affiliate(sql, admin, organization, 'ADMIN');
  const employee = await makePerson(sql);
  await affiliate(sql, employee, organization, 'EMPLOYEE');
  const receiver = await startReceiver((response) => void response.writeHead(503).end());
  const { pk } = await addWebhook(at, owner, receiver.url, { types });
  const rentalPk = await rent();
  for (let hour = 0; hour < 100; hour++) {
    await deliver();
    at.clock.forward(hourMs);
  }
  await change(rentalPk, 60);
  await deliver();
  expect((await list())[0]).toMatchObject({ paused_because: 'failing', waiting: 2, failing: 1 });
  expect(receiver.received.length).toBeGreaterThan(8);
  expect(receiver.received.length).toBeLessThan(14);
  const messages = await sql<{ person_pk: number; content: { subject: string; text: string } }[]>`
    select person_pk, content from member_messages order by person_pk`;
  expect(messages.map(({ person_pk }) => person_pk)).toContain(admin.pk);
  expect(messages.map(({ person_pk }) => person_pk)).not.toContain(employee.pk);
  expect(new Set(messages.map(({ person_pk }) => person_pk)).size).toBe(messages.length);
  expect(messages[0]?.content.subject).toBe('Webhook to 127.0.0.1 paused');
  expect(messages[0]?.content.text).toContain(
    `https://lots.example/organization/${organization.pk}/webhooks`,
  );
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(200).end();
  const input = { params: { ...params, webhook: String(pk) }, body: { paused: false } };
  await at.call(pauseWebhook, input, { token });
  await deliver();
  expect(receiver.received.map(({ payload }) => payload.type)).toEqual([
    'rental.created',
    'rental.changed',
  ]);
  expect((await list())[0]).toMatchObject({ paused_at: null, failing_since: null, waiting: 0 });
});

test('a message that is never taken while others are is given up after three days, and the endpoint isn’t paused', async () => {
  const poison = await rent();
  let isBroken = true;
  const receiver = await startReceiver((response, { payload }) => {
    const isRefused = isBroken && payload.type === 'rental.changed' && payload.data.pk === poison;
    response.writeHead(isRefused ? 400 : 200).end(isRefused ? 'unknown plate' : '');
  });
  const { pk } = await addWebhook(at, owner, receiver.url, { types });
  await change(poison, 30);
  for (let hour = 0; hour < 100; hour++) {
    if (hour % 24 === 12) await rent();
    await deliver();
    at.clock.forward(hourMs);
  }
  expect(await list()).toMatchObject([{ paused_at: null, waiting: 0, failing: 0, given_up: 1 }]);
  expect(await deliveries({ state: 'given_up' })).toMatchObject([
    { subject_pk: poison, status: 400, response: 'unknown plate', next_try_at: null },
  ]);
  const tries = receiver.received.filter(({ payload }) => payload.data.pk === poison);
  expect(tries.length).toBeGreaterThan(8);
  expect(tries.length).toBeLessThan(16);
  // Its subject goes on, also without it.
  isBroken = false;
  await change(poison, 60);
  await deliver();
  expect(receiver.received.at(-1)?.payload.data.pk).toBe(poison);
  const [givenUp] = await deliveries({ state: 'given_up' });
  const input = { params: { ...params, webhook: String(pk) }, body: { delivery: null } };
  expect((await at.call(resendWebhook, input, { token })).body.count).toBe(1);
  await deliver();
  expect(receiver.received.at(-1)?.id).toBe(givenUp?.id);
  expect(await list()).toMatchObject([{ given_up: 0, waiting: 0 }]);
});

test('what waits behind a message that is given up is sent then', async () => {
  const poison = await rent();
  const receiver = await startReceiver((response, { payload }) =>
    response.writeHead(payload.data.end_date === '2026-06-15T17:00:00.000Z' ? 400 : 200).end(),
  );
  await addWebhook(at, owner, receiver.url, { types });
  await change(poison, 30);
  await deliver();
  // More than a claim reads, so that those behind it are marked.
  for (let minutes = 31; minutes <= 160; minutes += 1) await change(poison, minutes);
  for (let hour = 0; hour < 100; hour++) {
    if (hour % 24 === 12) await rent();
    await deliver();
    at.clock.forward(hourMs);
  }
  expect(await deliveries({ state: 'given_up' })).toHaveLength(1);
  const changes = receiver.received.filter(({ payload }) => payload.type === 'rental.changed');
  expect(changes.at(-1)?.payload.data.end_date).toBe('2026-06-15T19:10:00.000Z');
  expect(await list()).toMatchObject([{ paused_at: null, waiting: 0 }]);
});

test('nothing is recorded for an endpoint that answered 410, until it’s resumed', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(410).end());
  const { pk } = await addWebhook(at, owner, receiver.url, { types });
  await rent();
  await deliver();
  await change(await rent(), 60);
  expect(await deliveries()).toHaveLength(1);
  const [mail] = await sql<{ content: { text: string } }[]>`select content from member_messages`;
  expect(mail?.content.text).toContain('What happens from now on isn’t kept for it.');
  receiver.answer = (response) => void response.end();
  const input = { params: { ...params, webhook: String(pk) }, body: { paused: false } };
  await at.call(pauseWebhook, input, { token });
  await rent();
  await deliver();
  expect(await deliveries({ state: 'delivered' })).toHaveLength(2);
});

test('an endpoint that answers 410 is paused at once', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(410).end());
  await addWebhook(at, owner, receiver.url, { types });
  await rent();
  await deliver();
  at.clock.forward(dayMs);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect((await list())[0]?.paused_because).toBe('gone');
});

test('an endpoint that redirects to itself, one that sends megabytes, and one that is down fail with the reason', async () => {
  const redirecting = await startReceiver((response, _, { headers }) =>
    response.writeHead(302, { location: `http://${headers.host}/` }).end(),
  );
  const large = await startReceiver((response) => {
    response.writeHead(500);
    const more = () => {
      while (response.write('\0x'.repeat(50_000)));
    };
    response.on('drain', more);
    more();
  });
  const urls = [redirecting.url, large.url, 'http://127.0.0.1:1/'];
  const pks: number[] = [];
  for (const url of urls) pks.push((await addWebhook(at, owner, url, { types })).pk);
  await rent();
  await deliver();
  const tried = await deliveries();
  const byUrl = pks.map((pk) => tried.find(({ webhook }) => webhook === pk));
  expect(byUrl.map((row) => [row?.status, row?.response?.slice(0, 70)])).toEqual([
    [null, 'It answered with a redirect (302), and redirects aren’t followed.'],
    [500, 'x'.repeat(70)],
    [null, 'It can’t be reached (ECONNREFUSED).'],
  ]);
  expect(byUrl[1]?.response).toHaveLength(2048);
  expect([redirecting, large].map(({ received }) => received.length)).toEqual([1, 1]);
});

test('an endpoint that never answers fails with the reason', async () => {
  const silent = await startReceiver(() => undefined);
  await addWebhook(at, owner, silent.url, { types });
  await rent();
  await makeTestDeliverer(at, { timeoutMs: 1000 })();
  expect(await deliveries()).toMatchObject([
    { status: null, response: 'It didn’t answer within 1 seconds.' },
  ]);
  expect(silent.received).toHaveLength(1);
});

test('a slow endpoint delays no other', async () => {
  const waits: (() => void)[] = [];
  const slow = await startReceiver((response) => void waits.push(() => response.end()));
  const quick = await startReceiver();
  await addWebhook(at, owner, slow.url, { types });
  await addWebhook(at, owner, quick.url, { types });
  const pks = await Promise.all(Array.from({ length: 20 }, rent));
  for (const pk of pks) await change(pk, 45);
  const run = deliver();
  await expect.poll(() => quick.received).toHaveLength(40);
  expect(slow.received).toHaveLength(8);
  await rent();
  await expect.poll(() => quick.received).toHaveLength(41);
  slow.answer = (response) => void response.end();
  for (const answer of waits) answer();
  await run;
  expect(slow.received).toHaveLength(41);
});

test('the job ends at once while receivers are waited for, and a stop begins nothing more and records what was begun', async () => {
  const waits: (() => void)[] = [];
  const receiver = await startReceiver((response) => void waits.push(() => response.end()));
  await addWebhook(at, owner, receiver.url, { types });
  for (let count = 0; count < 12; count++) await rent();
  const process = openTestProcess();
  await deliver.begin(process);
  await expect.poll(() => waits).toHaveLength(8);
  process.stop();
  for (const answer of waits) answer();
  await process.ended();
  expect(receiver.received).toHaveLength(8);
  expect(await deliveries({ state: 'delivered' })).toHaveLength(8);
  expect(await sql`select from webhook_deliveries where claimed_until is not null`).toHaveLength(0);
  receiver.answer = (response) => void response.end();
  await deliver();
  expect(await deliveries({ state: 'delivered' })).toHaveLength(12);
  expect(receiver.received).toHaveLength(12);
});

test('what comes after hundreds of messages about one subject doesn’t wait for them, and their order holds', async () => {
  const poison = await rent();
  let isBroken = true;
  const receiver = await startReceiver((response, { payload }) =>
    response.writeHead(isBroken && payload.data.pk === poison ? 500 : 200).end(),
  );
  await addWebhook(at, owner, receiver.url, { types });
  for (let minutes = 1; minutes <= 300; minutes++) await change(poison, minutes);
  const other = await rent();
  await deliver();
  // The endpoint fails as long as the first message is the only one that was tried.
  at.clock.forward(6000);
  await deliver();
  expect(receiver.received.map(({ payload }) => payload.data.pk)).toContain(other);
  expect(await deliveries({ state: 'failing' })).toHaveLength(1);
  isBroken = false;
  at.clock.forward(2 * minuteMs);
  await deliver();
  const order = await sql<{ id: string }[]>`
    select id from webhook_deliveries where subject_pk = ${poison} order by recorded_at, id`;
  const taken = receiver.received.filter(({ payload }) => payload.data.pk === poison);
  const ids = taken.map(({ id }) => id);
  expect(ids.slice(-300)).toEqual(order.map(({ id }) => id));
  expect(await sql`select from webhook_deliveries where blocked`).toHaveLength(0);
});

test('private addresses get nothing unless the operator allows them', async () => {
  const receiver = await startReceiver();
  await addWebhook(at, owner, receiver.url, { types });
  await rent();
  await sql`update webhook_endpoints set url = replace(url, 'http:', 'https:')`;
  await makeTestDeliverer(at, { outside: { allowPrivate: false } })();
  expect(receiver.received).toEqual([]);
  expect((await deliveries())[0]?.response).toBe(
    'Its host has a private or reserved address, which isn’t allowed.',
  );
});

test('what a killed process had sent and not recorded is sent again, with the same id and bytes', async () => {
  const receiver = await startReceiver();
  await addWebhook(at, owner, receiver.url, { types });
  const pk = await rent();
  await change(pk, 60);
  const broken = Object.assign(Object.create(at.database) as typeof at.database, {
    system: new Proxy(at.database.system, {
      get: (target, name) =>
        name === 'begin' && receiver.received.length > 0
          ? () => Promise.reject(new Error('killed'))
          : (Reflect.get(target, name) as unknown),
    }),
  });
  await expect(makeTestDeliverer({ ...at, database: broken })()).rejects.toThrow('killed');
  await deliver();
  expect(receiver.received).toHaveLength(1);
  at.clock.forward(minuteMs);
  await deliver();
  expect(receiver.received.map(({ payload }) => payload.type)).toEqual([
    'rental.created',
    'rental.created',
    'rental.changed',
  ]);
  expect(receiver.received[1]).toMatchObject({
    id: receiver.received[0]?.id,
    body: receiver.received[0]?.body,
  });
});

test('for a day after its secret was replaced, messages are signed with both', async () => {
  const receiver = await startReceiver();
  const old = await addWebhook(at, owner, receiver.url, { types });
  const input = { params: { ...params, webhook: String(old.pk) } };
  const { body } = await at.call(rotateWebhook, input, { token });
  expect(body.secret).not.toBe(old.secret);
  await rent();
  await deliver();
  at.clock.forward(dayMs);
  await rent();
  await deliver();
  const verify = (index: number, secret: string) => {
    const { body: sent = '', headers = {} } = receiver.received[index] ?? {};
    try {
      return new Webhook(secret).verify(sent, headers) !== null;
    } catch {
      return false;
    }
  };
  const [first, second] = receiver.received;
  const at1 = Number(first?.headers['webhook-timestamp']) * 1000;
  const at2 = Number(second?.headers['webhook-timestamp']) * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: at1 });
  expect([verify(0, old.secret), verify(0, body.secret)]).toEqual([true, true]);
  vi.setSystemTime(at2);
  expect([verify(1, old.secret), verify(1, body.secret)]).toEqual([false, true]);
  vi.useRealTimers();
});

test('a test, a delivery, and all that failed can be sent again, but not while the webhook is paused', async () => {
  const receiver = await startReceiver();
  const { pk } = await addWebhook(at, owner, receiver.url, { types });
  const byWebhook = { params: { ...params, webhook: String(pk) } };
  const { body } = await at.call(testWebhook, byWebhook, { token });
  await deliver();
  expect(receiver.received[0]).toMatchObject({ id: body.id, payload: { type: 'webhook.test' } });
  const one = { ...byWebhook, body: { delivery: body.id } };
  expect((await at.call(resendWebhook, one, { token })).body.count).toBe(1);
  await deliver();
  expect(receiver.received.map(({ id }) => id)).toEqual([body.id, body.id]);
  receiver.answer = (response) => void response.writeHead(500).end();
  await rent();
  await rent();
  await deliver();
  receiver.answer = (response) => void response.writeHead(200).end();
  const all = { ...byWebhook, body: { delivery: null } };
  expect((await at.call(resendWebhook, all, { token })).body.count).toBe(2);
  await deliver();
  expect(await deliveries({ state: 'delivered' })).toHaveLength(3);
  await at.call(pauseWebhook, { ...byWebhook, body: { paused: true } }, { token });
  expect((await at.call(testWebhook, byWebhook, { token })).error.detail).toBe(
    'Resume the webhook first.',
  );
  const unknown = { ...byWebhook, body: { delivery: crypto.randomUUID() } };
  await at.call(pauseWebhook, { ...byWebhook, body: { paused: false } }, { token });
  expect((await at.call(resendWebhook, unknown, { token })).status).toBe(404);
});

test('a webhook that is removed while it is sent to leaves nothing behind', async () => {
  const waits: (() => void)[] = [];
  const receiver = await startReceiver((response) => void waits.push(() => response.end()));
  const { pk } = await addWebhook(at, owner, receiver.url, { types });
  await rent();
  const run = deliver();
  await expect.poll(() => waits).toHaveLength(1);
  await at.call(removeWebhook, { params: { ...params, webhook: String(pk) } }, { token });
  for (const answer of waits) answer();
  await run;
  await rent();
  expect(await sql`select from webhook_deliveries`).toHaveLength(0);
});

test('deliveries are deleted after 30 days', async () => {
  const receiver = await startReceiver();
  await addWebhook(at, owner, receiver.url, { types });
  await rent();
  await rent();
  await sql`update webhook_deliveries set recorded_at = '2026-06-15T19:00:00Z'`;
  const expire = webhooksJobs[1]?.makeHandler({ database: at.database, clock: at.clock } as never);
  at.clock.forward(30 * dayMs);
  await expire?.({} as never, {} as never);
  expect(await deliveries()).toHaveLength(2);
  at.clock.forward(1);
  await expire?.({} as never, {} as never);
  expect(await deliveries()).toHaveLength(0);
});
