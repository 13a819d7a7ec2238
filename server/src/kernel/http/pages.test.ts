import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildHeader } from '@lotkeeper/contract/kernel/builds';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { makeFirstWords } from '../../first-words.ts';
import { atEnd } from '../../testing/at-end.ts';
import { decode, encodingCases } from '../../testing/encodings.ts';
import { dataFolder } from '../../testing/processes.ts';
import { useErrorEnvelope } from './error-handler.ts';
import { pageLinks, servePages } from './pages.ts';

const tree = readFileSync(
  join(import.meta.dirname, '../../../../web/src/app/route-tree.gen.ts'),
  'utf8',
);
/** The page routes in the browser's router, and the pages without it. */
const routes = [
  ...[...(/\n  fullPaths:([^;]+);/.exec(tree)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    (match) => match[1] ?? '',
  ),
  '/appeal',
  '/car/$token',
];

const app = fastify();
const writeFirstWords = makeFirstWords(app);
const folder = dataFolder();
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(
  join(folder, 'index.html'),
  `<html lang="en"><title>Lotkeeper</title>"__SETTINGS__"<script type="module" crossorigin src="/assets/0a1b.js"></script><link rel="stylesheet" crossorigin href="/assets/1c2d.css"></head><body><p>Lotkeeper: Loading…</p></body>`,
);
const files = Object.fromEntries(routes.map((route) => [route, [`assets/${route.length}.js`]]));
writeFileSync(join(folder, 'pages.json'), JSON.stringify(files));
const code = 'export const rows = 7;';
const builtFiles = { '': code, '.br': brotliCompressSync(code), '.gz': gzipSync(code) };
for (const [ending, content] of Object.entries(builtFiles))
  writeFileSync(join(folder, `assets/0a1b.js${ending}`), content);
useErrorEnvelope(app);
app.get('/api/there', async () => ({}));
await servePages(app, { folder, settings: {}, connectTo: [], writeFirstWords });
atEnd(() => app.close());

const ask = (url: string, accept = '*/*') => app.inject({ url, headers: { accept } });

test('every route of the browser’s router is a page, with and without a trailing slash', async () => {
  expect(routes.length).toBeGreaterThan(40);
  for (const route of routes) {
    const url = route.replaceAll(/\$\w+/g, '7');
    for (const path of [url, `${url}/`.replace('//', '/'), `${url}?days=30`]) {
      const { statusCode, body } = await ask(path);
      expect([path, statusCode, body.includes('<title>')]).toEqual([path, 200, true]);
    }
  }
});

test.each([
  ['/api/there', '0a1b'],
  ['/api/nowhere', '0a1b'],
  ['/login', undefined],
])('the answer to %s names the build %s', async (url, build) => {
  expect((await ask(url)).headers[buildHeader]).toBe(build);
});

const urls = ['/healthz', '/health', '/metrics', '/wp-login.php', '/login/x', '/loginx', '/.env'];

test.each(urls)(
  'the unknown URL %s is answered 404 in the error envelope for a program',
  async (url) => {
    const response = await ask(url);
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { detail: 'Page not found.', code: 'not_found' },
    ]);
  },
);

test.each(urls)('the unknown URL %s is answered 404 with a page for a browser', async (url) => {
  const response = await ask(url, 'text/html,application/xhtml+xml');
  expect(response.statusCode).toBe(404);
  expect(response.body).toContain('<title>');
});

test('only the pages with Stripe’s own fields allow Stripe’s script, and only if there are any', async () => {
  const other = fastify();
  atEnd(() => other.close());
  useErrorEnvelope(other);
  const connectTo = ['https://api.stripe.com'];
  await servePages(other, {
    folder,
    settings: {},
    connectTo,
    writeFirstWords,
    cardPages: /^\/car\//,
  });
  const policyAt = async (server: typeof app, url: string) =>
    (await server.inject({ url })).headers['content-security-policy'];
  const card = await policyAt(other, '/car/a-token');
  expect(card).toContain("script-src 'self' https://js.stripe.com;");
  expect(card).toContain('frame-src https://js.stripe.com https://hooks.stripe.com;');
  expect(card).toContain("connect-src 'self' https://api.stripe.com;");
  for (const policy of [await policyAt(other, '/login'), await policyAt(app, '/car/a-token')]) {
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain('trusted-types push-worker');
    expect(policy).not.toContain('js.stripe.com');
  }
});

test('a page names its files in the head, so that they are loaded while the first code arrives', async () => {
  const route = '/organization/$organizationId/ledger';
  const { body } = await ask('/organization/7/ledger?measure=net');
  const link = `<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/${route.length}.js">`;
  expect(body).toContain(`${link}</head>`);
});

test.each([
  ['/ledger', 'es-MX,es;q=0.9,en;q=0.8', 'en', 'Lotkeeper', 'Lotkeeper: Loading…'],
  [
    '/appeal',
    'en-US,en;q=0.9',
    'en',
    'Appeal a Violation · Lotkeeper',
    'Appeal a Violation: Loading…',
  ],
  [
    '/appeal?code=7',
    'fr, es-MX;q=0.8',
    'es',
    'Apelar una infracción · Lotkeeper',
    'Apelar una infracción: Cargando…',
  ],
  ['/car/1.2.x', '', 'en', 'Your car · Lotkeeper', 'Your car: Loading…'],
])(
  'the page %s says what is loading before its styles, for a browser that speaks %j',
  async (url, languages, language, title, words) => {
    const headers = { accept: 'text/html', 'accept-language': languages };
    const { body } = await app.inject({ url, headers });
    expect(body).toContain(`<html lang="${language}"><title>${title}</title>`);
    expect(body).toMatch(
      new RegExp(
        `<body><p>${words}</p>(<form.+</form>)?<link rel="stylesheet" [^>]*1c2d.css"></body>`,
      ),
    );
  },
);

test('the page of an appeal has its form before its code, with the number from the link', async () => {
  const headers = { accept: 'text/html', 'accept-language': 'es' };
  const { body } = await app.inject({ url: '/appeal?code=%22%3E%3Cb%3E7', headers });
  expect(body).toContain('<label>Placa<input name="plate" maxlength="20" value=""');
  expect(body).toContain('name="code" maxlength="40" value="&#34;&#62;&#60;b&#62;7"');
  expect((await app.inject({ url: '/car/1.2.x', headers })).body).not.toContain('<form');
});

test.each(encodingCases)(
  'a built file is sent to a client that accepts %j as %s',
  async (accept, encoding) => {
    const headers = accept === undefined ? {} : { 'accept-encoding': accept };
    const response = await app.inject({ url: '/assets/0a1b.js', headers });
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
      vary: 'accept-encoding',
    });
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(decode(encoding, response.rawPayload)).toBe(code);
  },
);

test('a route parameter matches exactly one segment of the path', () => {
  const findLinks = pageLinks({ '/': [], '/car/$token': [] });
  for (const path of ['/', '/car/a.b-c', '/car/a/']) expect(findLinks(path)).toBe('');
  for (const path of ['/car', '/car/', '/car/a/b', '//']) expect(findLinks(path)).toBeNull();
});

test('a page with a name of its own has its own files, not those of the page for any name', () => {
  const findLinks = pageLinks({
    '/spots/$page': ['any.js'],
    '/spots/events': ['own.js', 'own.css'],
  });
  expect(findLinks('/spots/events')).toBe(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/own.js"><link rel="stylesheet" crossorigin href="/own.css">',
  );
  expect(findLinks('/spots/nowhere')).toContain('any.js');
});
