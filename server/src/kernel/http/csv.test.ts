import { buffer, text } from 'node:stream/consumers';
import { cents } from '@lotkeeper/contract/kernel/money';
import { expect, test } from 'vitest';
import type { CsvCell } from './csv.ts';
import { CsvFile, openCsvStream } from './csv.ts';
import { inFileName } from './downloads.ts';

async function* some(...rows: CsvCell[][]) {
  yield rows;
}

const written = async (...rows: CsvCell[][]) =>
  (await text(await openCsvStream(new CsvFile('x', ['a', 'b'], some(...rows))))).replace(
    /^\uFEFF?a,b\r\n/,
    '',
  );

test('a CSV file begins with a byte order mark and the column names, and ends lines as RFC 4180 says', async () => {
  const all = await buffer(await openCsvStream(new CsvFile('x', ['a', 'b'], some(['1', 2]))));
  expect(all.toString()).toBe('\uFEFFa,b\r\n1,2\r\n');
});

test('a CSV file quotes commas, quotes, and line ends', async () => {
  expect(await written(['a,b', 'say "x"'], ['two\nlines', ''])).toBe(
    '"a,b","say ""x"""\r\n"two\nlines",\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '＝1'])(
  '%j is neutralized, so a spreadsheet doesn’t run it as a formula',
  async (cell) => {
    expect((await written([cell, null])).replaceAll('"', '')).toBe(`'${cell},\r\n`);
  },
);

test('amounts and numbers stay numbers, including negative ones', async () => {
  const rows = [
    [{ cents: cents(-5) }, -3],
    [{ cents: cents(123_456) }, 0.5],
    [{ cents: cents(-100_001) }, 0],
  ];
  expect(await written(...rows)).toBe('-0.05,-3\r\n1234.56,0.5\r\n-1000.01,0\r\n');
});

test('a NUL character is left out of a CSV file', async () => {
  expect(await written(['a\0b', null])).toBe('ab,\r\n');
});

test('reading for a CSV file stops when the client disconnects', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [['a', 'b']];
    } finally {
      ended = true;
    }
  }
  const stream = await openCsvStream(new CsvFile('x', ['a'], endless()));
  for await (const _ of stream) break;
  await expect.poll(() => ended).toBe(true);
});

test('a CSV stream fails when its source fails', async () => {
  async function* broken(): AsyncGenerator<CsvCell[][]> {
    yield [['a']];
    throw new Error('gone');
  }
  const stream = await openCsvStream(new CsvFile('x', ['a'], broken()));
  await expect(text(stream)).rejects.toThrow('gone');
});

test('a CSV file whose first rows can’t be read is refused before it begins', async () => {
  const broken = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('gone')) }),
  };
  await expect(openCsvStream(new CsvFile('x', ['a'], broken))).rejects.toThrow('gone');
});

test('a CSV file without rows still has the column names', async () => {
  async function* none(): AsyncGenerator<CsvCell[][]> {}
  const stream = await openCsvStream(new CsvFile('x', ['a'], none()));
  expect((await buffer(stream)).toString()).toBe('\uFEFFa\r\n');
});

test('a file name contains letters of any script, digits, and dashes', () => {
  expect(inFileName(' Ünion Depot & Farmers / Lot "3" ')).toBe('ünion-depot-farmers-lot-3');
});
