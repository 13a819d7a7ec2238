import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64 } from './base64.ts';

test('base64 of any bytes decodes to the same bytes, in either alphabet, with and without padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (array) => {
      const bytes = Buffer.from(array);
      expect(decodeBase64(bytes.toString('base64'))).toEqual(bytes);
      expect(decodeBase64(bytes.toString('base64').replace(/=+$/, ''))).toEqual(bytes);
      expect(decodeBase64(bytes.toString('base64url'))).toEqual(bytes);
    }),
  );
});

test('base64 with a character outside its alphabets is refused, wherever the character is', () => {
  const other = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((character) => !/[A-Za-z0-9+/=_-]/.test(character));
  fc.assert(
    fc.property(fc.base64String(), other, fc.nat(), (text, character, at) => {
      const place = at % (text.replace(/=+$/, '').length + 1);
      expect(decodeBase64(text.slice(0, place) + character + text.slice(place))).toBeNull();
    }),
  );
});

test.each(['', '=', '==', 'A', 'AAAAA', 'AA=A', 'AA===', '=AAA', 'AA= =', 'AA==\n'])(
  '%j isn’t valid base64',
  (text) => {
    expect(decodeBase64(text)).toBeNull();
  },
);
