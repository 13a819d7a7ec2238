import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findStrangeCharacters,
  isPlaceholder,
  listNearFolds,
  plateFold,
  plateKey,
} from './plates.ts';

test.each([
  ['spaces, dashes, dots and case', ' abc-12 3', 'ABC123'],
  ['a middle dot', 'ab·12.cd', 'AB12CD'],
  ['an en dash and a no-break space', 'AB–12\u00a0CD', 'AB12CD'],
  ['invisible characters', '\u200bA\u200eB\u00ad1\ufeff', 'AB1'],
  ['full width', 'ＡＭＫ２２３４', 'AMK2234'],
  ['Arabic-Indic digits', 'AMK٣٢٣٤', 'AMK3234'],
  ['Devanagari and Persian digits', '०९۴۵', '0945'],
  ['mathematical digits', '𝟙𝟚𝟛', '123'],
  ['Cyrillic', 'АМК1234', 'AMK1234'],
  ['lowercase Cyrillic', 'амк1234', 'AMK1234'],
  ['Greek', 'ΑΜΚ1234', 'AMK1234'],
  ['umlauts', 'ÖL 4711', 'OL4711'],
  ['decomposed umlauts', 'O\u0308L4711', 'OL4711'],
  ['a tilde and a stroke', 'ÑØŁ1', 'NOL1'],
  ['a superscript', 'AMK²34', 'AMK234'],
  ['what has no look-alike', '京A12345', '京A12345'],
])('%s make no difference', (_, plate, key) => {
  expect(plateKey(plate)).toBe(key);
});

test('a key is its own key, and the case or width of a plate never changes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (plate) => {
      const key = plateKey(plate);
      expect(plateKey(key)).toBe(key);
      expect(plateKey(plate.normalize('NFD'))).toBe(key);
    }),
  );
});

test('O and 0, I and 1, B and 8, S and 5, Z and 2, G and 6 look alike; A and 4 do not', () => {
  expect(plateFold('OIBSZG')).toBe('018526');
  expect(plateFold('BOB 1S')).toBe(plateFold('808 I5'));
  expect(plateFold('A')).not.toBe(plateFold('4'));
});

test('the near folds of a plate have one character more, less or replaced', () => {
  const near = listNearFolds('A1');
  expect(near).toEqual(expect.arrayContaining(['A', '1', 'CA1', 'AC1', 'A1C', 'C1', 'AC']));
  expect(near).not.toContain('A1');
  // 27 characters: 2 that lack one, 26 in place of each, 3 × 27 more; AA1 and A11 are made twice.
  expect(near).toHaveLength(2 + 2 * 26 + 3 * 27 - 2);
  expect(new Set(near.map((fold) => fold.length))).toEqual(new Set([1, 2, 3]));
  expect(listNearFolds('A')).not.toContain('');
});

test.each([
  'unlicensed',
  'NO-PLATE',
  'NO_PLATE',
  'No Plate.',
  'NO TAGS',
  '无车牌',
  '無牌',
  'XXXXXXX',
  'not detected',
  'NA',
  'n/a',
  'UNREAD',
  'undefined',
  'NaN',
  '[object Object]',
  '0000000',
  'unrecognized',
  'NULL',
  '-------',
  '???',
  '',
  '0',
  '7',
  'A',
  '无',
  'AAAAAAA',
  '1111',
  'TEMP',
  'UNKNOWN1',
  'UNREAD1',
  'No Plate 12',
  'Okänd',
  'нет номера',
  '번호판 없음',
])('“%s” isn’t a plate', (text) => {
  expect(isPlaceholder(text)).toBe(true);
});

test.each(['ABC123', 'XXX1', 'NULL1', 'TEMP1', 'NOPE', '0001', 'TESTER', 'UNKNOWNS', '1UNKNOWN'])(
  '“%s” may be a plate',
  (text) => {
    expect(isPlaceholder(text)).toBe(false);
  },
);

test.each([
  ['AB–12 C.D-E\u200b', null],
  ['=SUM(A1)', '“=”, “(”, “)”'],
  ['AB\u0007', 'U+0007'],
  ['AB\u001f', 'U+001F'],
  ['=+!?', '“=”, “+”, “!”'],
  ['AB#12#', '“#”'],
])('what can’t be part of “%s” is %j', (plate, names) => {
  expect(findStrangeCharacters(plate)).toBe(names);
});
