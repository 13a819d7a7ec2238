import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Agent, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { errorEnvelope } from '@lotkeeper/contract/kernel/errors';
import { expect, test, vi } from 'vitest';
import { makeApiKey } from '../../testing/api-keys.factory.ts';
import { atEnd } from '../../testing/at-end.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeOrganization, signedInMember } from '../../testing/people.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testApp } from '../../testing/test-app.ts';
import { newToken } from '../access/secrets.ts';
import { impatientDelayMs, maxBodyBytesPerCaller } from '../budgets.ts';

const profile = '/api/v2/profiles/me/';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

async function listeningApp(settings: Record<string, string>) {
  const app = await testApp({ now: '2026-06-15T19:00:00Z', settings });
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  return Object.assign(app, { port: Number(new URL(url).port) });
}

// Budgets don't refill while time stands still, however slow the machine is.
const stopTime = (...more: 'setTimeout'[]) =>
  vi.useFakeTimers({ toFake: ['performance', ...more] });
stopTime();
atEnd(() => vi.useRealTimers());

// A burst of 15 requests, then one per second.
const at = await listeningApp({ RATE_PER_PERSON: '1', RATE_PER_ADDRESS: '3', RATE_PER_KEY: '1' });
const { port } = at;
const spot = await makeSpot(at.database.system);

/** Sends a request on its own connection. */
const ask = (path: string, headers: Record<string, string> = {}, to = port) =>
  new Promise<Answer>((resolve, reject) => {
    const agent = new Agent();
    httpRequest({ port: to, path, headers, agent }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    })
      .on('error', reject)
      .end();
  });

const by = (token: string) => ({ authorization: `Token ${token}` });
const newMember = async (app = at, organization = { pk: spot.organization }) =>
  (await signedInMember(app, organization, 'ADMIN')).token;

async function askTimes(times: number, path: string, headers: Record<string, string>, to = port) {
  const answers: Answer[] = [];
  for (let count = 0; count < times; count++) answers.push(await ask(path, headers, to));
  return answers;
}

function expectRefusal({ status, headers, body }: Answer, code: string) {
  expect(errorEnvelope.parse(JSON.parse(body)).code).toBe(code);
  expect(status).toBe(code === 'unavailable' ? 503 : 429);
  expect(headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
}

test('one person’s used-up request budget leaves another person’s untouched', async () => {
  const busy = await newMember();
  const answers = await askTimes(30, profile, by(busy));
  const refused = answers.find(({ status }) => status === 429);
  expect(answers[10]?.status).toBe(200);
  expectRefusal(refused as Answer, 'too_many_requests');
  expect((await ask(profile, by(await newMember()))).status).toBe(200);
});

test('each of several workers has its share of a budget', async () => {
  const app = await listeningApp({ RATE_PER_PERSON: '3', RATE_PER_ADDRESS: '0', WORKERS: '3' });
  const token = await newMember(app, await makeOrganization(app.database.system));
  const answers = await askTimes(30, profile, by(token), app.port);
  const statuses = answers.map(({ status }) => status);
  // Three per second would be a burst of 45.
  expect(statuses[10]).toBe(200);
  expect(statuses).toContain(429);
});

test('a budget of requests is shared by all sessions of a person', async () => {
  const { token, pk } = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
  const second = await at.sessions.start(pk, null);
  expect((await ask(profile, by(second))).status).toBe(200);
  expect((await askTimes(30, profile, by(token))).at(-1)?.status).toBe(429);
  expect((await ask(profile, by(second))).status).toBe(429);
});

test('an API key’s used-up request budget leaves people’s budgets untouched', async () => {
  const { key } = await makeApiKey(at.database.system, { pk: spot.organization }, []);
  const statuses = (await askTimes(30, '/api/ingest/spots/', by(key))).map(({ status }) => status);
  expect(statuses).toContain(429);
  expect((await ask(profile, by(await newMember()))).status).toBe(200);
});

test('made-up tokens don’t reset a budget, because unknown ones are charged to the IP address', async () => {
  const strangers = await listeningApp({ RATE_PER_ADDRESS: '1' });
  const statuses: number[] = [];
  for (let count = 0; count < 20; count++) {
    statuses.push((await ask(profile, by(newToken()), strangers.port)).status);
  }
  expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 401));
  expect(statuses).toContain(429);
  expect((await ask('/api/health/live', {}, strangers.port)).status).toBe(200);
});

test('a connection that retries without waiting gets its second refusal with a delay', async () => {
  const token = await newMember();
  await askTimes(20, profile, by(token));
  const socket = connect(port, '127.0.0.1');
  const request = `GET ${profile} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\n\r\n`;
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  const timers = vi.spyOn(globalThis, 'setTimeout');
  socket.write(request.repeat(2));
  await eventually(() => heard.split('HTTP/1.1 ').length === 3);
  socket.destroy();
  const delays = timers.mock.calls.map(([, ms]) => ms ?? 0);
  timers.mockRestore();
  expect(delays.filter((ms) => ms >= impatientDelayMs && ms < 2 * impatientDelayMs)).toHaveLength(
    1,
  );
});

/** Locks a table until the returned function is called. */
async function lockTable({ database: { system } }: typeof at, table: string) {
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const lock = system.begin(async (tx) => {
    await tx`lock table ${system.identifier(table)} in access exclusive mode`;
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  return async () => {
    unlock.resolve();
    await lock;
  };
}

test('calls that wait for a locked table don’t stop another person’s calls', async () => {
  const app = await listeningApp({ MAX_RUNNING_CALLS: '2', DATABASE_POOL: '30' });
  const own = await makeSpot(app.database.system);
  const stuck = await newMember(app, { pk: own.organization });
  const other = await newMember(app, { pk: own.organization });
  const path = `/api/spots/${own.pk}/`;
  expect((await ask(path, by(stuck), app.port)).status).toBe(200);
  const unlock = await lockTable(app, 'spots');
  const waiting = Array.from({ length: 10 }, () => ask(path, by(stuck), app.port));
  expect((await ask(profile, by(other), app.port)).status).toBe(200);
  await unlock();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  for (const status of statuses) expect([200, 404, 503]).toContain(status);
});

/** Opens a connection and sends the text; `heard` is the answer so far, `isClosed` whether the connection was closed. */
function rawConnection(to: number, text: string) {
  const socket: Socket = connect(to, '127.0.0.1');
  const state = { heard: '', isClosed: false };
  socket.on('data', (chunk) => (state.heard += String(chunk)));
  socket.on('error', () => undefined);
  socket.on('close', () => (state.isClosed = true));
  socket.write(text);
  atEnd(() => void socket.destroy());
  return { socket, state };
}

const head = (token: string, bytes: number) =>
  `POST /api/ingest/images/ HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${token}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
const large = 15 * 1024 * 1024;
const appForImages = async () => {
  const app = await listeningApp({});
  const own = await makeSpot(app.database.system);
  const organization = { pk: own.organization };
  const { key } = await makeApiKey(app.database.system, organization, ['images']);
  return { app, own, key };
};

test('one caller’s bodies in flight are limited in bytes, and their room is freed when they end', async () => {
  const { app, key } = await appForImages();
  // One fits, whichever arrives first.
  const open = Array.from({ length: 3 }, () => rawConnection(app.port, head(key, large)));
  const refused = await eventually(() => open.find(({ state }) => state.heard)?.state.heard);
  expect(refused).toMatch(/^HTTP\/1.1 503 /);
  expect(refused).toMatch(/retry-after: 1/i);
  for (const { socket } of open) socket.destroy();
  const whole = head(key, large) + '{"items": []}'.padEnd(large);
  const answer = await eventually(async () => {
    const { state, socket } = rawConnection(app.port, whole);
    await eventually(() => state.heard);
    socket.destroy();
    return state.heard.startsWith('HTTP/1.1 503 ') ? undefined : state.heard;
  });
  expect(answer).toMatch(/^HTTP\/1.1 [24]00 /);
});

test('a body above the caller’s limit is answered 413, or 401 where a sign-in is required', async () => {
  const tooLarge = rawConnection(port, head('', maxBodyBytesPerCaller + 1));
  const other = rawConnection(
    port,
    `POST /api/otp/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${maxBodyBytesPerCaller + 1}\r\n\r\n`,
  );
  await eventually(() => tooLarge.state.heard && other.state.heard);
  expect(tooLarge.state.heard).toMatch(/^HTTP\/1.1 401 /);
  expect(other.state.heard).toMatch(/^HTTP\/1.1 413 /);
});

test('a connection that is closed before its first request gets no answer, and another gets the reason', async () => {
  const { server } = at.app;
  const timeout = Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const closeAfter = async (text: string) => {
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const { state } = rawConnection(port, text);
    const [socket] = await connected;
    await eventually(() => socket.bytesRead === text.length);
    server.emit('clientError', timeout, socket);
    await eventually(() => state.isClosed);
    return state.heard;
  };
  expect(await closeAfter('')).toBe('');
  expect(await closeAfter('GET / HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1.1 400 /);
});

const chunkedHead =
  'POST /api/otp/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

test('a body without a declared length is read up to the limit', async () => {
  const username = JSON.stringify({ username: 'nobody@example.com' });
  const parts = [username.slice(0, 9), username.slice(9), ''].map(chunk).join('');
  const short = rawConnection(port, chunkedHead + parts);
  await eventually(() => short.state.heard);
  expect(short.state.heard).toMatch(/^HTTP\/1.1 200 /);
  const long = rawConnection(port, chunkedHead + chunk('x'.repeat(257 * 1024)));
  await eventually(() => long.state.heard);
  expect(long.state.heard).toMatch(/^HTTP\/1.1 413 /);
});

test('a sender who hangs up in the middle of a body leaves the server unaffected', async () => {
  const { app, key } = await appForImages();
  // Together, more than one caller may have in flight.
  for (let count = 0; count < 3; count++) {
    const { socket } = rawConnection(app.port, `${head(key, large)}{"items": [`);
    await eventually(() => socket.bytesWritten > 0);
    socket.destroy();
  }
  const whole = head(key, large) + '{"items": []}'.padEnd(large);
  const answered = await eventually(async () => {
    const { state } = rawConnection(app.port, whole);
    await eventually(() => state.heard);
    return state.heard.startsWith('HTTP/1.1 400 ');
  });
  expect(answered).toBe(true);
});

test('a sender who hangs up before authentication takes up no space', async () => {
  const { app, key } = await appForImages();
  const unlock = await lockTable(app, 'api_keys');
  const arrived = new Promise<ServerResponse>((resolve) => {
    app.app.server.once('request', (_request, response: ServerResponse) => resolve(response));
  });
  const gone = rawConnection(app.port, head(key, large));
  const response = await arrived;
  gone.socket.destroy();
  await once(response, 'close');
  await unlock();
  // Its key is looked up, and the call of the disconnected client continues.
  await eventually(async () => {
    const [waiting] = await app.database.system`
        select from pg_stat_activity where query like '%from api_keys%' and wait_event_type = 'Lock'`;
    return !waiting;
  });
  expect((await ask(profile, by(key), app.port)).status).toBe(401);
  // Two bodies of this size don't fit together.
  const next = rawConnection(app.port, head(key, large) + '{"items": []}'.padEnd(large));
  await eventually(() => next.state.heard);
  expect(next.state.heard).toMatch(/^HTTP\/1.1 400 /);
});
