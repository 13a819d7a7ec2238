import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxJsonContainers, minCountedBodyBytes } from '../budgets.ts';
import { Refusal } from '../refusal.ts';
import { cutLongTexts } from './large-json.ts';

const cut = (json: string) => cutLongTexts(Buffer.from(json));

async function parse(json: string): Promise<unknown> {
  const { text, restore } = await cut(json);
  return restore(JSON.parse(text));
}

async function parseOrNull(json: string, parseText: (json: string) => unknown): Promise<unknown> {
  try {
    return { value: await parseText(json) };
  } catch {
    return null;
  }
}

const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
/** Long enough that the surrounding JSON has its long texts cut out. */
const padding = JSON.stringify(base64(minCountedBodyBytes));

test('long texts are cut out of large JSON before parsing and put back afterward', async () => {
  const images = [3000, 50_000, 2_000_000].map((size) => ({ id: size, data: base64(size) }));
  const json = JSON.stringify({ items: images, none: null });
  const { text, restore } = await cut(json);
  expect(text.length).toBeLessThan(300);
  expect(restore(JSON.parse(text))).toEqual({ items: images, none: null });
});

const text = base64(6000);
test.each([
  ['alone', `"${text}"`],
  ['with its slashes escaped', `{"a":"${text.replaceAll('/', '\\/')}"}`],
  ['as a data URL', `["data:image/png;base64,${text}"]`],
  ['with an escaped quotation mark before it', `["x\\"${text}"]`],
  ['with an escaped quotation mark after it', `["${text}\\"x"]`],
  ['with an escaped backslash after it', `["${text}\\\\"]`],
  ['with an escaped backslash before a slash', `["${text}\\\\/x"]`],
  ['with escaped letters', `["${text}\\u00e9\\n"]`],
  ['with letters that are not ASCII', `["${text}é漢"]`],
  ['as a key', `{"${text}" : 1}`],
  ['as a key with a long value', `{"${text}":"${text}"}`],
  ['twice in a row', `["${text}","${text}"]`],
  ['next to long numbers and spaces', `["a",${' '.repeat(5000)}1${'0'.repeat(300)},"${text}"]`],
])('large JSON with a long text %s has the same value as with JSON.parse', async (_, json) => {
  expect(await parse(json)).toEqual(JSON.parse(json));
  const large = `[${json},${padding}]`;
  expect(isDeepStrictEqual(await parse(large), JSON.parse(large))).toBe(true);
});

test.each([
  ['after a text', `["a"${text}"b"]`],
  ['without its end', `["${text}`],
  ['without its start', `[${text}"]`],
  ['with a broken escape', `["${text}\\x"]`],
  ['after a key without a colon', `{"a" "${text}"}`],
])('large JSON with a long text %s is refused', async (_, json) => {
  await expect(parse(`[${json},${padding}]`)).rejects.toThrow(SyntaxError);
});

test('large JSON of any characters is parsed or refused exactly as JSON.parse would', async () => {
  const marks = fc.constantFrom(' ', ...'" \\ \\" \\/ , : { } [ ] 1 é a'.split(' '));
  const texts = fc.constantFrom(base64(1500), base64(3000), '"k":', `"${base64(3000)}"`);
  const pieces = fc.oneof(marks, texts);
  const json = fc.oneof(
    fc.array(pieces).map((all) => all.join('')),
    fc.array(fc.array(pieces).map((all) => all.join(''))).map((all) => JSON.stringify(all)),
  );
  await fc.assert(
    fc.asyncProperty(json, async (part) => {
      const large = `[${part},${padding}]`;
      const parsed = await parseOrNull(large, parse);
      expect(isDeepStrictEqual(parsed, await parseOrNull(large, JSON.parse))).toBe(true);
    }),
  );
});

test('large JSON with more objects and arrays than the limit is refused before it is parsed', async () => {
  const json = (count: number) => `[${'{},'.repeat(count)}1]`;
  expect(await parse(json(maxJsonContainers - 1))).toHaveLength(maxJsonContainers);
  await expect(cut(json(maxJsonContainers))).rejects.toThrow(Refusal);
  await expect(cut('['.repeat(maxJsonContainers + 1))).rejects.toThrow(Refusal);
});
