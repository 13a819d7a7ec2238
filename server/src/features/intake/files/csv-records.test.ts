import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { expect, test } from 'vitest';
import { runAsCall } from '../../../kernel/load/deadline.ts';
import type { CsvRecord, TextPlace } from './csv-records.ts';
import { readRecords } from './csv-records.ts';
import { decoded } from './csv-text.ts';
import { streamChunks } from './open-file.ts';

const comma = { delimiter: ',' };

/** A text in chunks of a given number of bytes. */
async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function recordsOf(text: string, { size = 64, form = comma } = {}) {
  const records: CsvRecord[] = [];
  let to: TextPlace = { bytes: 0, lines: 0 };
  for await (const batch of readRecords(pieces(text, size), form, to)) {
    records.push(...batch.records);
    to = batch.to;
  }
  return { records, to };
}

const summarize = (records: readonly CsvRecord[]) =>
  records.map(({ line, cells, problem }) => [line, problem ?? cells.join('|')]);

test('the records of a file are the same wherever the chunks of its text end', async () => {
  const text = 'plate,name\r\nA1,"Ada, ""the"" first"\r\n\r\nA2,"two\r\nlines"\r\nA3,ü€😀';
  const expected = [
    [1, 'plate|name'],
    [2, 'A1|Ada, "the" first'],
    [4, 'A2|two\r\nlines'],
    [6, 'A3|ü€😀'],
  ];
  for (let size = 1; size <= 40; size += 1) {
    const { records, to } = await recordsOf(text, { size });
    expect(summarize(records)).toEqual(expected);
    expect(to).toEqual({ bytes: Buffer.byteLength(text), lines: 5 });
  }
});

test.each([
  [';', 'a;b\n1;2'],
  ['\t', 'a\tb\n1\t2\n'],
  ['|', 'a|b\n1|2\n'],
])('records may be separated by %j', async (delimiter, text) => {
  expect((await recordsOf(text, { form: { delimiter } })).records).toMatchObject([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', '2'] },
  ]);
});

test.each([
  ['="1E23",AZ,"Ada"', '="1E23"|AZ|Ada'],
  ['A1,AZ,Robert "Bob" Smith', 'A1|AZ|Robert "Bob" Smith'],
  ['A1, "AZ", "King, Ada"', 'A1|AZ|King, Ada'],
  ['A1,AZ,6\' 2" tall', csvMessages.brokenQuotes],
  ['"A1"2,AZ,Ada', csvMessages.brokenQuotes],
])('a row of %s is read as %s', async (row, cells) => {
  for (const size of [3, 64]) {
    expect(summarize((await recordsOf(`a,b,c\n${row}\nB2,AZ,Bea`, { size })).records)).toEqual([
      [1, 'a|b|c'],
      [2, cells],
      [3, 'B2|AZ|Bea'],
    ]);
  }
});

test('records that are read from the middle of a text have the same cells and line numbers', async () => {
  const text = 'a,b\n"x\ny",1\n2,3\n4,5\n';
  const from = { bytes: Buffer.byteLength('a,b\n"x\ny",1\n'), lines: 3 };
  const rest = pieces(text.slice(from.bytes), 5);
  const records: CsvRecord[] = [];
  for await (const batch of readRecords(rest, comma, from)) records.push(...batch.records);
  expect(summarize(records)).toEqual([
    [4, '2|3'],
    [5, '4|5'],
  ]);
});

test('a row with a quotation mark in the middle of a cell is reported, and the other rows are kept', async () => {
  for (const size of [3, 64]) {
    expect(summarize((await recordsOf('a,b\nx"y,1\n2,3\n"4"5,6\n7,8', { size })).records)).toEqual([
      [1, 'a|b'],
      [2, csvMessages.brokenQuotes],
      [3, '2|3'],
      [4, csvMessages.brokenQuotes],
      [5, '7|8'],
    ]);
  }
});

test('a row with a quotation mark that is never closed is reported, and the rows after it are kept', async () => {
  expect(summarize((await recordsOf('a,b\n\n"open,1\n2,3\n4,5\n')).records)).toEqual([
    [1, 'a|b'],
    [3, csvMessages.brokenQuotes],
    [4, '2|3'],
    [5, '4|5'],
  ]);
});

test('two unclosed quotation marks that are thousands of rows apart cost only their own rows', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `${n},x`).join('\n');
  const { records } = await recordsOf(`"open,1\n${rows}\n"open,2\n`, { size: 65_536 });
  const problems = records.filter(({ problem }) => problem !== null);
  expect(summarize(problems)).toEqual([
    [1, csvMessages.brokenQuotes],
    [5002, csvMessages.brokenQuotes],
  ]);
  expect(records).toHaveLength(5002);
});

test('a row that is longer than the limit is reported, and only its beginning is kept', async () => {
  const long = 'x'.repeat(200_000);
  for (const size of [1000, 65_536]) {
    const { records, to } = await recordsOf(`a,b\n${long}\n1,2\n${long}`, { size });
    expect(summarize(records)).toEqual([
      [1, 'a|b'],
      [2, csvMessages.longRow],
      [3, '1|2'],
      [4, csvMessages.longRow],
    ]);
    expect(records[1]?.cells[0]).toHaveLength(1000);
    expect(to.bytes).toBe(4 + 200_001 + 4 + 200_000);
  }
});

test('a text of one endless line is read with less than 16 MB of memory', async () => {
  const piece = Buffer.alloc(65_536, 'x,');
  let read = 0;
  async function* endless() {
    for (; read < 2000; read += 1) yield piece;
  }
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  let records = 0;
  for await (const batch of readRecords(endless(), comma, { bytes: 0, lines: 0 })) {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    records += batch.records.length;
  }
  expect([read, records]).toEqual([2000, 1]);
  expect(most).toBeLessThan(16 * 1024 * 1024);
});

test('other tasks get their turn while the rows of a sheet of several megabytes are read', async () => {
  let turns = 0;
  let isOver = false;
  const takeTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const sheet = Buffer.from('ABC1234,AZ\n'.repeat(100_000));
  let records = 0;
  for await (const batch of readRecords(streamChunks(sheet), comma, { bytes: 0, lines: 0 })) {
    records += batch.records.length;
  }
  isOver = true;
  expect(records).toBe(100_000);
  expect(turns).toBeGreaterThan(10);
});

test('a file is read no further when its call was answered', async () => {
  const call = new AbortController();
  const rows = Array.from({ length: 10 }, (_, index) => `A${index},AZ\n`);
  const read: string[] = [];
  const reading = runAsCall(call.signal, async () => {
    const text = decoded(pieces(rows.join(''), 6), 'utf-8');
    for await (const { records } of readRecords(text, comma, { bytes: 0, lines: 0 })) {
      read.push(...records.map(({ cells }) => cells.join()));
      if (read.length === 3) call.abort(new Error('answered'));
    }
  });
  await expect(reading).rejects.toThrow('answered');
  expect(read).toEqual(['A0,AZ', 'A1,AZ', 'A2,AZ']);
});
