import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorCode } from '@lotkeeper/contract/kernel/errors';
import { errorEnvelope, errorStatus } from '@lotkeeper/contract/kernel/errors';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { examples, unknownThings } from '../../testing/access.examples.ts';
import { makeCameraFeed } from '../../testing/cameras.factory.ts';
import { decode, encodingCases } from '../../testing/encodings.ts';
import { contractEndpoints } from '../../testing/endpoints.ts';
import { eventually } from '../../testing/eventually.ts';
import { signedInSuperuser } from '../../testing/people.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { addressOf, testApp } from '../../testing/test-app.ts';
import { isOwnOrigin } from './http.ts';

const endpoints = [...(await contractEndpoints())];

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const spot = await makeSpot(at.database.system);
const organization = { pk: spot.organization };
const feed = await makeCameraFeed(at.database.system, organization, 'plate-recognizer', { spot });
const place = {
  ...unknownThings,
  organization: String(spot.organization),
  spot: String(spot.pk),
  feed: String(feed.pk),
  feedKey: feed.key,
  einToken: await at.sandbox.createToken({ kind: 'ein', ein: '12-3456789' }),
};
const { pk: personPk, token } = await signedInSuperuser(at);

let addresses = 0;
const ask = (request: InjectOptions) =>
  at.app.inject({
    ...request,
    headers: { authorization: `Token ${token}`, ...request.headers },
    remoteAddress: `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`,
  });

function expectEnvelope(response: LightMyRequestResponse, code: ErrorCode) {
  const envelope = errorEnvelope.parse(response.json());
  expect([response.statusCode, envelope.code]).toEqual([errorStatus[code], code]);
  return envelope;
}

const post = (url: string, payload: unknown) =>
  ask({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });

const newSpot = () => ({
  organization: Number(place.organization),
  name: 'North Lot',
  address_line1: '2 North St',
  city: 'Phoenix',
  state: 'AZ',
  timezone: 'America/Phoenix',
  classification: 'Surface Lot',
  quantity: 40,
});

describe('a body', () => {
  test('a body with unknown fields is refused with a message that names each', async () => {
    const body = { name: 'A', commission_percent: 1, superuser: true, organization_id: 7 };
    const { fields } = expectEnvelope(await post('/api/organizations/', body), 'invalid_fields');
    expect(fields).toEqual({
      superuser: 'Unknown field.',
      organization_id: 'Unknown field.',
    });
  });

  test('a body with several wrong fields is refused with a message for each', async () => {
    const body = { ...newSpot(), name: ' ', quantity: -1, state: 'ZZ', timezone: 'Mars/Olympus' };
    const { fields } = expectEnvelope(await post('/api/spots', body), 'invalid_fields');
    expect(fields).toEqual({
      name: 'Please enter a name',
      quantity: 'Must be 0 or more.',
      state: 'Please choose a state',
      timezone: 'Please choose a time zone',
    });
  });

  test.each([
    ['null is not 0', { quantity: null }],
    ['"1" is not 1', { quantity: '1' }],
    ['true is not 1', { quantity: true }],
    ['[] is not 0', { quantity: [] }],
    ['1.5 is not a number of spaces', { quantity: 1.5 }],
    ['a number too large for a double is refused', { organization: 2 ** 53 }],
    ['7 is not a name', { name: 7 }],
    ['a list is not a name', { name: ['North Lot'] }],
    ['a price of 0 is not "not sold"', { price_hourly: 0 }],
    ['"" is not "not sold"', { price_hourly: '' }],
    ['a fraction of a cent is not a price', { price_hourly: 0.1 }],
    ['NUL is not a valid character', { name: 'a\u0000b' }],
    ['half a surrogate pair is not a valid character', { name: 'a\ud800b' }],
  ])('bodies are not coerced, so %s', async (_, wrong) => {
    const envelope = expectEnvelope(
      await post('/api/spots', { ...newSpot(), ...wrong }),
      'invalid_fields',
    );
    expect(Object.keys(envelope.fields ?? {})).toEqual(Object.keys(wrong));
  });

  test('the valid body that the other tests spoil is accepted', async () => {
    expect((await post('/api/spots', newSpot())).statusCode).toBe(200);
  });

  test.each(['null', '[]', '"text"', '7'])('the body %s is refused', async (payload) => {
    expectEnvelope(await post('/api/spots', payload), 'invalid_fields');
  });

  test.each([
    ['is cut off', '{"name":'],
    ['is empty', ''],
    ['names a prototype', '{"name":"A","commission_percent":1,"__proto__":{"superuser":true}}'],
    [
      'names a constructor’s prototype',
      '{"name":"A","commission_percent":1,"constructor":{"prototype":{"superuser":true}}}',
    ],
  ])('a body that %s is malformed', async (_, payload) => {
    expectEnvelope(await post('/api/organizations/', payload), 'malformed_request');
    expect(({} as { superuser?: boolean }).superuser).toBeUndefined();
  });

  test('a body over 256 KB is refused as too large', async () => {
    expectEnvelope(await post('/api/otp/', { username: 'x'.repeat(257 * 1024) }), 'too_large');
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
    ['text/plain; application/json'],
  ])('a body of type %s is refused', async (type) => {
    const payload = JSON.stringify({ username: 'a@example.com' });
    const headers = { 'content-type': type };
    expectEnvelope(
      await ask({ method: 'POST', url: '/api/otp/', payload, headers }),
      'unsupported_media_type',
    );
  });

  test('a missing body is refused', async () => {
    const response = await ask({ method: 'POST', url: '/api/otp/' });
    expectEnvelope(response, 'invalid_fields');
  });
});

describe('a URL', () => {
  test('a URL with a repeated parameter is refused', async () => {
    const url = `/api/spots?organization=${place.organization}&organization=1`;
    expect(expectEnvelope(await ask({ url }), 'invalid_fields').fields).toHaveProperty(
      'organization',
    );
  });

  test('a URL with an unknown parameter is refused, even where none is expected', async () => {
    const wrong = await ask({ url: `/api/spots?organization=${place.organization}&role=ADMIN` });
    expect(expectEnvelope(wrong, 'invalid_fields').fields).toEqual({
      role: 'Unknown field.',
    });
    expectEnvelope(await ask({ url: '/api/v2/profiles/me?person=1' }), 'invalid_fields');
  });

  test.each([
    'organization=',
    'organization=0',
    'organization=-1',
    'organization=1.0',
    'organization=1e3',
    'organization=%201',
    'organization=0x1',
    'organization[]=1',
    'organization=9999999999999999',
    'organization=1%00',
  ])('a URL with %s is refused', async (query) => {
    expectEnvelope(await ask({ url: `/api/spots?${query}` }), 'invalid_fields');
  });

  test('a search for characters that can’t be stored is refused', async () => {
    expectEnvelope(await ask({ url: '/api/spotmetadata?search=a%00' }), 'invalid_fields');
    expectEnvelope(await ask({ url: '/api/organizationmetadata?search=%00' }), 'invalid_fields');
  });

  test.each([
    ['/api/%zz', 'malformed_request'],
    ['/api/spots/%zz/', 'malformed_request'],
    ['/api/spots/%c3%28/', 'malformed_request'],
    ['/api/nothing/', 'not_found'],
    ['/api/', 'not_found'],
    ['/live/nothing', 'not_found'],
  ] as const)('%s is answered in the error envelope with the code %s', async (url, code) => {
    expectEnvelope(await ask({ url }), code);
  });

  test('a URL of 10,000 characters is refused with a 4xx in the error envelope', async () => {
    const response = await ask({ url: `/api/spots/${'1'.repeat(10_000)}/` });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(errorEnvelope.safeParse(response.json()).success).toBe(true);
  });

  test('a URL is answered the same with and without a trailing slash', async () => {
    const path = `/api/spots/${place.spot}`;
    expect((await ask({ url: path })).body).toBe((await ask({ url: `${path}/` })).body);
    expect((await ask({ url: '/api/v2/profiles/me/' })).statusCode).toBe(200);
  });

  test('a URL called with another method is not found', async () => {
    expectEnvelope(await ask({ method: 'PUT', url: '/api/otp/' }), 'not_found');
  });
});

describe('an Origin', () => {
  const send = (origin: string, method: 'POST' | 'DELETE' | 'GET', url: string) =>
    ask({ method, url, headers: { origin, host: 'lots.example' } });

  test.each([
    ['https://evil.example'],
    ['null'],
    ['https://lots.example.evil.example'],
    ['https://lots.example:8443'],
    ['https://evil.example/lots.example'],
    [''],
  ])('another Origin (%s) can’t write', async (origin) => {
    for (const [method, url] of [
      ['POST', '/api/otp/'],
      ['DELETE', '/api/sessions/'],
    ] as const) {
      if (origin !== '') expectEnvelope(await send(origin, method, url), 'not_allowed');
    }
    expect(isOwnOrigin(origin, 'lots.example')).toBe(false);
  });

  test('our own Origin can write', async () => {
    const response = await ask({
      method: 'POST',
      url: '/api/otp/',
      payload: { username: 'a@example.com' },
      headers: { origin: 'https://lots.example', host: 'lots.example' },
    });
    expect(response.statusCode).toBe(200);
    expect(isOwnOrigin('https://public.example', 'inner:3000', 'https://public.example/x')).toBe(
      true,
    );
  });

  test('no header lets another Origin read', async () => {
    const response = await send('https://evil.example', 'GET', '/api/v2/profiles/me');
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

test('every API response has headers against caching, sniffing, and referrers', async () => {
  for (const url of ['/api/v2/profiles/me', '/api/nothing', '/api/spots']) {
    expect((await ask({ url })).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  }
});

test.each(encodingCases)(
  'a long answer is sent to a client that accepts %j as %s',
  async (accept, encoding) => {
    const headers = accept === undefined ? {} : { 'accept-encoding': accept };
    const response = await ask({ url: '/api/docs/json', headers });
    expect(response.headers.vary).toBe('accept-encoding');
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(JSON.parse(decode(encoding, response.rawPayload))).toHaveProperty('openapi');
  },
);

test('a request that isn’t HTTP is answered in the envelope too', async () => {
  const address = await at.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.end('GARBAGE\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(errorEnvelope.safeParse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).success).toBe(true);
});

test.each(['GARBAGE\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'])(
  'a silent caller that sent %j and keeps its end open is disconnected',
  async (text) => {
    const own = await testApp({ now: '2026-06-15T19:00:00Z' });
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const opened = once(own.app.server, 'connection');
    const socket = connect({
      port: Number(new URL(address).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    socket
      .on('error', () => undefined)
      .resume()
      .write(text);
    const count = promisify(own.app.server.getConnections.bind(own.app.server));
    await opened;
    await eventually(async () => (await count()) === 0);
    socket.destroy();
  },
);

test.each(['websocket', 'h2c'])(
  'an upgrade to %s, other than for live events, is handled like any other request',
  async (protocol) => {
    const own = await testApp({ now: '2026-06-15T19:00:00Z' });
    const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(
      `GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
    );
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  },
);

// Input that people, programs, and attackers send in place of what is expected.
const nasty = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    '\u0000',
    '\ud800',
    "'; drop table people; --",
    '%',
    '1e400',
    -1,
    2 ** 53,
    1e21,
    0.1,
    {},
    [],
    null,
    '0'.repeat(300),
    '2026-06-15',
    { $ne: 1 },
    '__proto__',
  ),
);

describe('no input causes a 5xx', () => {
  for (const [name, endpoint] of endpoints) {
    test(name, () => fuzz(name, endpoint));
  }
});

type Loose = Record<string, Record<string, unknown>>;

/** Whether a function of ours checks some of the input. */
function isCheckedByHand({ params, query, body, items }: Endpoint): boolean {
  let isByHand = false;
  for (const schema of [params, query, body, items]) {
    if (!schema) continue;
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema: { _zod } }) => {
        const checks = _zod.def.checks ?? [];
        if (checks.some((check) => check._zod.def.check === 'custom')) isByHand = true;
      },
    });
  }
  return isByHand;
}

// Takes a valid request and spoils part of it.
async function fuzz(name: string, endpoint: Endpoint): Promise<void> {
  const valid = (examples[name]?.input(place) ?? {}) as Loose;
  const spoil = (fields: Record<string, unknown>, weight: number) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        fc.oneof({ arbitrary: fc.constant(value), weight }, { arbitrary: nasty, weight: 1 }),
      ]),
    );
  const spoiled = Object.fromEntries(
    Object.entries(valid).map(([part, fields]) => [
      part,
      // Most calls have all fields and few spoiled ones: the others never get past the schema.
      fc.oneof(
        { arbitrary: fc.record(spoil(fields, Object.keys(fields).length)), weight: 3 },
        { arbitrary: fc.record(spoil(fields, 1), { requiredKeys: [] }), weight: 1 },
      ),
    ]),
  );
  const extra = fc.dictionary(fc.string(), nasty, { maxKeys: 2 });
  const session = await at.sessions.start(personPk, null);
  await fc.assert(
    fc.asyncProperty(fc.record(spoiled), extra, fc.nat(3), async (input, extras, nth) => {
      const more = nth === 0 ? extras : {};
      const { params, query, body } = input as Partial<Loose>;
      const url = addressOf(endpoint, {
        params: { ...valid.params, ...params },
        query: { ...query, ...more },
      });
      if (/\.\.|^[^?]*\/\.?\//.test(url)) return;
      // This call ends the session that it comes with.
      const caller = name === 'logOut' ? await at.sessions.start(personPk, null) : session;
      const own = examples[name]?.may === 'cameras' ? place.feedKey : caller;
      const response = await ask({
        method: endpoint.method,
        url,
        headers: { authorization: `Token ${own}` },
        ...(body ? { payload: { ...body, ...more } } : {}),
      });
      expect(response.statusCode, response.body).toBeLessThan(500);
      if (response.statusCode >= 400) errorEnvelope.parse(response.json());
    }),
    // What a schema checks alone is zod's work.
    { numRuns: isCheckedByHand(endpoint) ? 25 : 10 },
  );
  expect(await at.sessions.find(session), 'the calls had a session').not.toBeNull();
}
