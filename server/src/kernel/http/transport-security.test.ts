import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { noErrorReports } from '../errors/error-reports.ts';
import { createLoadLimits } from '../load/load-limits.ts';
import { makeHttp } from './http.ts';

interface Installation {
  trustProxy?: boolean;
  publicUrl?: string;
}

/** The policy on each kind of response: a page, a refused foreign origin, an unreadable body. */
async function policies({ trustProxy = false, publicUrl }: Installation, headers = {}) {
  const app = makeHttp({
    logLevel: 'silent',
    trustProxy,
    publicUrl,
    limits: createLoadLimits(readConfig({ DEMO: '0' })),
    errorReports: noErrorReports,
    conflicts: new Set(),
  });
  app.get('/page', async () => 'a page');
  app.post('/api/things', async () => ({}));
  const answers = [
    await app.inject({ url: '/page', headers }),
    await app.inject({ url: '/nowhere', headers }),
    await app.inject({
      method: 'POST',
      url: '/api/things',
      headers: { ...headers, origin: 'https://evil.example' },
    }),
    await app.inject({
      method: 'POST',
      url: '/api/things',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{',
    }),
  ];
  await app.close();
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 403, 400]);
  return new Set(answers.map((answer) => answer.headers['strict-transport-security']));
}

const year = new Set(['max-age=31536000']);
const none = new Set([undefined]);
const overHttps = { 'x-forwarded-proto': 'https' };

test.each([
  [
    'ask browsers for https when the public URL is https',
    { publicUrl: 'https://a.example' },
    {},
    year,
  ],
  [
    'ask browsers for https when the trusted proxy got the page over https',
    { trustProxy: true },
    overHttps,
    year,
  ],
  ['do not ask browsers for https over plain http', {}, {}, none],
  [
    'do not ask browsers for https when the public URL is plain http',
    { publicUrl: 'http://a.example' },
    {},
    none,
  ],
  [
    'do not ask browsers for https when the trusted proxy got the page over http',
    { trustProxy: true },
    { 'x-forwarded-proto': 'http' },
    none,
  ],
  ['ignore a caller’s claim of https when no proxy is trusted', {}, overHttps, none],
])('answers %s', async (_, installation, headers, expected) => {
  expect(await policies(installation, headers)).toEqual(expected);
});
