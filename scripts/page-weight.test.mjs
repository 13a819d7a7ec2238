import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from './bootstrap.mjs';
import { buildWeb } from './web-build.mjs';

/*
 * What a page loads as code, styles and font before anybody clicks: with Brotli, and with gzip, which is
 * all that browsers accept over plain http. With its HTML, its calls and the view of a calendar it's what
 * `npm run bench -- --only bytes` measures in a browser.
 */
const folder = join(root, 'web', 'dist');
const spot = '/organization/$organizationId/spots/$spotId';

/** The headers of a file, as Chromium counts them. */
const headerBytes = 380;

let pages;
let first;

beforeAll(async () => {
  // The browser tests use the same build.
  const built = await buildWeb();
  if (built.code !== 0) throw new Error(built.output);
  pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'));
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const links = html.matchAll(/(?:src|href)="\/(assets\/\w+\.(?:js|css|woff2))"/g);
  first = [...links].map((match) => match[1]);
});

const weigh = (route) => weighFiles([...first, ...pages[route]]);

function weighFiles(files) {
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
  ['/login', 168, 193, 9],
  ['/appeal', 146, 169, 13],
  ['/car/$token', 148, 171, 14],
  ['/valet/$orgId', 178, 204, 19],
  ['/help-center/$article', 228, 260, 17],
  [`${spot}/detail`, 256, 291, 23],
  [`${spot}/custom-reports`, 259, 294, 24],
  [`${spot}/timeline`, 240, 273, 20],
  [`${spot}/events`, 285, 323, 25],
  [`${spot}/rates`, 283, 322, 22],
])(
  'the page %s loads up to %d kB, %d kB with gzip, in %d files',
  (route, most, withGzip, files) => {
    const weight = weigh(route);
    expect(weight.kilobytes).toBeLessThanOrEqual(most);
    expect(weight.withGzip).toBeLessThanOrEqual(withGzip);
    expect(weight.files).toBeLessThanOrEqual(files);
  },
);

test.each([
  ['/appeal', 15],
  ['/car/$token', 15],
  ['/valet/$orgId', 19],
])(
  'what begins in the HTML of %s takes up to %d kB: its styles, and the first code',
  (route, most) => {
    const isFirst = (file) => first.includes(file) || file.endsWith('.css');
    const files = [...first, ...pages[route]].filter(isFirst);
    expect(weighFiles(files).kilobytes).toBeLessThanOrEqual(most);
    expect(files.filter((file) => file.endsWith('.js'))).toHaveLength(1);
  },
);

test('no page loads more than 298 kB of code', () => {
  const heavy = Object.keys(pages).filter((route) => weigh(route).kilobytes > 298);
  expect(heavy).toEqual([]);
});

test('the files that pages name exist', () => {
  const names = readdirSync(join(folder, 'assets'));
  const listed = new Set([...first, ...Object.values(pages).flat()]);
  expect([...listed].filter((file) => !names.includes(file.slice('assets/'.length)))).toEqual([]);
});
