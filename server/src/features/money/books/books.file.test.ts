/*
 * Each file is read back by a reader of its own, written from what is published about the format:
 * - QuickBooks Online: the help article "Import journal entries" (quickbooks.intuit.com/learn-support, L4tQBwbs7):
 *   Journal No., Journal Date, Account Name, Description, Debits, Credits; a subaccount with its parent and a colon.
 *   A journal number has up to 21 characters, and an import up to 1,000 rows.
 * - QuickBooks Desktop: "IIF reference: transactions" (support.quickbooks.intuit.com, iif_reference_transactions): TRNS,
 *   SPL and ENDTRNS, the type GENERAL JOURNAL, dates as MM/DD/YY; debits positive, credits negative. Numbers of journals
 *   have up to 11 characters.
 * - Xero: "Enter multiple manual journals using an import template" (help.xero.com/nz/ManualJournalsImport): one
 *   narration and date for each journal, dates as dd mmm yyyy, debits positive, at most 300 lines in a file.
 * - NetSuite: "Journal Entry Line-Level Fields Table" (docs.oracle.com, section_1534492737): Account, Debit, Credit,
 *   Location; debits and credits that balance for each External ID.
 */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { BookFormat } from '@lotkeeper/contract/money/books';
import { bookFormatNames, bookLineNames } from '@lotkeeper/contract/money/books';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeBooks } from './books.file.ts';
import type { BookAmounts, BookSum, ByLine } from './books.rules.ts';
import { findAccount, listLines, noAmounts } from './books.rules.ts';
import type { ExportContent } from './journals.rules.ts';

/** What any reader finds on a line. */
interface ReadLine {
  number: string;
  date: string;
  account: string;
  cents: number;
  property: string;
}

/** RFC 4180, read character by character. */
function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [['']];
  let isQuoted = false;
  const body = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < body.length; at++) {
    const character = body[at] as string;
    const row = rows.at(-1) as string[];
    if (isQuoted && character === '"' && body[at + 1] === '"') {
      row[row.length - 1] += '"';
      at++;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === ',') row.push('');
    else if (!isQuoted && character === '\r' && body[at + 1] === '\n') {
      rows.push(['']);
      at++;
    } else row[row.length - 1] += character;
  }
  expect(isQuoted).toBe(false);
  expect(rows.pop()).toEqual(['']);
  const [header = [], ...lines] = rows;
  return lines.map((cells) => {
    if (cells.length !== header.length) throw new Error(`${cells.join()} has other columns.`);
    return Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']));
  });
}

function toCents(text: string | undefined): number {
  if (text === '' || text === undefined) return 0;
  if (!/^-?\d+\.\d\d$/.test(text)) throw new Error(`${text} isn't an amount.`);
  return Number(text.replace('.', ''));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const fromUsDate = (text: string | undefined) => {
  const [, month, dayOfMonth, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text ?? '') ?? [];
  return `${year}-${month}-${dayOfMonth}`;
};
const fromXeroDate = (text: string | undefined) => {
  const [, dayOfMonth, name = '', year] = /^(\d\d) (\w{3}) (\d{4})$/.exec(text ?? '') ?? [];
  return `${year}-${String(months.indexOf(name) + 1).padStart(2, '0')}-${dayOfMonth}`;
};

/** Spreadsheets would run a formula; the apostrophe before one is theirs and not the name's. */
const unguard = (text: string | undefined) => (text ?? '').replace(/^'(?=[=+\-@\t\r])/, '');

function readIif(bytes: Buffer): ReadLine[] {
  const rows = bytes.toString('latin1').split('\r\n');
  expect(rows.pop()).toBe('');
  const [header = '', split, end, ...records] = rows;
  expect(split).toBe(header.replace('!TRNS', '!SPL'));
  expect(end).toBe('!ENDTRNS');
  const names = header.split('\t');
  const lines: ReadLine[] = [];
  let isOpen = false;
  let total = 0;
  for (const record of records) {
    if (/["\r\n]/.test(record)) throw new Error(`${record} has what breaks a line.`);
    const [kind, ...cells] = record.split('\t');
    if (kind === 'ENDTRNS') {
      expect([isOpen, total]).toEqual([true, 0]);
      isOpen = false;
      continue;
    }
    const wanted = isOpen ? 'SPL' : 'TRNS';
    if (kind !== wanted || cells.length !== names.length - 1) throw new Error(record);
    isOpen = true;
    const cell = (name: string) => cells[names.indexOf(name) - 1] ?? '';
    if (cell('TRNSTYPE') !== 'GENERAL JOURNAL') throw new Error(record);
    const [, month, dayOfMonth, year] = /^(\d\d)\/(\d\d)\/(\d\d)$/.exec(cell('DATE')) ?? [];
    total += toCents(cell('AMOUNT'));
    lines.push({
      number: cell('DOCNUM'),
      date: `20${year}-${month}-${dayOfMonth}`,
      account: cell('ACCNT'),
      cents: toCents(cell('AMOUNT')),
      property: cell('CLASS'),
    });
  }
  expect(isOpen).toBe(false);
  return lines;
}

const readCsv =
  (columns: readonly string[], read: (row: Record<string, string>) => ReadLine) =>
  (bytes: Buffer): ReadLine[] => {
    const rows = parseCsv(bytes.toString('utf8'));
    for (const row of rows.slice(0, 1)) expect(Object.keys(row)).toEqual(columns);
    return rows.map(read).map((line) => ({
      ...line,
      account: unguard(line.account),
      property: unguard(line.property),
    }));
  };

const either = (debit: string | undefined, credit: string | undefined) => {
  const isOne = (debit === '') !== (credit === '');
  if (!isOne || toCents(debit) < 0 || toCents(credit) < 0) throw new Error(`${debit}, ${credit}`);
  return toCents(debit) - toCents(credit);
};

const readers: Record<BookFormat, (bytes: Buffer) => ReadLine[]> = {
  quickbooks_online: readCsv(
    'JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name,Class,Location'.split(','),
    (row) => ({
      number: row.JournalNo ?? '',
      date: fromUsDate(row.JournalDate),
      account: row.AccountName ?? '',
      cents: either(row.Debits, row.Credits),
      property: row.Class ?? '',
    }),
  ),
  quickbooks_desktop: readIif,
  xero: readCsv(
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2'.split(
      ',',
    ),
    (row) => {
      const isNamed = (row.TrackingName1 === '') === (row.TrackingOption1 === '');
      if (row['*TaxRate'] !== 'Tax Exempt' || !isNamed) throw new Error('No line of Xero');
      return {
        // Lines of one narration and date are one journal.
        number: `${row['*Narration']} ${row['*Date']}`,
        date: fromXeroDate(row['*Date']),
        account: row['*AccountCode'] ?? '',
        cents: toCents(row['*Amount']),
        property: row.TrackingOption1 ?? '',
      };
    },
  ),
  netsuite: readCsv(
    'External ID,Date,Account,Debit,Credit,Memo,Class,Location'.split(','),
    (row) => ({
      number: row['External ID'] ?? '',
      date: fromUsDate(row.Date),
      account: row.Account ?? '',
      cents: either(row.Debit, row.Credit),
      property: row.Class ?? '',
    }),
  ),
  csv: readCsv('Journal,Date,Account,Debit,Credit,Description,Property'.split(','), (row) => ({
    number: row.Journal ?? '',
    date: row.Date ?? '',
    account: row.Account ?? '',
    cents: either(row.Debit, row.Credit),
    property: row.Property ?? '',
  })),
};
const maxLines: Partial<Record<BookFormat, number>> = { quickbooks_online: 1000, xero: 300 };
const maxNumber: Partial<Record<BookFormat, number>> = {
  quickbooks_online: 21,
  quickbooks_desktop: 11,
};
const maxProperty: Partial<Record<BookFormat, number>> = {
  quickbooks_online: 100,
  quickbooks_desktop: 31,
  xero: 100,
};

async function readFiles(content: ExportContent): Promise<ReadLine[]> {
  const { format } = content;
  const files = await Promise.all(
    writeBooks('journal', content).map(async (file) => {
      const bytes = await file.content();
      return Buffer.isBuffer(bytes) ? bytes : buffer(bytes);
    }),
  );
  const lines = files.map((file) => readers[format](file));
  for (const ofFile of lines) {
    expect(ofFile.length).toBeLessThanOrEqual(maxLines[format] ?? Number.POSITIVE_INFINITY);
  }
  // A journal is in one file, and each balances by itself.
  const numbers = lines.flatMap((ofFile) => [...new Set(ofFile.map(({ number }) => number))]);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const [number, ofJournal] of Map.groupBy(lines.flat(), (line) => line.number)) {
    const differences = [...Map.groupBy(ofJournal, (line) => line.property).values()].map(
      (ofProperty) => ofProperty.reduce((sum, line) => sum + line.cents, 0),
    );
    const isWhole = differences.every((difference) => difference === 0);
    const dates = new Set(ofJournal.map(({ date }) => date));
    if (!isWhole || dates.size !== 1 || number.length > (maxNumber[format] ?? 100)) {
      throw new Error(`Journal ${number} of ${[...dates].join()}: ${differences.join()}`);
    }
  }
  return lines.flat();
}

/** The county has no account of its own. */
const accounts = Object.fromEntries([
  ...bookLineNames.map((line) => [line, `Parking:${line}`]),
  ['tax of City of Denver', 'Parking:tax:city'],
]) as ByLine<string>;

function makeContent(format: BookFormat, change: Partial<ExportContent> = {}): ExportContent {
  return {
    format,
    grouping: 'month',
    property_field: 'class',
    correction: null,
    dated: null,
    accounts,
    properties: [],
    sums: [],
    ...change,
  };
}

const balance = (amounts: Readonly<Record<string, number>>): BookAmounts => {
  const other = Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
  return { ...noAmounts, ...amounts, clearing: 0 - other };
};
const june = '2026-06-01' as LocalDate;
const sumBy = (lines: readonly ReadLine[], key: (line: ReadLine) => string) =>
  Object.fromEntries(
    [...Map.groupBy(lines, key)]
      .map(([name, group]) => [name, group.reduce((sum, line) => sum + line.cents, 0)] as const)
      .filter(([, sum]) => sum !== 0),
  );

const anySums = fc.array(
  fc
    .record({
      spot: fc.constantFrom(1, 2, 3, null),
      day: fc.constantFrom(june, '2026-07-01' as LocalDate),
      transient: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      refunds: fc.integer({ min: -10_000_000, max: 10_000_000 }),
      tax: fc.integer({ min: -100, max: 100 }),
      'tax of City of Denver': fc.integer({ min: -100, max: 100 }),
      'tax of Łódź, "County"': fc.integer({ min: -100, max: 100 }),
    })
    .map(({ spot, day, ...amounts }): BookSum => ({ spot, day, amounts: balance(amounts) })),
  { maxLength: 12 },
);
const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
  fc.constantFrom('=1+1', '@home', 'A, "B"', 'tab\there', 'line\nbreak', '🚗🅿️', "O'Neil’s", 'Łódź'),
);

test.each(bookFormatNames)(
  '%s: any sums of any names are read back as they were',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(anySums, fc.tuple(anyName, anyName, anyName), async (sums, names) => {
        const properties = names.map((name, index) => ({ pk: index + 1, name }));
        const lines = await readFiles(makeContent(format, { sums, properties }));
        const expected = sums.flatMap(({ amounts }) =>
          listLines(amounts).map((line) => ({
            account: findAccount(accounts, line),
            cents: amounts[line],
          })),
        );
        expect(sumBy(lines, ({ account }) => account)).toEqual(
          sumBy(expected as ReadLine[], ({ account }) => account),
        );
        for (const { property } of lines) {
          expect(property.length).toBeLessThanOrEqual(maxProperty[format] ?? 300);
          expect(property).not.toMatch(/[\t\r\n:]/);
        }
      }),
      { numRuns: 30 },
    );
  },
);

const strange = [
  'Mission Street, "North"',
  '=HYPERLINK("https://example.com")',
  'Tab\tand\nline',
  'Garage 🚗',
  'Garage 🅿️',
  'The Consolidated Parking Company of Greater Honolulu, East Garage',
  'The Consolidated Parking Company of Greater Honolulu, West Garage',
  'rooftop',
  'Rooftop',
  'North: Level 2',
].map((name, index) => ({ pk: index + 1, name }));

test.each(bookFormatNames)('%s: properties of like names stay apart', async (format) => {
  const sums = strange.map(({ pk }) => ({
    spot: pk,
    day: june,
    amounts: balance({ transient: -100 * pk }),
  }));
  const lines = await readFiles(makeContent(format, { sums, properties: strange }));
  const income = lines.filter(({ account }) => account === accounts.transient);
  expect(income.map(({ cents }) => cents)).toEqual(strange.map(({ pk }) => -100 * pk));
  expect(new Set(income.map(({ property }) => property.toLowerCase())).size).toBe(strange.length);
});

test.each(['quickbooks_desktop', 'xero'] as const)(
  '%s: three properties by day of two months are whole, whatever a file holds',
  async (format) => {
    const properties = Array.from({ length: 3 }, (_, index) => ({
      pk: index + 1,
      name: `Garage ${index + 1}`,
    }));
    const sums = Array.from({ length: 60 }, (_, index) => {
      const day = addDays('2025-01-01' as LocalDate, index);
      return properties.map(({ pk }) => ({
        spot: pk,
        day,
        amounts: balance({ transient: -1000 - pk, tax: -80, commission: 100 }),
      }));
    }).flat();
    const lines = await readFiles(makeContent(format, { grouping: 'day', sums, properties }));
    expect(lines).toHaveLength(60 * 3 * 4);
    // 60 days of three properties at 1000 cents and their number: 60 × (3000 + 6).
    expect(sumBy(lines, ({ account }) => account)[accounts.transient]).toBe(-60 * 3006);
    expect(new Set(lines.map(({ date }) => date)).size).toBe(60);
  },
);

test('a month of refunds alone debits refunds and tax, and credits clearing', async () => {
  for (const format of bookFormatNames) {
    const sums = [{ spot: 1, day: june, amounts: balance({ refunds: 1000, tax: 80 }) }];
    const properties = [{ pk: 1, name: 'Rooftop' }];
    const lines = await readFiles(makeContent(format, { sums, properties }));
    expect(
      lines.map(({ account, cents, date, property }) => [account, cents, date, property]),
    ).toEqual([
      ['Parking:refunds', 1000, '2026-06-30', 'Rooftop'],
      ['Parking:tax', 80, '2026-06-30', 'Rooftop'],
      ['Parking:clearing', -1080, '2026-06-30', 'Rooftop'],
    ]);
  }
});

test('properties are locations where that is chosen', async () => {
  const sums = [{ spot: 1, day: june, amounts: balance({ transient: -100 }) }];
  const properties = [{ pk: 1, name: 'Rooftop' }];
  for (const format of ['quickbooks_online', 'netsuite'] as const) {
    const content = makeContent(format, { property_field: 'location', sums, properties });
    const [file] = writeBooks('journal', content);
    const rows = parseCsv((await buffer((await file?.content()) as Readable)).toString('utf8'));
    expect(rows.map(({ Class, Location }) => [Class, Location])).toEqual([
      ['', 'Rooftop'],
      ['', 'Rooftop'],
    ]);
  }
});
