import { Readable } from 'node:stream';
import type { FilePreview } from '@lotkeeper/contract/intake/visitors-csv';
import { csvMessages } from '@lotkeeper/contract/intake/visitors-csv';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { FileStore } from '../../../kernel/data/files.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { makeWorkbook } from '../../../testing/workbook.factory.ts';
import { readSheetInProcess } from '../files/public.ts';
import { previewFile } from './preview.ts';

/** Files in memory, as the preview opens them. */
const storeOf = (bytes: Uint8Array): FileStore =>
  ({
    open: () =>
      Promise.resolve({ size: bytes.length, stream: Readable.from([Buffer.from(bytes)]) }),
  }) as unknown as FileStore;

/** A preview, or the message that refuses the file; anything else is thrown. */
async function read(bytes: Uint8Array): Promise<FilePreview | string> {
  try {
    return await previewFile(storeOf(bytes), 'file', {});
  } catch (error) {
    if (error instanceof Refusal && error.message) return error.message;
    throw error;
  }
}

const plate = fc.stringMatching(/^[A-Z]{1,3} ?\d{3,4}$/);
const row = fc.record({
  plate,
  state: fc.constantFrom('AZ', 'CA', 'NM', 'Texas'),
  name: fc.constantFrom(
    'Ada King',
    'Zoë Núñez',
    'José "Pepe" García',
    'O’Neil, Ann',
    '',
    'Line\nbreak',
  ),
});
const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ plate: key }) => key });

const quote = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Variations of files with the same content. */
const form = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  ending: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf8', 'utf16le', 'utf16-be', 'win1252', 'macintosh'),
  bom: fc.boolean(),
  title: fc.constantFrom('', 'Guests of July', 'Report, printed today'),
  names: fc.constantFrom(
    ['plate', 'state', 'name'],
    ['License Plate', 'Lic. State', 'Guest Name'],
    ['Matrícula', 'Estado', 'Nombre'],
  ),
  wrap: fc.constantFrom(
    (cell: string) => cell,
    (cell: string) => `="${cell}"`,
    (cell: string) => `'${cell}`,
    (cell: string) => ` ${cell} `,
  ),
});

type Form = typeof form extends fc.Arbitrary<infer T> ? T : never;
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

function write(
  content: readonly Row[],
  { delimiter, ending, names, title, ...rest }: Form,
): Buffer {
  const lines = [
    ...(title ? [title, ''] : []),
    ...[names, ...content.map(({ plate: key, state, name }) => [rest.wrap(key), state, name])].map(
      (cells) => cells.map((cell) => quote(cell, delimiter)).join(delimiter),
    ),
  ];
  return iconv.encode(lines.join(ending) + ending, rest.encoding, { addBOM: rest.bom });
}

test('a file with the same content in another form is read alike, or asks', async () => {
  await fc.assert(
    fc.asyncProperty(rows, form, async (content, how) => {
      const found = await read(write(content, how));
      // A refusal has a reason. A question prevents anything from being recorded.
      if (typeof found === 'string' || found.questions.length > 0) return;
      expect(found.missing).toEqual([]);
      const index = (field: string) => found.columns.findIndex((one) => one.field === field);
      const seen = found.rows
        .filter(({ problem }) => problem === null)
        .map(({ cells }) => [cells[index('plate')], cells[index('state')]]);
      const expected = content.map(({ plate: key, state }) => [
        key,
        state === 'Texas' ? 'TX' : state,
      ]);
      expect(expected).toEqual(expect.arrayContaining(seen));
      expect(seen.length + found.refused).toBe(content.length);
    }),
    { numRuns: 300 },
  );
});

const damage = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(5000), value: fc.nat(255) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(5000), value: fc.nat(60) }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: fc.nat(5000),
    value: fc.constantFrom(0, 10, 13, 34, 44, 61, 0xff, 0xfe),
  }),
);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function damageBytes(bytes: Buffer, { kind, at, value }: Damage): Buffer {
  const place = at % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (kind === 'cut') return Buffer.concat([before, after.subarray(value)]);
  return Buffer.concat([before, Buffer.from([value]), kind === 'flip' ? after.subarray(1) : after]);
}

const isAnswer = (found: FilePreview | string) =>
  typeof found === 'string' ? found.length > 0 : found.good + found.refused > 0;

test('a damaged text is read or refused with a message', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      form,
      fc.array(damage, { minLength: 1, maxLength: 12 }),
      async (content, how, damages) => {
        expect(isAnswer(await read(damages.reduce(damageBytes, write(content, how))))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

test('a workbook that takes too long is refused, and its process ends', async () => {
  const book = await makeWorkbook({ One: [['plate', 'state']] });
  await expect(readSheetInProcess(book, null, 1)).rejects.toThrow(csvMessages.largeWorkbook);
});

test('a damaged workbook is read or refused with a message', async () => {
  const book = await makeWorkbook({
    One: [
      ['plate', 'state', 'name'],
      ['A1', 'AZ', 'Ada'],
      [98_765, 'AZ', { value: 46_107, style: 1 }],
    ],
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 6 }), async (damages) => {
      expect(isAnswer(await read(damages.reduce(damageBytes, book)))).toBe(true);
    }),
    { numRuns: 12 },
  );
});

test('random bytes are read or refused with a message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
      expect(isAnswer(await read(bytes))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
