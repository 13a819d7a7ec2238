import { setTimeout as pause } from 'node:timers/promises';
import { createCar } from '@lotkeeper/contract/cars/cars';
import type { ErrorEnvelope } from '@lotkeeper/contract/kernel/errors';
import type { NewestChanges } from '@lotkeeper/contract/kernel/live';
import { newestChangeHeader } from '@lotkeeper/contract/kernel/live';
import { getProfile } from '@lotkeeper/contract/people/session';
import { getSpot } from '@lotkeeper/contract/platform/spots';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeKiosk } from '../../testing/kiosks.factory.ts';
import { openLiveClient } from '../../testing/live-client.ts';
import {
  affiliate,
  makeOrganization,
  makePerson,
  signedInMember,
  signedInSuperuser,
} from '../../testing/people.factory.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { newToken } from '../access/secrets.ts';
import { isOwnOrigin } from './http.ts';
import type { Publish } from './live.ts';
import { makePublish, startLive } from './live.ts';

interface LiveApp extends TestApp {
  publish: Publish;
  url: string;
}

/** A second process on the same database. */
/** A new one for each test, because a property's events are held back for a second after the last one. */
let own: TestSpot;

const once = <T>(socket: Socket, event: string) =>
  new Promise<T>((resolve) => void socket.once(event, resolve));

const publish = (at: LiveApp, { organization: organizationId, pk }: TestSpot) =>
  at.publish('server:newRecords', { organizationId, pk });

async function liveApp(at: TestApp, parts: Partial<LiveApp> = {}): Promise<LiveApp> {
  const reportFault = (kind: string, error: unknown) => faults.push([kind, error]);
  const live = startLive(at.app.server, {
    sessions: at.sessions,
    spots: parts.spots ?? at.spots,
    changes: at.changes,
    kiosks: at.kiosks,
    isOwnOrigin: (origin, host) => isOwnOrigin(origin, host),
    reportFault,
  });
  const url = await at.app.listen({ port: 0, host: '127.0.0.1' });
  atEnd(() => live.close());
  return Object.assign(at, { publish: makePublish(at.changes, reportFault), url });
}

const now = '2026-06-15T19:00:00Z';
const first = await testApp({ now });
const database = await testDatabase(first.database.url);
const one = await liveApp(first);
const two = await liveApp(await testApp({ now, database }));
const organization = await makeOrganization(one.database.system);
const foreign = await makeSpot(one.database.system);
const member = (await signedInMember(one, organization, 'VALET')).token;

beforeEach(async () => {
  own = await makeSpot(one.database.system, { organization });
});

/** What was reported as our own fault. */
const faults: [kind: string, error: unknown][] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

function open(at: LiveApp, token: unknown, origin?: string) {
  const socket = openLiveClient(at.url, token, origin ? { origin } : {});
  sockets.push(socket);
  const heard: unknown[] = [];
  socket.on('server:newRecords', (...payload) => heard.push(payload));
  const state = { refused: '', left: '' };
  socket.on('connect_error', (error) => (state.refused = error.message || 'refused'));
  socket.on('disconnect', (reason) => (state.left = reason));
  return { socket, heard, state };
}

async function connected(at: LiveApp, token: string) {
  const client = open(at, token);
  await eventually(() => {
    // An earlier test's change of the person's roles may arrive only now. A browser reconnects too.
    if (client.state.left) client.socket.connect();
    client.state.left = '';
    return client.socket.connected || client.state.refused;
  });
  expect(client.state.refused).toBe('');
  return client;
}

/** Connects and watches; resolves when the event of the last one arrives here. */
async function watching(at: LiveApp, token: string, spots: unknown[], from: LiveApp = at) {
  const client = await connected(at, token);
  for (const spot of spots) await client.socket.emitWithAck('watch', spot);
  await eventually(() => {
    publish(from, own);
    return client.heard.length > 0;
  });
  return client;
}

test.each([
  ['no token', undefined],
  ['an unknown token', newToken()],
  ['a token that is not a string', { $ne: null }],
  ['an empty token', ''],
])('a handshake with %s is refused', async (_, token) => {
  const { state } = open(one, token);
  expect(await eventually(() => state.refused)).toBe('Your session has ended.');
});

test('a handshake from another site is refused even with a valid token', async () => {
  const { state, socket } = open(one, member, 'https://evil.example');
  await eventually(() => state.refused);
  expect(socket.connected).toBe(false);
});

test('a handshake from our own pages is accepted', async () => {
  const { socket } = open(one, member, one.url);
  await eventually(() => socket.connected);
});

test('a kiosk receives events of its own property and of no other one, even in its organization', async () => {
  const beside = await makeSpot(one.database.system, { organization });
  const { token } = await makeKiosk(one, own);
  const { heard } = await watching(one, token, [beside.pk, foreign.pk, own.pk]);
  const before = heard.length;
  publish(one, beside);
  publish(one, foreign);
  publish(one, own);
  await eventually(() => heard.length > before);
  expect(heard.filter((payload) => String(payload) !== String(own.pk))).toEqual([]);
});

test('an ended kiosk is disconnected at once, in other processes too, and can’t return', async () => {
  const { token, pk } = await makeKiosk(one, own);
  const { state } = await watching(two, token, [own.pk], one);
  await one.database.system`update kiosks set ended_at = ${one.clock()} where pk = ${pk}`;
  await eventually(() => state.left);
  const again = open(one, token);
  expect(await eventually(() => again.state.refused)).toBe('Your session has ended.');
});

describe('a browser that watches an organization', () => {
  const watchAll = async (at: LiveApp, token: string, name: unknown) => {
    const client = await connected(at, token);
    const acknowledged = new Promise<[ErrorEnvelope | null, NewestChanges | undefined]>(
      (resolve) =>
        void client.socket.emit('watchOrganization', name, (...answer: never) => resolve(answer)),
    );
    const [refusal, newest] = await acknowledged;
    return { ...client, refusal, newest };
  };

  test('a browser that watches an organization receives the events of all its properties in any process, and no others', async () => {
    const beside = await makeSpot(one.database.system, { organization });
    for (const at of [one, two]) {
      const { heard } = await watchAll(at, member, organization.pk);
      publish(one, foreign);
      await eventually(() => {
        publish(one, own);
        publish(one, beside);
        return [own.pk, beside.pk].every((pk) => heard.flat().includes(pk));
      });
      expect(heard.flat()).not.toContain(foreign.pk);
    }
  });

  test('a browser that watches an organization receives the time of each property’s last change', async () => {
    const { heard } = await watchAll(one, member, organization.pk);
    publish(one, own);
    await eventually(() => heard.length > 0);
    const { newest } = await watchAll(one, member, String(organization.pk));
    expect(new Map(newest).get(own.pk)).toBe(one.clock());
    // By now, the other process has been notified or reads it.
    const { newest: elsewhere } = await watchAll(two, member, organization.pk);
    expect(new Map(elsewhere).get(own.pk)).toBe(one.clock());
  });

  test('non-members and kiosks can’t watch an organization, and an invalid or unknown pk is refused', async () => {
    const outsider = (await signedInMember(one, { pk: foreign.organization }, 'ADMIN')).token;
    const { token: kiosk } = await makeKiosk(one, own);
    for (const token of [outsider, kiosk]) {
      const { refusal, newest } = await watchAll(one, token, organization.pk);
      expect([refusal?.code, newest]).toEqual(['not_found', undefined]);
    }
    for (const name of [0, -1, null, {}, 'x', 999_999]) {
      expect((await watchAll(one, member, name)).refusal).not.toBeNull();
    }
  });
});

const readHeader = async (at: LiveApp, token: string) => {
  const { response } = await at.call(getSpot, { params: { id: own.uuid } }, { token });
  return response.headers[newestChangeHeader];
};

test('a read’s header names the newest change it contains, in every process and after a restart', async () => {
  expect(await readHeader(one, member)).toBe('0');
  expect(await readHeader(two, member)).toBe('0');
  publish(one, own);
  const at = String(one.clock());
  await eventually(async () => (await readHeader(one, member)) === at);
  await eventually(async () => (await readHeader(two, member)) === at);
  const database = await testDatabase(one.database.url);
  const three = await testApp({ now: '2026-06-15T19:00:00Z', database });
  expect(String(await three.changes.findNewest(organization.pk, own.pk))).toBe(at);
});

test('a write at a property notifies its browsers once', async () => {
  const { token } = await signedInMember(one, organization, 'ADMIN');
  const plate = 'TELLME1';
  const body = { spot: own.pk, plate, state: 'CA', country: 'US' } as const;
  const told = one.told.length;
  expect((await one.call(createCar, { body }, { token })).status).toBe(200);
  expect(one.told.slice(told)).toEqual([['server:newRecords', own.pk]]);
});

test('a member who watches by pk or uuid receives the property’s pk and nothing else', async () => {
  for (const spot of [own.pk, String(own.pk), own.uuid]) {
    expect((await watching(one, member, [spot])).heard[0]).toEqual([own.pk]);
  }
});

test('a member who watches a property gets two notifications for a hundred records in one second', async () => {
  const { socket, heard } = await connected(one, member);
  const beside = await makeSpot(one.database.system, { organization });
  for (const spot of [own, beside]) await socket.emitWithAck('watch', spot.pk);
  for (let count = 0; count < 100; count++) publish(one, own);
  await eventually(() => heard.length === 2);
  // Begins after the second's own timer, so a third would be sent before what comes next.
  await pause(1000);
  publish(one, beside);
  await eventually(() => heard.length > 2);
  expect(heard).toEqual([[own.pk], [own.pk], [beside.pk]]);
});

test('a member receives nothing about another organization’s property or a missing one', async () => {
  const wrong = [foreign.pk, foreign.uuid, 0, -1, null, {}, '*', `spot:${foreign.pk}`, 'a\0'];
  const { heard } = await watching(one, member, [...wrong, own.pk]);
  publish(one, foreign);
  const before = heard.length;
  publish(one, own);
  // An event of the other organization's property would have arrived before this one.
  await eventually(() => heard.length > before);
  expect(heard.filter((payload) => String(payload) !== String(own.pk))).toEqual([]);
});

test('a member receives no notifications before watching a property', async () => {
  const silent = await connected(one, member);
  await watching(one, member, [own.pk]);
  expect(silent.heard).toEqual([]);
});

test('a member receives what another process sends', async () => {
  expect((await watching(two, member, [own.pk], one)).heard[0]).toEqual([own.pk]);
});

test('after notifications may have been missed, a browser’s connection is closed in every process, so that it compares what changed', async () => {
  const clients = [await connected(one, member), await connected(two, member)];
  // The last statement of a listening connection is LISTEN, or the ping that follows every 15 s.
  await one.database.system`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query ilike 'listen %' or query = 'select')`;
  await eventually(() => clients.every(({ state }) => state.left));
  expect((await watching(two, member, [own.pk], one)).heard[0]).toEqual([own.pk]);
});

test('a superuser can watch any property', async () => {
  await watching(one, (await signedInSuperuser(one)).token, [own.pk]);
});

test('a towing company’s member who watches a property receives nothing', async () => {
  const sql = one.database.system;
  const { pk } = await makePerson(sql);
  await affiliate(sql, { pk }, organization, 'ADMIN', 'towing');
  const tower = await connected(one, await one.sessions.start(pk, null));
  tower.socket.emit('watch', own.pk);
  await watching(one, member, [own.pk]);
  await watching(one, member, [own.pk]);
  expect(tower.heard).toEqual([]);
});

describe('a message', () => {
  /** Sends what no page sends, and returns the error in the answer. */
  async function sendOdd(...packet: [string, ...unknown[]]) {
    const { socket } = await connected(one, member);
    const answer = once<ErrorEnvelope>(socket, 'server:error');
    socket.emit(...packet);
    return answer;
  }

  test.each<[string, [string, ...unknown[]]]>([
    ['whose toString is not a function', ['watch', { toString: 1 }]],
    ['whose valueOf and toString are null', ['watch', { valueOf: null, toString: null }]],
    ['without a payload', ['watch']],
    ['with two payloads', ['watch', 1, 2]],
    ['with a binary payload', ['watch', Buffer.from([0, 1, 2])]],
    ['with a number that is not a pk', ['watch', -1]],
    ['nested a thousand deep', ['watch', JSON.parse('['.repeat(1000) + ']'.repeat(1000))]],
  ])('a message %s is answered with an error and affects nobody else', async (_, packet) => {
    expect(await sendOdd(...packet)).toMatchObject({ code: 'invalid_fields' });
    await watching(one, member, [own.pk]);
    expect(faults).toEqual([]);
  });

  test.each([['error'], ['__proto__'], ['toString'], ['constructor'], ['join'], ['server:valet']])(
    'the undeclared message %s is answered with an error and affects nobody else',
    async (name) => {
      expect(await sendOdd(name, own.pk)).toMatchObject({ code: 'not_found' });
      await watching(one, member, [own.pk]);
    },
  );

  test('a message about a foreign property and one about a missing property get the same error', async () => {
    const answers = [await sendOdd('watch', foreign.pk), await sendOdd('watch', 999_999_999)];
    expect(answers[0]).toMatchObject({ code: 'not_found' });
    expect(answers[1]).toEqual(answers[0]);
  });

  test('an acknowledgment carries the error, or nothing on success', async () => {
    const { socket } = await connected(one, member);
    expect(await socket.emitWithAck('watch', own.pk)).toBeNull();
    expect(await socket.emitWithAck('watch', { toString: 1 })).toMatchObject({
      code: 'invalid_fields',
    });
  });

  test('a message that makes a listener fail is reported and answered as a server error', async () => {
    const failing = await liveApp(await testApp({ now: '2026-06-15T19:00:00Z' }), {
      spots: { spot: () => Promise.reject(new Error('the listener broke')) } as never,
    });
    const { socket } = await connected(failing, (await signedInSuperuser(failing)).token);
    expect(await socket.emitWithAck('watch', 1)).toMatchObject({ code: 'internal' });
    expect(faults.splice(0)).toEqual([['live message', new Error('the listener broke')]]);
    expect(socket.connected).toBe(true);
  });

  test('a message beyond the limit is refused, and a flood of messages closes the connection', async () => {
    const { socket, state } = await connected(one, member);
    const refused: ErrorEnvelope[] = [];
    socket.on('server:error', (envelope: ErrorEnvelope) => refused.push(envelope));
    // Many more than a burst, since each second allows another five.
    for (let count = 0; count < 240; count++) socket.emit('watch', own.pk);
    await eventually(() => refused.length > 0);
    expect(refused[0]).toMatchObject({ code: 'too_many_requests' });
    expect(socket.connected).toBe(true);
    for (let count = 0; count < 10_000; count++) socket.emit('watch', own.pk);
    expect(await eventually(() => state.left)).toBe('io server disconnect');
    await watching(one, member, [own.pk]);
  });
});

test('a removed member is disconnected in every process and can’t watch again', async () => {
  const { pk, token } = await signedInMember(one, organization, 'ENFORCER');
  const here = await watching(one, token, [own.pk]);
  const there = await watching(two, token, [own.pk]);
  await one.database.system`delete from affiliations where person_pk = ${pk}`;
  await eventually(() => here.state.left && there.state.left);
  const again = await connected(two, token);
  again.socket.emit('watch', own.pk);
  await watching(two, member, [own.pk]);
  expect(again.heard).toEqual([]);
});

test('a member who logs out is disconnected, and the organization’s other members aren’t', async () => {
  const { token } = await signedInMember(one, await makeOrganization(one.database.system), 'ADMIN');
  const leaving = open(two, token);
  const staying = open(two, member);
  await eventually(() => leaving.socket.connected && staying.socket.connected);
  await one.call(getProfile, {}, { token });
  await one.app.inject({ url: '/logout/', headers: { authorization: `Token ${token}` } });
  await eventually(() => leaving.state.left);
  expect(staying.socket.connected).toBe(true);
});
