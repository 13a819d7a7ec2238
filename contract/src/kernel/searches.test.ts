import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatPurpose,
  maxPurposeNote,
  maxSearchCharacters,
  parsePurpose,
  readSearch,
  searchPurposeNames,
} from './searches.ts';

const drivers = { page: 'drivers', field: 'searchTerm' } as const;
const violations = { page: 'violations', field: 'plate', exact: true } as const;

test('a search is read from its field, and compared by letters and digits', () => {
  expect(readSearch(drivers, { searchTerm: ' abc-12 3 ', spotId: '1' })).toEqual({
    term: 'abc-12 3',
    key: 'ABC123',
  });
});

test('fewer than three letters or digits search for nobody, except where whole plates are found', () => {
  for (const searchTerm of [undefined, '', ' ', '--', 'A-B']) {
    expect(readSearch(drivers, { searchTerm })).toBe(null);
  }
  expect(readSearch(violations, { plate: 'A' })).toEqual({ term: 'A', key: 'A' });
  expect(readSearch(violations, { plate: '--' })).toBe(null);
});

test('what is kept of a search has an upper bound and no half characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (searchTerm) => {
      const search = readSearch(drivers, { searchTerm: searchTerm.toWellFormed() });
      for (const text of [search?.term ?? '', search?.key ?? '']) {
        expect(Array.from(text).length).toBeLessThanOrEqual(maxSearchCharacters);
        expect(text.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('every purpose is read from the header as it was written', () => {
  for (const purpose of searchPurposeNames.filter((name) => name !== 'other')) {
    expect(parsePurpose(formatPurpose({ purpose, note: null }))).toEqual({ purpose, note: null });
  }
  const other = { purpose: 'other', note: 'Seguro: niño, 100 %' } as const;
  expect(parsePurpose(formatPurpose(other))).toEqual(other);
  expect(parsePurpose('other: Insurance claim 12')).toEqual({
    purpose: 'other',
    note: 'Insurance claim 12',
  });
});

test('a header that names no purpose, or another one without words, is refused', () => {
  const refused = ['', 'curiosity', 'other', 'other: ', 'charge: me', '%', 'other: %00'];
  for (const header of [...refused, `other: ${'x'.repeat(maxPurposeNote + 1)}`]) {
    expect(parsePurpose(header), header).toBe(null);
  }
});
