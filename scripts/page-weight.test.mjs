import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, run } from './bootstrap.mjs';

/*
 * What a page loads as code, styles and font before anybody clicks: with Brotli, and with gzip, which is
 * all that browsers accept over plain http. With its HTML, its calls and the view of a calendar it's what
 * `npm run bench -- --only bytes` measures in a browser.
 */
const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-pages-'));
const spot = '/organization/$organizationId/spots/$spotId';

/** The headers of a file, as Chromium counts them. */
const headerBytes = 380;

let pages;
let first;

beforeAll(async () => {
  const arguments_ = ['build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'];
  const env = { NODE_ENV: 'production' };
  const built = await run('vite', arguments_, { cwd: join(root, 'web'), env, capture: true });
  if (built.code !== 0) throw new Error(built.output);
  pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const links = html.matchAll(/(?:src|href)="\/(assets\/\w+\.(?:js|css|woff2))"/g);
  first = [...links].map((match) => match[1]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function weigh(route) {
  const files = [...first, ...pages[route]];
  const sum = (ending) => {
    const sizes = files.map((file) => {
      const path = join(folder, file);
      return statSync(file.endsWith('.woff2') ? path : `${path}.${ending}`).size + headerBytes;
    });
    return sizes.reduce((total, size) => total + size, 0) / 1000;
  };
  return { files: files.length, kilobytes: sum('br'), withGzip: sum('gz') };
}

test.each([
  ['/login', 166, 190, 8],
  ['/appeal', 144, 167, 14],
  ['/car/$token', 147, 169, 15],
  ['/valet/$orgId', 243, 278, 28],
  ['/help-center/$article', 222, 254, 16],
  [`${spot}/detail`, 252, 286, 22],
  [`${spot}/custom-reports`, 254, 289, 23],
  [`${spot}/timeline`, 236, 269, 19],
  [`${spot}/events`, 280, 319, 24],
  [`${spot}/rates`, 278, 317, 21],
])(
  'the page %s loads at most %d kB, %d kB with gzip, in %d files',
  (route, most, withGzip, files) => {
    const weight = weigh(route);
    expect(weight.kilobytes).toBeLessThanOrEqual(most);
    expect(weight.withGzip).toBeLessThanOrEqual(withGzip);
    expect(weight.files).toBeLessThanOrEqual(files);
  },
);

test('no page loads more than 295 kB of code', () => {
  const heavy = Object.keys(pages).filter((route) => weigh(route).kilobytes > 295);
  expect(heavy).toEqual([]);
});

test('the files that pages name exist', () => {
  const names = readdirSync(join(folder, 'assets'));
  const listed = new Set([...first, ...Object.values(pages).flat()]);
  expect([...listed].filter((file) => !names.includes(file.slice('assets/'.length)))).toEqual([]);
});
