import { bankMessages } from '@lotkeeper/contract/money/bank';
import type { RemittanceReading } from '@lotkeeper/contract/money/remittances';
import { remittanceMessages } from '@lotkeeper/contract/money/remittances';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../files/public.ts';
import { readRemittance } from './read-remittance.ts';
import { isCancelled } from './remittance-columns.rules.ts';

const read = (text: string | Buffer, reading: RemittanceReading = {}) =>
  readRemittance(Buffer.from(text), reading, () => null);

const header = 'Rental ID,Facility,Starts,Ends,Gross Price,SpotHero Fee,Net Remitted,Status';
const rows = [
  'SH-1,Main St Garage,06/03/2026 08:00 AM,06/03/2026 05:00 PM,$20.00,($3.00),$17.00,Completed',
  'SH-2,Main St Garage,06/14/2026 08:00 AM,06/14/2026 05:00 PM,"$1,020.00",($153.00),$867.00,Completed',
  'SH-3,Main St Garage,06/15/2026 08:00 AM,06/16/2026 05:00 PM,$0.00,$0.00,$0.00,Cancelled',
];
const file = [header, ...rows].join('\n');

describe('a good file', () => {
  test('its references, days and amounts are read; what the site keeps has no minus', async () => {
    const { lines, problems } = await read(file);
    expect(problems).toEqual([]);
    expect(lines).toMatchObject([
      {
        reference: 'SH-1',
        start: '2026-06-03',
        end: '2026-06-03',
        gross: 2000,
        commission: 300,
        remitted: 1700,
        cancelled: false,
      },
      { reference: 'SH-2', gross: 102_000, commission: 15_300, remitted: 86_700 },
      {
        reference: 'SH-3',
        end: '2026-06-16',
        gross: 0,
        commission: 0,
        remitted: 0,
        cancelled: true,
      },
    ]);
  });

  test('a reference has none of the marks that can’t be seen', async () => {
    const { lines } = await read('Rental ID,Starts,Net\nX-\u200b1\u202e\u2060,6/3/2026,17.00\n');
    expect(lines).toMatchObject([{ reference: 'X-1' }]);
  });

  test.each(['Jun 3, 2026 8:00 AM', '3 June 2026, 08:00', 'June 3, 2026 at 8:00 AM'])(
    '“%s” is the third of June',
    async (start) => {
      const { lines } = await read(`Rental ID,Starts,Net\nX-1,"${start}",17.00\n`);
      expect(lines).toMatchObject([{ start: '2026-06-03' }]);
    },
  );

  test('names of properties and rates are distinguished from amounts', async () => {
    const names = 'Reservation,Facility Title,Start,Commission %,Commission,Total';
    const { csv, lines } = await read(`${names}\nR-1,Main St,6/3/2026,15%,3.00,20.00\n`);
    expect(csv.columns.map(({ column }) => column)).toEqual([
      'reference',
      'property',
      'start',
      'ignore',
      'commission',
      'gross',
    ]);
    expect(lines).toMatchObject([{ commission: 300, gross: 2000, remitted: 1700 }]);
  });

  test('totals and repeated column names are named, and the other lines are read', async () => {
    const { lines, problems } = await read(
      `Remittance June\n\n${header}\n${rows[0]}\n${header}\n${rows[1]}\nTotal,,,,"$1,040.00",($156.00),$884.00,\n`,
    );
    expect(lines).toHaveLength(2);
    expect(problems).toEqual([
      { line: 5, reason: 'It repeats the column names.' },
      { line: 7, reason: 'It is a total, not a booking.' },
    ]);
  });

  test('semicolons, a byte order mark, Windows-1252 and ISO dates are read', async () => {
    const text =
      'Booking Reference;Location;Arrival;Departure;Amount;Commission\nPW9;Café;2026-06-03;2026-06-04;12,50;2,50\n';
    for (const bytes of [Buffer.from(`\ufeff${text}`), Buffer.from(text, 'latin1')]) {
      const { lines } = await read(bytes);
      expect(lines).toMatchObject([
        {
          reference: 'PW9',
          property: 'Café',
          start: '2026-06-03',
          gross: 1250,
          commission: 250,
          remitted: 1000,
        },
      ]);
    }
  });

  test('a refund is below zero, and what the site gives back with it', async () => {
    const { lines } = await read(
      `${header}\nSH-1,A,6/3/2026,6/3/2026,($20.00),$3.00,($17.00),Completed`,
    );
    expect(lines).toMatchObject([{ gross: -2000, commission: -300, remitted: -1700 }]);
  });
});

describe('files that are refused', () => {
  const excel = Buffer.from('PK\u0003\u0004xl/workbook.xml');
  test.each([
    ['an empty file', Buffer.from(''), bankMessages.empty],
    ['an Excel file', excel, bankMessages.excel],
    ['a PDF file', Buffer.from('%PDF-1.7'), remittanceMessages.pdf],
    ['a web page', Buffer.from('<html></html>'), remittanceMessages.binary],
    [
      'a text',
      Buffer.from('Dear operator,\nplease find the remittance attached.'),
      remittanceMessages.binary,
    ],
    ['only column names', Buffer.from(header), remittanceMessages.noLines],
    [
      'euros',
      Buffer.from(`${header}\nSH-1,A,6/3/2026,6/3/2026,€20.00,,,`),
      remittanceMessages.currency('€'),
    ],
    [
      'a column of Canadian dollars',
      Buffer.from('Booking ID,Start,Net,Currency\nA1,6/3/2026,1.00,CAD'),
      remittanceMessages.currency('CAD'),
    ],
  ])('%s is refused in words', async (_, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });

  test('a file whose columns aren’t known is asked about', async () => {
    const { csv } = await read('A,B,C\nSH-1,6/3/2026,17.00');
    expect(csv.questions).toEqual([
      remittanceMessages.columns(
        'the booking reference or the property, the start, the amount that was remitted',
      ),
    ]);
    const { lines } = await read('A,B,C\nSH-1,6/3/2026,17.00', {
      columns: ['reference', 'start', 'remitted'],
    });
    expect(lines).toMatchObject([
      { reference: 'SH-1', gross: 1700, commission: null, remitted: 1700 },
    ]);
  });

  test.each([
    ['SH-1,A,6/3/2026,6/1/2026,1,0,1,', 'It ends before it starts.'],
    ['SH-1,A,13/13/2026,,1,0,1,', '“13/13/2026” isn’t a date.'],
    ['SH-1,A,6/3/2026,,abc,0,1,', '“abc” isn’t an amount.'],
    ['SH-1,A,6/3/2026,,,,,Completed', 'It has no amount.'],
    ['a@b.example,A,6/3/2026,,1,0,1,', 'Its reference is an email address.'],
    [',,6/3/2026,,1,0,1,', 'It has neither a reference nor a property.'],
    ['SH-1,A,6/3/2026,,1,0,1,Completed,more', 'It has more values than there are columns.'],
  ])('the line %s is refused in words, and the others are read', async (line, reason) => {
    const { lines, problems } = await read(`${file}\n${line}`);
    expect(lines).toHaveLength(3);
    expect(problems).toEqual([{ line: 5, reason }]);
  });
});

test('however a file is damaged, each record is read or named, or the file is refused in words', async () => {
  const bytes = Buffer.from(file);
  const damage = fc.array(
    fc.record({ at: fc.nat(bytes.length), cut: fc.nat(30), put: fc.uint8Array({ maxLength: 6 }) }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(damage, async (changes) => {
      let damaged = bytes;
      for (const { at, cut, put } of changes) {
        const from = Math.min(at, damaged.length);
        damaged = Buffer.concat([damaged.subarray(0, from), put, damaged.subarray(from + cut)]);
      }
      try {
        const { lines, problems, csv } = await read(damaged);
        if (csv.questions.length === 0) expect(lines.length + problems.length).toBeGreaterThan(0);
        for (const { start, gross, remitted, reference } of lines) {
          expect(start).toMatch(/^\d{4}-\d\d-\d\d$/);
          expect(Number.isSafeInteger(gross) && Number.isSafeInteger(remitted)).toBe(true);
          expect(reference.length).toBeLessThanOrEqual(64);
        }
        for (const { reason } of problems) expect(reason).toMatch(/[.]$/);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile);
      }
    }),
    { numRuns: 200 },
  );
});

test.each(['Cancelled', 'canceled by driver', 'CANCELLATION', 'Voided', 'Refunded', 'refund'])(
  'a booking with the status %s is cancelled',
  (status) => expect(isCancelled(status)).toBe(true),
);

test.each([
  'Completed',
  'Not cancelled',
  'Non-refundable',
  'No refund',
  'Non-Cancellable',
  'Failed to show',
  '',
])('a booking with the status %s isn’t cancelled', (status) =>
  expect(isCancelled(status)).toBe(false),
);
