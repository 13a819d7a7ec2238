import type { IncomingMessage } from 'node:http';
import { getDriverRequest, requestCar } from '@lotkeeper/contract/operations/valet';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeFirstWords } from './first-words.ts';
import { atEnd } from './testing/at-end.ts';
import type { TestSpot } from './testing/spots.factory.ts';
import { makeSpot } from './testing/spots.factory.ts';
import { testApp } from './testing/test-app.ts';
import { makeValetSession } from './testing/valet.factory.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
let spot: TestSpot;

// How slow the machine is doesn't decide what the HTML has.
const startTimeout = AbortSignal.timeout.bind(AbortSignal);
const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
atEnd(() => limit.mockRestore());

beforeEach(async () => {
  spot = await makeSpot(sql);
});

const template = '<html lang="en"><title>Lotkeeper</title><p>Lotkeeper: Loading…</p>';

/** Writes the HTML of a page for a browser. */
function write(url: string, headers: Record<string, string>, app = at.app, method = 'GET') {
  const ip = '203.0.113.7';
  const raw = { headers, url, socket: { remoteAddress: ip } } as unknown as IncomingMessage;
  return makeFirstWords(app)(template, { ip, method, raw, url, headers });
}

/** What the HTML of a driver's page says below what is loading. */
async function writePage(link: string, languages = 'en', app?: FastifyInstance, method?: string) {
  const html = await write(`/car/${link}`, { 'accept-language': languages }, app, method);
  return html.split('</p>').slice(1).join('</p>');
}

const button = (words: string, asking: string) =>
  `<button>${words}</button><output>${asking}</output></form>`;

test('the HTML of a driver’s page has their parked car, and the button that asks for it', async () => {
  const { link } = await makeValetSession(at, spot, { since: at.clock() });
  expect(await writePage(link)).toBe(
    `<form class="ui-first" method="dialog" hidden><h1>Roosevelt Garage</h1><p>VALET 1</p><p>Parked</p>${button('Bring my car', 'Asking for your car…')}`,
  );
  expect(await writePage(`${link}?from=text`, 'es-MX')).toContain(
    `<p>Estacionado</p>${button('Traer mi vehículo', 'Pidiendo su vehículo…')}`,
  );
});

test('a car that isn’t here yet, or that was asked for, has its state in the HTML and no button', async () => {
  const { link } = await makeValetSession(at, spot);
  expect(await writePage(link)).toBe(
    '<div class="ui-first" hidden><h1>Roosevelt Garage</h1><p>Your car</p><p>Not checked in yet</p></div>',
  );
  const asked = await makeValetSession(at, spot, { since: at.clock() });
  await at.call(requestCar, { params: { token: asked.link } });
  expect(await writePage(asked.link)).toBe(
    '<div class="ui-first" hidden><h1>Roosevelt Garage</h1><p>VALET 1</p><p>We know. Somebody will fetch it.</p></div>',
  );
});

test('the HTML says nothing of a car by a link that was changed, has ended, or isn’t one', async () => {
  const { link, pk } = await makeValetSession(at, spot, { since: at.clock() });
  await sql`
    update valet_sessions set status = 'ended', checked_out_at = checked_in_at where pk = ${pk}`;
  for (const one of [link, `${link}x`, 'gone-gone-gone-gone-gone', '..', '%2e%2e', ''])
    expect(await writePage(one)).toBe('');
});

test('the names of a property and a plate can’t add anything to the HTML', async () => {
  const { link, pk } = await makeValetSession(at, spot, { since: at.clock() });
  await sql`update spots set name = ${'<img src=x onerror="a()">$&'} where pk = ${spot.pk}`;
  await sql`update valet_sessions set plate = ${'</p>&"<b>'} where pk = ${pk}`;
  expect(await writePage(link)).toContain(
    '<h1>&#60;img src=x onerror=&#34;a()&#34;&#62;$&#38;</h1><p>&#60;/p&#62;&#38;&#34;&#60;b&#62;</p>',
  );
});

test.each([
  ['fails', () => Promise.reject(new Error('database is down'))],
  ['never answers', () => new Promise<never>(() => undefined)],
])('the page is served without its car when the read %s', async (_, handler) => {
  const app = fastify();
  atEnd(() => app.close());
  app.decorate('loadLimits', at.app.loadLimits);
  app.get(getDriverRequest.path, handler);
  limit.mockImplementationOnce(startTimeout);
  expect(await writePage('gone-gone-gone-gone-gone', 'en', app)).toBe('');
});

test('the first read of a driver’s page is charged to the budget of its address, and HEAD reads nothing', async () => {
  const { link } = await makeValetSession(at, spot, { since: at.clock() });
  const settings = { RATE_PER_ADDRESS: '1' };
  const { app } = await testApp({ now: '2026-06-15T19:00:00Z', database: at.database, settings });
  const inject = vi.spyOn(app, 'inject');
  expect(await writePage(link, 'en', app, 'HEAD')).toBe('');
  expect(inject).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ['performance'] });
  atEnd(() => vi.useRealTimers());
  const pages: string[] = [];
  for (let n = 0; n < 11; n++) pages.push(await writePage(link, 'en', app));
  expect(pages.map((page) => page.includes('VALET 1'))).toEqual([
    ...Array.from({ length: 10 }, () => true),
    false,
  ]);
  expect(inject).toHaveBeenCalledTimes(10);
});

test('the HTML of the valet stand has its first steps, in English, for a browser with a session, and reads nothing', async () => {
  const inject = vi.spyOn(at.app, 'inject');
  const headers = { 'accept-language': 'es' };
  const stranger = await write('/valet/1', headers);
  expect(stranger).toBe(
    '<html lang="en"><title>Valet Dashboard · Lotkeeper</title><p>Valet Dashboard: Loading…</p>',
  );
  const html = await write('/valet/1?spot=2', { ...headers, cookie: 'a=b; auth=token' });
  expect(html).toContain(stranger);
  expect(html.match(/<summary>[^<]+/g)).toEqual(
    ['Check in', 'Check Out', 'Walk-in'].map((step) => `<summary>${step}`),
  );
  expect(html).not.toContain('token');
  expect(inject).not.toHaveBeenCalled();
  inject.mockRestore();
});
