import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import jsQR from 'jsqr';
import { afterAll, expect, test } from 'vitest';
import type { Flyer } from './flyer.ts';
import { drawFlyer } from './flyer.ts';

const flyer: Flyer = {
  code: 'SPRING15',
  offer: '15% off',
  spot: {
    name: 'Copper Square Garage',
    address_line1: '118 N Mesquite Avenue',
    city: 'Phoenix',
    state: 'AZ',
    webflow_page_url: null,
  },
  link: 'https://parking.example.com/copper?promo=SPRING15',
  applicable_rental_types: ['hourly', 'daily'],
  expiration: '2026-12-31' as LocalDate,
  created_at: fromIso('2026-06-15T12:00:00Z'),
};

const reader = await PDFiumLibrary.init();
afterAll(() => reader.destroy());

/** Opens a flyer like a PDF viewer: its text, and its rendering at two pixels per point. */
async function open(input: Flyer) {
  const document = await reader.loadDocument(await drawFlyer(input));
  const page = document.getPage(0);
  const text = page.getText().replace(/\s+/g, ' ');
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' });
  const seen = { data: new Uint8ClampedArray(data), width, height };
  const opened = { pages: document.getPageCount(), size: [originalWidth, originalHeight] };
  document.destroy();
  return { ...opened, text, seen };
}

type Seen = Awaited<ReturnType<typeof open>>['seen'];

/** Decodes the QR code in the page, like a phone's camera. */
const scan = ({ data, width, height }: Seen) => jsQR(data, width, height)?.data;

/** How much white there is around everything, in points: left, top, right, bottom. */
function margins({ data, width, height }: Seen): number[] {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < width * height; at += 1) {
    if ((data[at * 4] ?? 255) > 200) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, top, width - right, height - bottom].map((pixels) => pixels / 2);
}

test('a flyer is one letter-size page with a title', async () => {
  expect(await open(flyer)).toMatchObject({ pages: 1, size: [612, 792] });
  const bytes = (await drawFlyer(flyer)).toString('latin1');
  expect(bytes).toContain('(15% off at Copper Square Garage)');
});

test('a flyer shows the property, its address, the offer, the code, the rental types, and the last day', async () => {
  const { text } = await open(flyer);
  expect(text).toContain('Copper Square Garage');
  expect(text).toContain('118 N Mesquite Avenue, Phoenix, AZ');
  expect(text).toContain('15% off');
  expect(text).toContain('SPRING15');
  expect(text).toContain('For hourly and daily parking. Valid through December 31, 2026.');
  expect(text).toMatch(/Lotkeeper$/);
});

test('a flyer has a QR code that opens the booking page with the discount code', async () => {
  expect(scan((await open(flyer)).seen)).toBe(flyer.link);
});

test('a flyer keeps long names, codes, and links legible on one page', async () => {
  const long: Flyer = {
    ...flyer,
    code: 'W'.repeat(20),
    offer: '1666 hours 40 minutes free',
    link: `https://parking.example.com/${'a'.repeat(300)}?promo=${'W'.repeat(20)}`,
    spot: { ...flyer.spot, name: `Łódź ${'Farmers Market Lot '.repeat(7)}` },
    applicable_rental_types: ['hourly', 'flat_rate', 'daily', 'monthly'],
  };
  const { pages, text, seen } = await open(long);
  expect(pages).toBe(1);
  expect(text).toContain('W'.repeat(20));
  expect(scan(seen)).toBe(long.link);
  for (const margin of margins(seen)) expect(margin).toBeGreaterThan(36);
});

test.each([
  ['Copper 停车场', 'Copper 118 N'],
  ['停车场', '118 N'],
])('a flyer leaves out what it cannot print of %s, and says so', async (name, start) => {
  const { text, pages } = await open({ ...flyer, spot: { ...flyer.spot, name } });
  expect(text.startsWith(start)).toBe(true);
  expect(text).toContain('that this flyer can’t print are left out.');
  expect(pages).toBe(1);
  expect((await open(flyer)).text).not.toContain('left out');
});

test('a flyer drawn twice produces the same file', async () => {
  expect(await drawFlyer(flyer)).toEqual(await drawFlyer(flyer));
});
