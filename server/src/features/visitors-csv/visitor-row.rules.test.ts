import { carMessages } from '@lotkeeper/contract/cars';
import { csvMessages } from '@lotkeeper/contract/visitors-csv';
import { expect, test } from 'vitest';
import { findColumnIndexes } from './columns.rules.ts';
import { sortRows } from './import-rows.rules.ts';
import { visitorOfRow } from './visitor-row.rules.ts';

const header = ['plate', 'state', 'country', 'name', 'phone'];
const places = findColumnIndexes(header) as Exclude<ReturnType<typeof findColumnIndexes>, string>;
const record = (cells: string[], line = 2) => ({ line, cells, problem: null });
const row = (...cells: string[]) => visitorOfRow(record(cells), places, header.length);

test('the header row may name its columns in any order and case, with spaces or underscores', () => {
  expect(
    findColumnIndexes(['Phone Number', 'LICENSE_PLATE', 'Notes', ' state ', 'Full-Name']),
  ).toEqual({ phone: 0, plate: 1, state: 3, name: 4 });
});

test('the header row must name plate and state once each', () => {
  expect(findColumnIndexes(['name', 'phone'])).toBe(csvMessages.missingColumns('plate, state'));
  expect(findColumnIndexes(['plate'])).toBe(csvMessages.missingColumns('state'));
  expect(findColumnIndexes(['plate', 'state', 'License Plate'])).toBe(
    csvMessages.doubledColumn('plate'),
  );
});

test('a row becomes a visitor with an uppercase plate, a state code and a normalized phone number', () => {
  expect(row('abc-123', 'Arizona', '', ' Ada Lovelace ', '(602) 555-0147')).toEqual({
    car: { plate: 'ABC-123', state: 'AZ', country: 'US' },
    name: 'Ada Lovelace',
    phone: '+16025550147',
  });
  expect(row('XYZ 9', 'on', 'ca')).toMatchObject({
    car: { state: 'ON', country: 'CA' },
    name: null,
    phone: null,
  });
});

test('a row with several errors is refused with all of them', () => {
  expect(row('', 'Atlantis', 'USA', 'x'.repeat(121), '12')).toBe(
    [
      'plate: This is required',
      'country: Must be US, MX or CA.',
      'name: At most 120 characters.',
      'state: License PLate state is required',
      'phone: Invalid phone number',
    ].join(' '),
  );
});

test.each([
  ['a plate of signs alone', ['---', 'AZ'], 'plate: Must contain a letter or a digit.'],
  ['a plate too long', ['ABCDEFGHIJKLM', 'AZ'], 'plate: At most 12 letters and digits.'],
  [
    'a formula',
    ['=HYPERLINK("x")', 'AZ'],
    `plate: ${carMessages.plateCharacters} “=”, “(”, “"” can’t be part of a plate.`,
  ],
  [
    'a number that a spreadsheet has shortened',
    ['1.2E+11', 'AZ'],
    `plate: ${carMessages.plateCharacters} “+” can’t be part of a plate.`,
  ],
  ['NUL in a plate', ['AB\0C', 'AZ'], 'plate: Contains characters that can’t be stored.'],
  ['NUL in a name', ['ABC', 'AZ', '', 'A\0'], 'name: Contains characters that can’t be stored.'],
  ['no state', ['ABC', ''], 'state: License PLate state is required'],
  ['a state of two countries', ['ABC', 'BC'], 'state: License PLate state is required'],
  ['more cells than columns', ['A', 'AZ', '', '', '', 'x'], csvMessages.moreCells],
])('a row with %s is refused', (_, cells, reason) => {
  expect(row(...cells)).toBe(reason);
});

test.each([
  ['="00123"', '00123'],
  ["'00123", '00123'],
  ['98765.0', '98765'],
  ['AB–12\u00a0CD', 'AB–12\u00a0CD'],
  ['O\u0308L 4711', 'O\u0308L 4711'],
  ['A1.0', 'A1.0'],
])('the plate of a row with %j is %j', (cell, plate) => {
  expect(row(cell, 'AZ')).toMatchObject({ car: { plate: plate.toUpperCase() } });
});

test('a row may have empty cells beyond its columns, or fewer cells than columns', () => {
  expect(row('A1', 'AZ', '', '', '', '', '')).toMatchObject({ name: null });
  expect(row('A1', 'AZ')).toMatchObject({ name: null, phone: null });
});

test('a row loses the characters that change the direction of writing', () => {
  expect(row('\u202eABC\u202c', 'AZ', '', '\u2066Ada\u2069', '\u202a602 555 0147\u202c')).toEqual({
    car: { plate: 'ABC', state: 'AZ', country: 'US' },
    name: 'Ada',
    phone: '+16025550147',
  });
});

test('rows with the same plate become one visitor, and the last name and phone number given count', () => {
  const sorted = sortRows(
    [
      record(['ABC 123', 'AZ', '', 'Ada', '602 555 0147']),
      record(['', '', '', '', '']),
      record(['abc-123', 'Arizona', '', 'Grace', '']),
      record(['ABC 123', 'CA', '', '', '']),
      record(['ABC 123', 'ZZ', '', '', ''], 9),
    ],
    places,
    header.length,
  );
  expect(sorted.visitors.map(({ car, name, phone }) => [car.state, name, phone])).toEqual([
    ['AZ', 'Grace', '+16025550147'],
    ['CA', null, null],
  ]);
  expect(sorted.repeated).toBe(1);
  expect(sorted.refused).toEqual([
    {
      line: 9,
      reason: 'state: License PLate state is required',
      cells: ['ABC 123', 'ZZ', '', '', ''],
    },
  ]);
});
