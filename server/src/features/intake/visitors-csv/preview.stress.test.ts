import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import { expect, test } from 'vitest';
import { csvSender } from '../../../testing/csv.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';
import { makeWorkbook } from '../../../testing/workbook.factory.ts';

const { at, spot, token } = await testProperty({ now: '2026-06-15T19:00:00Z' });
const sender = csvSender(at, spot, token, 'GUEST');

test('a preview of 10,000 rows is returned within half a minute', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, n) => `Q${n},Arizona,Visitor ${n},(602) 555-0147`,
  );
  const began = performance.now();
  const { body } = await sender.previewFile(`plate,state,name,phone\n${lines.join('\n')}`);
  expect(body).toMatchObject({ good: 10_000, refused: 0 });
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('a workbook that inflates to 100 MB is refused with a message, within memory', async () => {
  const cell = `<c r="A1" t="str"><v>${'0'.repeat(100 * 1024 * 1024)}</v></c>`;
  const before = process.memoryUsage().rss;
  const book = await makeWorkbook({ One: `<row r="1">${cell}</row>` });
  const { status, error } = await sender.previewFile(book);
  expect([status, error.detail]).toEqual([400, csvMessages.largeWorkbook]);
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 * 1024);
});
