import { csvMessages, maxUploadBytes } from '@lotkeeper/contract/visitors-csv';
import { expect, test } from 'vitest';
import { base64Of, headerName, problemOfFile } from './file-rules.ts';

const file = (name: string, size = 100) => problemOfFile({ name, size });

test('CSV, TSV and text files are accepted, and other files are refused with a request for a CSV file', () => {
  expect(problemOfFile(null)).toBe(csvMessages.required);
  expect(['guests.csv', 'GUESTS.CSV', 'a.b.tsv', 'guests.txt'].map((name) => file(name))).toEqual(
    Array.from({ length: 4 }, () => null),
  );
  expect(['guests', 'guests.png', 'csv'].map((name) => file(name))).toEqual(
    Array.from({ length: 3 }, () => csvMessages.required),
  );
});

test('Excel, PDF, empty and oversized files are each refused with their own message', () => {
  expect([file('a.xlsx'), file('a.XLS'), file('a.pdf')]).toEqual([
    csvMessages.excel,
    csvMessages.excel,
    csvMessages.pdf,
  ]);
  expect([
    file('a.csv', 0),
    file('a.csv', maxUploadBytes),
    file('a.csv', maxUploadBytes + 1),
  ]).toEqual([csvMessages.empty, null, csvMessages.tooLarge]);
});

test('a file name with any characters fits into a header', () => {
  expect(headerName('Gäste\r\n.csv')).toBe('G%C3%A4ste%0D%0A.csv');
  expect(headerName('\ud800.csv')).toBe('%EF%BF%BD.csv');
  expect(headerName('😀'.repeat(200)).length).toBeLessThan(1000);
});

test('a file’s bytes are encoded as base64', async () => {
  const bytes = new Uint8Array([0, 255, 13, 10, 128]);
  expect(await base64Of(new File([bytes], 'guests.csv'))).toBe('AP8NCoA=');
});
