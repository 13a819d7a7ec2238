import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { carMessages } from '@lotkeeper/contract/kernel/car-fields';
import { expect, test } from 'vitest';
import { findState } from '../files/public.ts';
import { guessColumns, toColumnIndexes } from './columns.rules.ts';
import { RowChecker } from './import-rows.rules.ts';
import { visitorOfRow } from './visitor-row.rules.ts';

const header = ['plate', 'state', 'country', 'name', 'phone'];
const places = toColumnIndexes(guessColumns(header, []).fields);
const record = (cells: string[], line = 2) => ({ line, end: 0, cells, problem: null });
const row = (...cells: string[]) => visitorOfRow(record(cells), places, header.length);

test('a row becomes a visitor with an uppercase plate, a state code, and a normalized phone number', () => {
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
  expect(row('', 'Atlantis', 'FRA', 'x'.repeat(121), '12')).toBe(
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
    `plate: ${csvMessages.shortenedNumber}`,
  ],
  ['a number with decimals', ['98765.5', 'AZ'], `plate: ${csvMessages.shortenedNumber}`],
  [
    'a number with a comma that a spreadsheet has shortened',
    ['1,23E+05', 'AZ'],
    `plate: ${csvMessages.shortenedNumber}`,
  ],
  ...['26-Mar', 'Mar-26', 'MAR-26', '3-ene', '26-mars', '3/26/2026', '2026-03-26 00:00:00'].map(
    (cell): [string, string[], string] => [
      `the date ${cell} in place of a plate`,
      [cell, 'AZ'],
      `plate: ${csvMessages.date}`,
    ],
  ),
  ...['N/A', 'nan', 'none', 'No plate'].map((cell): [string, string[], string] => [
    `${cell} in place of a plate`,
    [cell, 'AZ'],
    `plate: ${csvMessages.placeholder}`,
  ]),
  [
    'a heart in a plate',
    ['AMK♥40', 'AZ'],
    `plate: ${carMessages.plateCharacters} “♥” can’t be part of a plate.`,
  ],
  ['NUL in a plate', ['AB\0C', 'AZ'], 'plate: Contains characters that can’t be stored.'],
  ['NUL in a name', ['ABC', 'AZ', '', 'A\0'], 'name: Contains characters that can’t be stored.'],
  ['no state', ['ABC', ''], 'state: License PLate state is required'],
  [
    'a shortened phone number',
    ['A1', 'AZ', '', '', '1.6025550E+09'],
    'phone: Invalid phone number',
  ],
  ['two states', ['ABC', 'AZ / NM'], 'state: License PLate state is required'],
  ['a state of two countries', ['ABC', 'BC'], 'state: License PLate state is required'],
  ['more cells than columns', ['A', 'AZ', '', '', '', 'x'], csvMessages.moreCells],
])('a row with %s is refused', (_, cells, reason) => {
  expect(row(...cells)).toBe(reason);
});

test.each([
  ['="00123"', '00123'],
  ["'00123", '00123'],
  ['98765.0', '98765'],
  ['98765.00', '98765'],
  ['AB–12\u00a0CD', 'AB–12\u00a0CD'],
  ['O\u0308L 4711', 'O\u0308L 4711'],
  ['A1.0', 'A1.0'],
  ['1E23', '1E23'],
  ['="1E23"', '1E23'],
  ['MAR26', 'MAR26'],
  ['MAR-1234', 'MAR-1234'],
  ['DEC-123', 'DEC-123'],
  ['MAR 26', 'MAR 26'],
])('the plate of a row with %j is %j', (cell, plate) => {
  expect(row(cell, 'AZ')).toMatchObject({ car: { plate: plate.toUpperCase() } });
});

test.each([
  ['a country by its name', ['A1', 'AZ', 'United States'], { car: { country: 'US' } }],
  ['a country with an accent', ['A1', 'Jalisco', 'México'], { car: { country: 'MX' } }],
  ['a phone number as a decimal', ['A1', 'AZ', '', '', '6025550143.0'], { phone: '+16025550143' }],
  [
    'a shortened phone number with all its digits',
    ['A1', 'AZ', '', '', '6.025550143E+09'],
    { phone: '+16025550143' },
  ],
  ['dashes for nothing', ['A1', 'AZ', '', '-', 'N/A'], { name: null, phone: null }],
  ['a phone number as a formula', ['A1', 'AZ', '', '', '="6025550145"'], { phone: '+16025550145' }],
  ['a phone number kept as text', ['A1', 'AZ', '', '', "'6025550145"], { phone: '+16025550145' }],
  ['a state as a formula', ['A1', '="AZ"'], { car: { state: 'AZ' } }],
  ['a code and a name of a state', ['A1', 'AZ - Arizona'], { car: { state: 'AZ' } }],
  ['a state in brackets', ['A1', 'Ontario (ON)'], { car: { state: 'ON', country: 'CA' } }],
  ['a name that is missing', ['A1', 'AZ', '', 'nan', '#N/A'], { name: null, phone: null }],
  ['the name Nan', ['A1', 'AZ', '', 'Nan Goldin'], { name: 'Nan Goldin' }],
])('a row with %s is read as intended', (_, cells, visitor) => {
  expect(row(...cells)).toMatchObject(visitor);
});

test('the name of a row is joined from its parts', () => {
  const names = (columns: string[], cells: string[]) =>
    visitorOfRow(record(cells), toColumnIndexes(guessColumns(columns, []).fields), columns.length);
  const cells = ['A1', 'AZ', 'Ada', 'Lovelace'];
  for (const parts of [
    ['First Name', 'Last Name'],
    ['Nombre', 'Apellidos'],
    ['Prénom', 'Nom'],
  ]) {
    expect(names(['plate', 'state', ...parts], cells)).toMatchObject({ name: 'Ada Lovelace' });
  }
  expect(
    names(['plate', 'state', 'first name', 'last name', 'full name'], [...cells, 'Ada King']),
  ).toMatchObject({ name: 'Ada King' });
});

test('a damaged character in an unused column has no effect', () => {
  const fields = guessColumns(['plate', 'state', 'notes'], []).fields;
  expect(visitorOfRow(record(['A1', 'AZ', 'Caf\ufffd']), toColumnIndexes(fields), 3)).toMatchObject(
    {
      car: { plate: 'A1' },
    },
  );
});

test('a row may have empty cells beyond its columns, or fewer cells than columns', () => {
  expect(row('A1', 'AZ', '', '', '', '', '')).toMatchObject({ name: null });
  expect(row('A1', 'AZ')).toMatchObject({ name: null, phone: null });
});

test('a row loses characters that change the direction of writing', () => {
  expect(row('\u202eABC\u202c', 'AZ', '', '\u2066Ada\u2069', '\u202a602 555 0147\u202c')).toEqual({
    car: { plate: 'ABC', state: 'AZ', country: 'US' },
    name: 'Ada',
    phone: '+16025550147',
  });
});

test('rows with the same plate become one visitor, and the last name and phone number given count', () => {
  const checker = new RowChecker(places, header.length);
  checker.add([
    record(['ABC 123', 'AZ', '', 'Ada', '602 555 0147']),
    record(['', '', '', '', '']),
    record(['abc-123', 'Arizona', '', 'Grace', '']),
  ]);
  checker.add([record(['ABC 123', 'CA', '', '', '']), record(['ABC 123', 'ZZ', '', '', ''], 9)]);
  expect(checker.size).toBe(4);
  const sorted = checker.take();
  const car = { country: 'US', plate_key: 'ABC123' };
  expect(JSON.parse(sorted.visitors.json)).toEqual([
    { ...car, plate: 'ABC-123', state: 'AZ', name: 'Grace', phone: '+16025550147' },
    { ...car, plate: 'ABC 123', state: 'CA', name: null, phone: null },
  ]);
  expect(sorted.visitors.count).toBe(2);
  expect(sorted.repeated).toBe(1);
  expect(sorted.refused).toEqual([
    {
      line: 9,
      reason: 'state: License PLate state is required',
      cells: ['ABC 123', 'ZZ', '', '', ''],
    },
  ]);
  expect([checker.size, checker.take().visitors]).toEqual([0, { json: '[]', count: 0 }]);
});

test('a state with its name in the same cell is read, unless the cell is longer than any state', () => {
  const padded = (spaces: number) => `AZ${' '.repeat(spaces)}-${' '.repeat(spaces)}Arizona`;
  expect(findState(padded(10), null)?.pair).toBe('US_AZ');
  expect(findState(padded(10_000), null)).toBeNull();
});
