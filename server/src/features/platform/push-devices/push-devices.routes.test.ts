import { instant } from '@lotkeeper/contract/kernel/calendar';
import { logOut, removeOtherSessions } from '@lotkeeper/contract/people/session';
import {
  listPushDevices,
  maxPushDevices,
  pushDeviceMessages,
  removePushDevice,
  savePushDevice,
  testPushDevice,
} from '@lotkeeper/contract/platform/push-devices';
import { beforeEach, expect, test } from 'vitest';
import { createSecretBox } from '../../../kernel/access/secrets.ts';
import type { PushAddress } from '../../../kernel/messages/web-push.ts';
import { endIdleDevices } from '../../../records/platform/push-devices.ts';
import type { TestPerson } from '../../../testing/people.factory.ts';
import { makeOrganization, makePerson, signedInMember } from '../../../testing/people.factory.ts';
import { openPushService } from '../../../testing/push-service.ts';
import { testApp } from '../../../testing/test-app.ts';
import { addDevice, listDevices } from './push-devices.queries.ts';

const service = await openPushService();
const at = await testApp({ now: '2026-06-15T19:00:00Z' });
let by: TestPerson & { token: string };

beforeEach(async () => {
  const organization = await makeOrganization(at.database.system);
  by = await signedInMember(at, organization, 'ADMIN');
});

const save = (address: PushAddress, caller: { token: string } = by, agent = 'Firefox') =>
  at.call(
    savePushDevice,
    { body: { ...address, is_new: true } },
    { ...caller, headers: { 'user-agent': agent } },
  );
const list = async (caller: { token: string } = by) =>
  (await at.call(listPushDevices, {}, caller)).body.devices;

test('a browser is one device, however often it is confirmed, and its address is sealed', async () => {
  const address = service.subscribe('/one');
  const first = await save(address);
  at.clock.forward(60_000);
  const second = await save(address, by, 'Firefox 2');
  expect(second.body).toEqual(first.body);
  expect(await list()).toEqual([
    {
      pk: first.body.pk,
      user_agent: 'Firefox 2',
      created_at: at.clock() - 60_000,
      sent_at: null,
      failure: null,
      valet_spots: [],
    },
  ]);
  const [row] = await at.database
    .system`select d::text as text from push_devices d where pk = ${first.body.pk}`;
  expect(row?.text).not.toContain('push.example');
  expect(JSON.parse(at.secretBox.open(await readSealed(first.body.pk ?? 0)))).toEqual(address);
});

async function readSealed(pk: number): Promise<Buffer> {
  const [row] = await at.database.system<{ subscription_sealed: Buffer }[]>`
    select subscription_sealed from push_devices where pk = ${pk}`;
  if (!row) throw new Error('No such device.');
  return row.subscription_sealed;
}

test('a browser belongs to the person who signed in there last', async () => {
  const address = service.subscribe('/shared');
  await save(address);
  const other = await signedInMember(at, await makeOrganization(at.database.system), 'ADMIN');
  await save(address, other);
  expect(await list()).toEqual([]);
  expect(await list(other)).toHaveLength(1);
});

test('a device is confirmed only while it is the caller’s: a removed one doesn’t come back', async () => {
  const address = service.subscribe('/known');
  const confirm = (caller: { token: string } = by) =>
    at.call(savePushDevice, { body: { ...address, is_new: false } }, caller);
  expect((await confirm()).body).toEqual({ pk: null });
  const { pk } = (await save(address)).body;
  expect((await confirm()).body).toEqual({ pk });
  const other = await signedInMember(at, await makeOrganization(at.database.system), 'ADMIN');
  expect((await confirm(other)).body).toEqual({ pk: null });
  await at.call(removePushDevice, { params: { device: String(pk) } }, by);
  expect((await confirm()).body).toEqual({ pk: null });
  expect(await list()).toEqual([]);
});

test('a device ends when its session was not used for 90 days', async () => {
  const sql = at.database.system;
  await save(service.subscribe('/lost'));
  await endIdleDevices(sql, instant(at.clock() - 1));
  expect(await list()).toHaveLength(1);
  await endIdleDevices(sql, instant(at.clock() + 1));
  expect(await list()).toEqual([]);
});

test('the device that was not confirmed for longest makes room', async () => {
  // The oldest is confirmed again, so that the second waits longest.
  const numbers = Array.from({ length: maxPushDevices }, (_, number) => number);
  for (const number of [...numbers, 0, maxPushDevices]) {
    at.clock.forward(1000);
    await save(service.subscribe(`/many/${number}`), by, `Browser ${number}`);
  }
  const agents = (await list()).map(({ user_agent }) => user_agent);
  expect(agents).toHaveLength(maxPushDevices);
  expect(agents).toContain('Browser 0');
  expect(agents).not.toContain('Browser 1');
});

test('signing out ends the notifications of this browser, and ending other sessions those of the others', async () => {
  const second = { token: await at.sessions.start(by.pk, null) };
  await save(service.subscribe('/here'), by, 'Here');
  await save(service.subscribe('/there'), second, 'There');
  await at.call(removeOtherSessions, {}, by);
  expect((await list()).map(({ user_agent }) => user_agent)).toEqual(['Here']);
  await at.call(logOut, {}, by);
  expect(
    await at.database.system`select from push_devices where person_pk = ${by.pk}`,
  ).toHaveLength(0);
});

test.each([
  ['an address without TLS', { endpoint: 'http://push.example/x' }, pushDeviceMessages.badAddress],
  [
    'an address with a password',
    { endpoint: 'https://user:secret@push.example/x' },
    'The URL must not contain a name or password.',
  ],
  [
    'a long address',
    { endpoint: `https://push.example/${'x'.repeat(1500)}` },
    pushDeviceMessages.badAddress,
  ],
  ['a key off the curve', { p256dh: `B${'A'.repeat(86)}` }, pushDeviceMessages.badKeys],
  ['half a key', { p256dh: 'BAAA' }, pushDeviceMessages.badKeys],
])('%s is refused', async (_, change: { endpoint?: string; p256dh?: string }, message) => {
  const { endpoint, keys } = service.subscribe('/refused');
  const { status, error } = await save({
    endpoint: change.endpoint ?? endpoint,
    keys: { ...keys, ...(change.p256dh === undefined ? {} : { p256dh: change.p256dh }) },
  });
  expect(status).toBe(400);
  expect(Object.values(error.fields ?? {})).toEqual([message]);
});

test('a test of a device that can’t be reached says why, and the device keeps the reason', async () => {
  const { keys } = service.subscribe('/private');
  const { body } = await save({ endpoint: 'https://localhost:9/push', keys });
  const failure =
    'The browser’s push service: Its host has a private or reserved address, which isn’t allowed.';
  const tested = await at.call(testPushDevice, { params: { device: String(body.pk) } }, by);
  expect(tested.body).toEqual({ failure });
  expect(await list()).toMatchObject([{ sent_at: null, failure }]);
});

test('a device that was sealed with another secret key is removed by its test', async () => {
  const { body } = await save(service.subscribe('/moved'));
  const other = createSecretBox('another secret key of another installation');
  await at.database.system`
    update push_devices set subscription_sealed = ${other.seal('{}')} where pk = ${body.pk}`;
  const tested = await at.call(testPushDevice, { params: { device: String(body.pk) } }, by);
  expect(tested.body).toEqual({
    failure: 'The device takes no notifications any more and was removed. Allow them there again.',
  });
  expect(await list()).toEqual([]);
});

test('nobody tests, lists or removes devices of somebody else', async () => {
  const { body } = await save(service.subscribe('/mine'));
  const other = await signedInMember(at, await makeOrganization(at.database.system), 'ADMIN');
  const params = { device: String(body.pk) };
  const tested = await at.call(testPushDevice, { params }, other);
  expect(tested.body.failure).toContain('takes no notifications any more');
  expect((await at.call(removePushDevice, { params }, other)).status).toBe(204);
  expect(await list(other)).toEqual([]);
  expect(await list()).toHaveLength(1);
  expect((await at.call(removePushDevice, { params }, by)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test('hundreds of browsers at once leave ten, and none of them fails', async () => {
  const sql = at.database.system;
  const failures: unknown[] = [];
  for (let round = 0; round < 10; round += 1) {
    const { pk } = await makePerson(sql);
    const confirm = (n: number) =>
      addDevice(
        sql,
        {
          personPk: pk,
          sessionPk: 1,
          endpoint: `https://push.example/${round}/${(n * 5) % 14}`,
          subscriptionSealed: Buffer.from('sealed'),
          userAgent: null,
        },
        instant(at.clock() + (n % 5)),
      );
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => confirm(n).catch((error) => failures.push(error))),
    );
    expect(await listDevices(sql, pk)).toHaveLength(maxPushDevices);
  }
  expect(failures).toEqual([]);
});
