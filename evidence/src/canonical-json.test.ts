import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeCanonicalJson } from './canonical-json.ts';

const canonicalValue = fc.letrec((tie) => ({
  value: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('keys are sorted by UTF-16 code units, as in section 3.2.3 of RFC 8785', () => {
  const text = writeCanonicalJson({
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  });
  const members = Object.values(JSON.parse(text) as object);
  expect(text).not.toMatch(/[{,] /);
  // JSON.parse puts an integer-like key first; the text has the carriage return first.
  expect(text.startsWith('{"\\r":"Carriage Return","1":"One",')).toBe(true);
  expect(members.slice(2)).toEqual([
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

test('strings are escaped as in section 3.2.2.2 of RFC 8785', () => {
  expect(writeCanonicalJson('\u20ac$\u000f\nA\'B"\\\\"/')).toBe(
    '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
  );
});

test('the text is the value again, whatever the order of its keys', () => {
  const reverse = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value;
  fc.assert(
    fc.property(canonicalValue, (value) => {
      const text = writeCanonicalJson(value);
      expect(writeCanonicalJson(JSON.parse(text))).toBe(text);
      expect(writeCanonicalJson(reverse(value))).toBe(text);
    }),
  );
});

test('fractions, numbers that are not exact, undefined, dates and half characters are refused', () => {
  const refused = [0.5, 2 ** 53, Number.NaN, undefined, 1n, new Map(), '\ud83d', [undefined]];
  for (const value of [...refused, { at: () => 1 }, { deep: [{ price: 1.5 }] }]) {
    expect(() => writeCanonicalJson(value)).toThrow(TypeError);
  }
});
