import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
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

/** Opens a flyer as a reader of PDF does. */
async function open(of: Flyer) {
  const data = new Uint8Array(await drawFlyer(of));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) => ('str' in item ? [item] : []));
  return { document, page, pieces, text: pieces.map(({ str }) => str).join(' ') };
}

/** What a phone's camera makes of the page. */
async function scan(of: Flyer): Promise<string | undefined> {
  const { page } = await open(of);
  const viewport = page.getViewport({ scale: 2 });
  const canvas = createCanvas(viewport.width, viewport.height);
  const context = canvas.getContext('2d');
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
  const { data, width, height } = context.getImageData(0, 0, viewport.width, viewport.height);
  return jsQR(data, width, height)?.data;
}

describe('a flyer', () => {
  test('is one page of letter size with a title', async () => {
    const { document, page } = await open(flyer);
    expect(document.numPages).toBe(1);
    expect(page.view).toEqual([0, 0, 612, 792]);
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: '15% off at Copper Square Garage' });
  });

  test('says where, what, by which code and until when', async () => {
    const { text } = await open(flyer);
    expect(text).toContain('Copper Square Garage');
    expect(text).toContain('118 N Mesquite Avenue, Phoenix, AZ');
    expect(text).toContain('15% off');
    expect(text).toContain('SPRING15');
    expect(text).toContain('For hourly and daily parking. Valid through December 31, 2026.');
  });

  test('has a QR code that leads to the booking with the code', async () => {
    expect(await scan(flyer)).toBe(flyer.link);
  });

  test('keeps long names, codes and links on the page and legible', async () => {
    const long: Flyer = {
      ...flyer,
      code: 'W'.repeat(20),
      offer: '1666 hours 40 minutes free',
      link: `https://parking.example.com/${'a'.repeat(300)}?promo=${'W'.repeat(20)}`,
      spot: { ...flyer.spot, name: `Łódź ${'Farmers Market Lot '.repeat(7)}` },
      applicable_rental_types: ['hourly', 'flat_rate', 'daily', 'monthly'],
    };
    const { document, pieces } = await open(long);
    expect(document.numPages).toBe(1);
    for (const { transform, width } of pieces) {
      const [left, bottom] = [transform[4], transform[5]] as [number, number];
      expect(left).toBeGreaterThanOrEqual(53);
      expect(left + width).toBeLessThanOrEqual(559);
      expect(bottom).toBeGreaterThanOrEqual(36);
    }
    expect(await scan(long)).toBe(long.link);
  });

  test('is the same file each time', async () => {
    expect(await drawFlyer(flyer)).toEqual(await drawFlyer(flyer));
  });
});
