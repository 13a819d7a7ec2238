import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { isTimeZone } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, oneLine, pk, pkOrUuidText, pkText, storable, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { dateOrders, importTexts } from './csv-reading.ts';
import { historyColumns, sharedHistoryFields } from './history-columns.ts';
import { historyPresetNames } from './history-presets.ts';
import {
  csvMessages,
  delimiters,
  encodings,
  maxCsvColumns,
  maxCsvRows,
  uploadUrlPattern,
} from './visitors-csv.ts';

/** How long after it ends an import can be undone, in days. */
export const historyUndoDays = 7;
/** Years back from which something can be imported. */
export const historyYears = 30;
/** Names of properties in one file; each is matched with a property. */
export const maxPropertyNames = 100;

/** What the rows of a file are. */
export const historyContents = ['payments', 'refunds', 'monthly_drivers'] as const;
export type HistoryContents = (typeof historyContents)[number];

/** How amounts are written: 1,234.50, 1.234,50, or whole cents. */
export const moneyForms = ['point', 'comma', 'cents'] as const;
export type MoneyForm = (typeof moneyForms)[number];

/** The zone of times without one: that of each row's property, or a named one. */
export const propertyZone = 'property';

export const historyMessages = {
  started: 'The rows are being imported.',
  busy: 'Another file is being imported for this organization. Wait until it’s done.',
  missing: (names: string) => `Choose the column with: ${names}.`,
  currency: (codes: string, line: number) =>
    `This file has amounts in ${codes}, the first in row ${line}. Only US dollars can be imported. Export those alone.`,
  spot: 'Choose the property of these rows.',
  spotNamed: (name: string) => `property: No property was chosen for “${name}”.`,
  noSpotName: 'property: The row doesn’t name its property.',
  dateOrder: 'Dates such as 4/5/2026 may be April 5 or May 4. Choose which.',
  moneyForm: 'The amounts are whole numbers. Choose whether they are dollars or cents.',
  separators: 'Amounts such as 1.234 may be thousands. Choose how amounts are written.',
  missingTime: 'The row has no date.',
  time: (cell: string) => `“${cell}” isn’t a date and time.`,
  skippedHour: (cell: string) =>
    `“${cell}” doesn’t exist: the clock was set forward over it. Correct the row, or choose another time zone.`,
  future: 'This is in the future.',
  tooOld: `This is more than ${historyYears} years ago.`,
  end: 'It ends before it starts.',
  missingAmount: 'The row has no amount.',
  amount: (cell: string) => `“${cell}” isn’t an amount as chosen.`,
  tooLarge: 'An amount must not be more than $1,000,000.',
  taxTooLarge: 'The tax is more than the amount.',
  refundTooLarge: 'The refund is more than the amount.',
  notPaid: (status: string) => `Not paid, its status is “${status}”: left out.`,
  payout: 'A payout, not income: left out.',
  transfer: 'A transfer between accounts, not income: left out.',
  processorFee: 'A fee of the processor, not income: left out.',
  notPayment: (kind: string) => `Its type is “${kind}”, which isn’t income: left out.`,
  wonDispute: 'A dispute that was won gives nothing back: left out.',
  partlyRefunded: (status: string) =>
    `Its status is “${status}”, but it has no refunded amount. Choose the column that has it.`,
  zone: (cell: string) => `“${cell}” isn’t a time zone.`,
  extrasTooLarge: 'The tips and app fees are more than the amount.',
  extras: (names: string) =>
    `${names}: Choose whether the amounts have these in them. They aren’t parking revenue.`,
  longCell: 'The cell has more than 500 characters.',
  idTooLong: 'The ID is longer than 100 characters.',
  sameId:
    'An earlier row of the file has the same ID and other content. If IDs aren’t unique, ignore their column.',
  knownId:
    'This ID was imported with other content. If IDs aren’t unique, ignore their column; else undo the earlier import first.',
  noRental: 'No payment with this ID was imported, and none is in this file.',
  overRefunded: 'This is more than was paid.',
  closed: (month: string) => `${month} is closed. Reopen it on Close to import into it.`,
  nobody: 'A monthly driver needs a plate, a name or an email address.',
  plate: 'The plate isn’t one.',
  undoRunning: 'This file is still being imported. Wait until it’s done, then undo it.',
  undone: 'This import has already been undone.',
  undoExpired: `Imports can be undone for ${historyUndoDays} days, and that time is over.`,
} as const;

const historyReading = z.strictObject({
  encoding: z.optional(z.enum(encodings)),
  delimiter: z.optional(z.enum(delimiters)),
  sheet: z.optional(z.string().check(atMost(255))),
  header_line: z.optional(z.int().check(z.minimum(0), z.maximum(maxCsvRows))),
  fields: z.optional(
    z.array(z.enum(historyColumns)).check(
      z.maxLength(maxCsvColumns),
      z.refine((fields) => {
        const chosen = fields.filter(
          (field) => field !== 'ignore' && !sharedHistoryFields.includes(field),
        );
        return new Set(chosen).size === chosen.length;
      }, csvMessages.doubledChoice),
    ),
  ),
  contents: z.optional(z.enum(historyContents)),
  zone: z.optional(
    z
      .string()
      .check(z.refine((name) => name === propertyZone || isTimeZone(name), 'Must be a time zone.')),
  ),
  date_order: z.optional(z.enum(dateOrders)),
  money_form: z.optional(z.enum(moneyForms)),
  extras_included: z.optional(z.boolean()),
  spot: z.optional(pk),
  spots: z.optional(
    z
      .array(
        z.strictObject({
          name: z.string().check(oneLine, atMost(200), storable),
          spot: z.nullable(pk),
        }),
      )
      .check(z.maxLength(maxPropertyNames)),
  ),
});
export type HistoryReading = z.infer<typeof historyReading>;

const rowProblem = z.object({ line: z.int(), reason: z.string() });

const sums = {
  rows: z.int(),
  amount: centsField,
  refunds: centsField,
  tax: centsField,
  fees: centsField,
};

const historyPreview = z.object({
  encoding: z.enum(encodings),
  delimiter: z.enum(delimiters),
  sheet: z.nullable(z.string()),
  sheets: z.array(z.string()),
  header_line: z.int(),
  first_lines: z.array(z.object({ line: z.int(), text: z.string() })),
  preset: z.nullable(z.enum(historyPresetNames)),
  columns: z.array(
    z.object({ name: z.string(), field: z.enum(historyColumns), samples: z.array(z.string()) }),
  ),
  contents: z.enum(historyContents),
  zone: z.string(),
  date_order: z.enum(dateOrders),
  needs_date_order: z.boolean(),
  money_form: z.enum(moneyForms),
  needs_money_form: z.boolean(),
  extras_included: z.nullable(z.boolean()),
  has_extras: z.boolean(),
  spot: z.nullable(z.int()),
  spots: z.array(z.object({ name: z.string(), spot: z.nullable(z.int()) })),
  missing: z.array(z.string()),
  questions: z.array(z.string()),
  rows: z.array(
    z.object({ line: z.int(), cells: z.array(z.string()), problem: z.nullable(z.string()) }),
  ),
  good: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  problems: z.array(rowProblem),
  first_day: z.nullable(localDateText),
  last_day: z.nullable(localDateText),
  total: z.object(sums),
  months: z.array(z.object({ month: localDateText, ...sums })),
  differences: z.array(
    z.object({
      month: localDateText,
      column: z.enum(['net', 'total']),
      file: centsField,
      read: centsField,
    }),
  ),
});
export type HistoryPreview = z.infer<typeof historyPreview>;

const access = inOrganization('params.orgId', adminOnly);
const params = z.strictObject({ orgId: pkOrUuidText });
const ofImport = z.extend(params, { import: pkText });

export const previewHistory = endpoint({
  method: 'POST',
  path: '/api/history/:orgId/preview/',
  summary:
    'How an uploaded export of another system would be read: its columns, the first rows, the sums by month, and the rows that would be refused. Records nothing',
  access,
  events: [],
  params,
  body: z.strictObject({
    csv_url: z.string().check(z.regex(uploadUrlPattern, csvMessages.upload)),
    reading: z.optional(historyReading),
  }),
  answer: historyPreview,
  failure: 'Could not read the file',
});

export const createHistoryImport = endpoint({
  method: 'POST',
  path: '/api/history/:orgId/imports/',
  summary:
    'Starts importing an uploaded export of another system as CSV or .xlsx; each organization can have one import running. A file with anything uncertain is refused unless `reading` says how it is read',
  access,
  events: [],
  params,
  body: z.strictObject({
    csv_url: z.string().check(z.regex(uploadUrlPattern, csvMessages.upload)),
    file: text(255, csvMessages.required),
    reading: z.optional(historyReading),
  }),
  answer: z.object({ pk: z.int() }),
  failure: 'Could not start the import',
});

const historyImport = z.object({
  pk: z.int(),
  state: z.enum(['running', 'done', 'failed']),
  file: z.string(),
  person: z.string(),
  row_count: z.int(),
  done_rows: z.int(),
  recorded: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  first_day: z.nullable(localDateText),
  last_day: z.nullable(localDateText),
  gross: centsField,
  refunds: centsField,
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  problems: z.array(rowProblem),
  refused_rows_until: z.nullable(z.string()),
  undo_until: z.nullable(z.string()),
  undo: z.nullable(
    z.object({
      state: z.enum(['running', 'done']),
      person: z.string(),
      undone: z.int(),
      kept: z.int(),
    }),
  ),
});
export type HistoryImport = z.infer<typeof historyImport>;

export const listHistoryImports = endpoint({
  method: 'GET',
  path: '/api/history/:orgId/imports/',
  summary: 'The organization’s newest imports, how far they are, and which can be undone',
  access,
  events: [],
  params,
  answer: z.object({ results: z.array(historyImport) }),
  failure: 'Could not fetch the imports',
});

export const undoHistoryImport = endpoint({
  method: 'POST',
  path: '/api/history/:orgId/imports/:import/undo/',
  summary:
    'Starts undoing an import of the last seven days: takes its payments and refunds back, and removes its rentals, except those that something else refers to',
  access,
  confirmed: true,
  events: [],
  params: ofImport,
  failure: 'Could not undo the import',
});

export const downloadRefusedHistory = endpoint({
  method: 'GET',
  path: '/api/history/:orgId/imports/:import/refused/',
  summary: 'The refused rows of an import, unchanged, each with its line and the reason',
  access,
  params: ofImport,
  file: 'text/csv',
  failure: 'Could not download the refused rows',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  ...importTexts,
  import: ['The import, by its number.', '4'],
  file: ['The name of the file.', 'transactions.csv'],
  state: 'Whether it is still being imported, is done, or failed.',
  preset: 'The system whose export this is, by its column names; null if it isn’t known.',
  contents:
    'What the rows are: `payments` for rentals with what was paid and refunded, `refunds`, or `monthly_drivers` who park now.',
  zone: ['The zone of times without one: `property`, or an IANA name.', 'property'],
  date_order: 'The order of day and month in dates such as 4/5/2026.',
  needs_date_order: 'Whether somebody has to choose that order.',
  money_form: 'How amounts are written: 1,234.50, 1.234,50, or whole cents.',
  needs_money_form: 'Whether somebody has to choose how amounts are written.',
  extras_included:
    'Whether the amounts have tips and fees of apps in them. They are taken out. In a preview, null until somebody chooses.',
  has_extras: 'Whether there are columns of tips or fees of apps.',
  spot: 'The property of all rows; null if a column names it, or nobody chose one yet.',
  spots: 'Which property each name in the file means.',
  'spots.name': ['The name in the file.', 'Main St Garage'],
  'spots.spot': 'The number of the property; null if none was chosen: its rows are refused.',
  missing: 'What has to be chosen before the file can be imported, in words.',
  'total.rows': ['How many rows would be recorded.', 3204],
  'months.rows': ['How many rows of the month would be recorded.', 530],
  problem: 'Why the row would be refused; null if it would be recorded.',
  good: 'How many rows would be recorded, or are already there.',
  differences:
    'Months in which the net or the total of the file isn’t what its other columns add up to: a column may be missing or mean something else.',
  'differences.column': 'Which column of the file is compared.',
  'differences.file': ['What the column adds up to, in cents.', 2100300],
  'differences.read': ['What the other columns add up to as they are read, in cents.', 2190975],
  problems: 'The first rows that would be, or were, refused.',
  reason: 'Why the row is refused.',
  first_day: 'The first day with a payment.',
  last_day: 'The last day with a payment.',
  total: 'The sums of all rows.',
  months: 'The sums of each month.',
  month: ['The first day of the month.', '2026-01-01'],
  amount: ['What drivers paid, with tax, in cents.', 4120850],
  refunds: ['What drivers got back, in cents.', 1080],
  tax: ['The tax in it, less that of refunds, in cents.', 305248],
  fees: ['What processors kept, in cents.', 92000],
  row_count: ['How many rows the file has.', 3204],
  done_rows: ['How many of them are done.', 1200],
  recorded: 'How many rows were recorded.',
  unchanged: 'How many rows had been imported before.',
  gross: ['What drivers paid by the rows that were recorded, in cents.', 4120850],
  undone: 'How many rentals, payments and refunds were taken back.',
  kept: 'How many stay, because something else refers to them.',
};
