import { csvMessages, maxUploadBytes } from '@lotkeeper/contract/intake/visitors-csv';
import { expect, test } from 'vitest';
import { base64Of, headerName, problemOfFile } from './file-rules.ts';

const file = (name: string, size = 100) => problemOfFile({ name, size });

test.each([
  'guests.csv',
  'GUESTS.CSV',
  'a.b.tsv',
  'guests.txt',
  'guests.xlsx',
  'guests.XLSM',
  'guests.xls',
])('the file %s is accepted', (name) => {
  expect(file(name)).toBeNull();
});

test.each([
  ['guests', csvMessages.required],
  ['guests.png', csvMessages.required],
  ['csv', csvMessages.required],
  ['a.xlsb', csvMessages.binaryExcel],
  ['a.ods', csvMessages.openDocument],
  ['a.Numbers', csvMessages.numbers],
  ['a.pdf', csvMessages.pdf],
  ['a.zip', csvMessages.zip],
])('the file %s is refused with its own message', (name, message) => {
  expect(file(name)).toBe(message);
});

test('a missing, empty, or oversized file is refused', () => {
  expect(problemOfFile(null)).toBe(csvMessages.required);
  expect([
    file('a.csv', 0),
    file('a.csv', maxUploadBytes),
    file('a.csv', maxUploadBytes + 1),
  ]).toEqual([csvMessages.empty, null, csvMessages.tooLarge]);
});

test('a file name with any characters fits in a header', () => {
  expect(headerName('Gäste\r\n.csv')).toBe('G%C3%A4ste%0D%0A.csv');
  expect(headerName('\ud800.csv')).toBe('%EF%BF%BD.csv');
  expect(headerName('😀'.repeat(200)).length).toBeLessThan(1000);
});

test('a file’s bytes are encoded as base64', async () => {
  const bytes = new Uint8Array([0, 255, 13, 10, 128]);
  expect(await base64Of(new File([bytes], 'guests.csv'))).toBe('AP8NCoA=');
});
