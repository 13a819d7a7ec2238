import { csvMessages } from '@lotkeeper/contract/visitors-csv';
import { describe, expect, test } from 'vitest';
import type { CsvRecord, TextPlace } from './csv-records.ts';
import { readRecords } from './csv-records.ts';

const comma = { delimiter: ',', line_break: '\n' };

/** A text in pieces of so many bytes. */
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

const told = (records: readonly CsvRecord[]) =>
  records.map(({ line, cells, problem }) => [line, problem ?? cells.join('|')]);

describe('records', () => {
  test('are the same wherever the pieces of the text end', async () => {
    const text = 'plate,name\r\nA1,"Ada, ""the"" first"\r\n\r\nA2,"two\r\nlines"\r\nA3,ü€😀';
    const expected = [
      [1, 'plate|name'],
      [2, 'A1|Ada, "the" first'],
      [4, 'A2|two\r\nlines'],
      [6, 'A3|ü€😀'],
    ];
    for (let size = 1; size <= 40; size += 1) {
      const { records, to } = await recordsOf(text, { size });
      expect(told(records)).toEqual(expected);
      expect(to).toEqual({ bytes: Buffer.byteLength(text), lines: 5 });
    }
  });

  test('may be separated by semicolons or tabs, and by carriage returns alone', async () => {
    const semicolons = await recordsOf('a;b\n1;2', { form: { delimiter: ';', line_break: '\n' } });
    expect(told(semicolons.records)).toEqual([
      [1, 'a|b'],
      [2, '1|2'],
    ]);
    const tabs = await recordsOf('a\tb\r1\t2\r', { form: { delimiter: '\t', line_break: '\r' } });
    expect(told(tabs.records)).toEqual([
      [1, 'a|b'],
      [2, '1|2'],
    ]);
  });

  test('continue from a place in the text as if all had been read', async () => {
    const text = 'a,b\n"x\ny",1\n2,3\n4,5\n';
    const from = { bytes: Buffer.byteLength('a,b\n"x\ny",1\n'), lines: 3 };
    const rest = pieces(text.slice(from.bytes), 5);
    const records: CsvRecord[] = [];
    for await (const batch of readRecords(rest, comma, from)) records.push(...batch.records);
    expect(told(records)).toEqual([
      [4, '2|3'],
      [5, '4|5'],
    ]);
  });
});

describe('a line that isn’t a record', () => {
  test('is reported where a quotation mark is in the middle of a cell, and the others are kept', async () => {
    for (const size of [3, 64]) {
      const { records } = await recordsOf('a,b\nx"y,1\n2,3\n"4"5,6\n7,8', { size });
      expect(told(records)).toEqual([
        [1, 'a|b'],
        [2, csvMessages.brokenQuotes],
        [3, '2|3'],
        [4, csvMessages.brokenQuotes],
        [5, '7|8'],
      ]);
    }
  });

  test('is reported where a quotation mark is never closed, and those behind it are kept', async () => {
    const { records } = await recordsOf('a,b\n\n"open,1\n2,3\n4,5\n');
    expect(told(records)).toEqual([
      [1, 'a|b'],
      [3, csvMessages.brokenQuotes],
      [4, '2|3'],
      [5, '4|5'],
    ]);
  });

  test('costs no more than its own line where another mark comes thousands of rows later', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => `${n},x`).join('\n');
    const { records } = await recordsOf(`"open,1\n${rows}\n"open,2\n`, { size: 65_536 });
    const problems = records.filter(({ problem }) => problem !== null);
    expect(told(problems)).toEqual([
      [1, csvMessages.brokenQuotes],
      [5002, csvMessages.brokenQuotes],
    ]);
    expect(records).toHaveLength(5002);
  });

  test('is reported when it is longer than a record may be, and only its beginning is kept', async () => {
    const long = 'x'.repeat(200_000);
    for (const size of [1000, 65_536]) {
      const { records, to } = await recordsOf(`a,b\n${long}\n1,2\n${long}`, { size });
      expect(told(records)).toEqual([
        [1, 'a|b'],
        [2, csvMessages.longRow],
        [3, '1|2'],
        [4, csvMessages.longRow],
      ]);
      expect(records[1]?.cells[0]).toHaveLength(1000);
      expect(to.bytes).toBe(4 + 200_001 + 4 + 200_000);
    }
  });
});

test('a text of one endless line holds no more memory than a piece of it', async () => {
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
