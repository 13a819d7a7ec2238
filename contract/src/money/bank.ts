import * as z from 'zod/mini';
import { csvForm, lineProblem, readingFields } from '../intake/csv-reading.ts';
import { adminAndAccountant, adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuid, pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';

/** Maximum bytes of a bank file: 50,000 transactions of 160 bytes. */
export const maxBankFileBytes = 8 * 1024 * 1024;
/** Maximum transactions of a bank file. */
export const maxBankFileLines = 50_000;
/** Maximum characters of a descriptor that are kept. */
export const maxDescriptor = 140;
/** How many days before its payout a deposit may be dated: the zone of the bank may be another. */
export const daysBeforePayout = 1;
/** How many days after its payout a deposit arrives at the latest. */
export const daysAfterPayout = 7;
/** How many days after its payout a deposit of its amount may still be it, though it's late. */
export const daysUntilLate = 45;
/** How many days after a deposit the bank may take it back. */
export const daysUntilReturn = 60;
/** Maximum payouts that one deposit can be matched to by hand. */
export const maxPayoutsOfLine = 5;
/** Payouts per page. */
export const bankPayoutsPerPage = 20;
/** How many months of payouts the page shows. */
export const bankMonths = 6;

export const bankMessages = {
  empty: 'The file is empty.',
  tooLarge: 'The file is larger than 8 MB. Export a shorter period.',
  tooManyLines: 'The file has more than 50,000 transactions. Export a shorter period.',
  tooLong: 'The file takes too long to read. Export a shorter period.',
  unreadable: 'The file can’t be read. Export it again, as CSV if your bank has that.',
  noLines: 'The file has no transactions.',
  pdf: 'This is a PDF file. Export the statement as CSV, OFX, QFX, CAMT.053 or MT940.',
  excel: 'This is an Excel file. Open it, save it as CSV, and choose that file.',
  zip: 'This is a ZIP file. Extract it and choose the file inside.',
  qif: 'This is a QIF file, which has no currency. Export the statement as OFX, QFX or CSV.',
  bai2: 'This is a BAI2 file, which can’t be read yet. Where you exported it, choose CSV, OFX, QFX, CAMT.053 or MT940.',
  binary: 'This isn’t a bank statement. Choose a CSV, OFX, QFX, CAMT.053 or MT940 file.',
  markup:
    'This is a web page or an XML file of another kind. Export the statement as CSV, OFX, QFX, CAMT.053 or MT940.',
  intraday:
    'This is a report of the day (CAMT.052 or CAMT.054). Choose the statement, which is CAMT.053.',
  currency: (code: string) =>
    `This file is in ${code}. Payouts are in US dollars, so choose the statement of a US dollar account.`,
  noCurrency: 'The file doesn’t name its currency, so it can’t be known to be in US dollars.',
  columns: (names: string) => `Choose the column that contains: ${names}.`,
  dateOrder:
    'Dates such as 4/5/2026 can be April 5 or May 4. Choose which part comes first in this file.',
  direction: 'One column says debit or credit, and the amounts have no sign.',
  notBooked: (status: string) =>
    `It isn’t booked: its status is “${status}”. Left out until a later file has it as booked.`,
  unknownStatus: (status: string) =>
    `“${status}” may or may not mean booked. If all rows of the file are booked, ignore the status column.`,
  wrongSum: 'These payouts don’t add up to the deposit.',
  taken: 'One of these payouts already belongs to another deposit. Remove it there first.',
  wrongSign: 'A deposit can only be matched to payouts, and a withdrawal to returned ones.',
} as const;

export const bankFormats = ['csv', 'ofx', 'camt', 'mt940'] as const;
export type BankFormat = (typeof bankFormats)[number];

/** What a column of a CSV file can contain. */
export const bankColumns = [
  'date',
  'description',
  'amount',
  'credit',
  'debit',
  'direction',
  'status',
  'currency',
  'ignore',
] as const;
export type BankColumn = (typeof bankColumns)[number];

const bankReading = z.strictObject(readingFields(bankColumns));
export type BankReading = z.output<typeof bankReading>;

const fileLine = z.object({
  line: z.int(),
  local_date: localDateText,
  amount: centsField,
  descriptor: z.string(),
});

const bankForm = csvForm(bankColumns);
export type CsvForm = z.infer<typeof bankForm>;

const filePreview = z.object({
  format: z.enum(bankFormats),
  account: z.nullable(z.string()),
  lines: z.int(),
  known: z.int(),
  refused: z.int(),
  problems: z.array(lineProblem),
  first_date: z.nullable(localDateText),
  last_date: z.nullable(localDateText),
  first: z.array(fileLine),
  csv: z.nullable(bankForm),
});
export type BankFilePreview = z.infer<typeof filePreview>;

const fileCall = {
  access: inOrganization('params.orgId', adminOnly),
  params: z.strictObject({ orgId: pkOrUuidText }),
  query: bankReading,
  raw: true,
  bodyLimit: maxBankFileBytes,
} as const;

export const previewBankFile = endpoint({
  method: 'POST',
  path: '/api/bank/:orgId/preview/',
  summary:
    'How a bank file would be read: its format, its columns if it is CSV, the first transactions, and the lines that can’t be read. Records nothing',
  ...fileCall,
  events: [],
  answer: filePreview,
  failure: 'Could not read the file',
});

export const importBankFile = endpoint({
  method: 'POST',
  path: '/api/bank/:orgId/files/',
  summary:
    'Adds the transactions of a bank file that aren’t there yet, and matches them with payouts. Only date, amount and descriptor are kept',
  ...fileCall,
  answer: z.object({
    lines: z.int(),
    added: z.int(),
    known: z.int(),
    refused: z.int(),
    problems: z.array(lineProblem),
    matched: z.int(),
    open_questions: z.int(),
  }),
  failure: 'Could not add the bank file',
});

const bankLine = z.object({
  pk: z.int(),
  local_date: localDateText,
  amount: centsField,
  descriptor: z.string(),
});
export type BankLine = z.infer<typeof bankLine>;

/** Where a payout is, as far as the bank files show. */
export const bankStates = [
  'arrived',
  'asked',
  'waiting',
  'missing',
  'no_statement',
  'returned',
  'short',
  'late',
  'sent_back',
  'return_missing',
] as const;
export type BankState = (typeof bankStates)[number];

const payoutAtBank = z.object({
  pk: z.int(),
  local_date: localDateText,
  amount: centsField,
  statement_descriptor: z.string(),
});
export type PayoutAtBank = z.infer<typeof payoutAtBank>;

const payoutWithLine = z.extend(payoutAtBank, {
  state: z.enum(bankStates),
  line: z.nullable(bankLine),
  back_line: z.nullable(bankLine),
  by_person: z.boolean(),
});
export type PayoutWithLine = z.infer<typeof payoutWithLine>;

const bankQuestion = z.object({
  kind: z.enum(['several', 'sum']),
  line: bankLine,
  payouts: z.array(payoutAtBank),
});
export type BankQuestion = z.infer<typeof bankQuestion>;

export const getBank = endpoint({
  method: 'GET',
  path: '/api/bank/:orgId/',
  summary:
    'What bank files show about the payouts of a range of days: how much arrived, transactions without a payout, and what somebody has to decide',
  access: inOrganization('params.orgId', adminAndAccountant),
  params: z.strictObject({ orgId: pkOrUuidText }),
  query: z.strictObject({ start_date: localDateText, end_date: localDateText }),
  answer: z.object({
    lines: z.int(),
    first_date: z.nullable(localDateText),
    last_date: z.nullable(localDateText),
    arrived: z.object({ count: z.int(), amount: centsField }),
    not_arrived: z.object({ count: z.int(), amount: centsField }),
    missing: z.object({ count: z.int(), amount: centsField }),
    short: z.object({ count: z.int(), amount: centsField }),
    sent_back: z.object({ count: z.int(), amount: centsField }),
    questions: z.array(bankQuestion),
    question_count: z.int(),
    unknown: z.array(bankLine),
    unknown_count: z.int(),
  }),
  freshFor: 60,
  failure: 'Could not fetch what the bank files show',
});

export const listBankPayouts = endpoint({
  method: 'GET',
  path: '/api/bank/:orgId/payouts/',
  summary: 'The payouts of a range of days, newest first, each with the bank’s transaction',
  access: inOrganization('params.orgId', adminAndAccountant),
  params: z.strictObject({ orgId: pkOrUuidText }),
  query: z.strictObject({ start_date: localDateText, end_date: localDateText, page: pageQuery }),
  answer: pageSchema(payoutWithLine),
  freshFor: 60,
  failure: 'Could not fetch payouts',
});

export const decideBankLine = endpoint({
  method: 'POST',
  path: '/api/bank/lines/',
  summary:
    'Decides which payouts a transaction of the bank is: one or several that add up to it, none of them (an empty list), or whatever the rules say (null)',
  access: inOrganization('body.organization', adminOnly),
  body: z.strictObject({
    organization: pkOrUuid,
    line: pk,
    payouts: z.nullable(
      z.array(pk).check(
        z.maxLength(maxPayoutsOfLine, `At most ${maxPayoutsOfLine} payouts.`),
        z.refine((pks) => new Set(pks).size === pks.length, 'Name each payout once.'),
      ),
    ),
  }),
  failure: 'Could not save the decision',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  columns: [
    'What each column of a CSV file contains, from the left, with commas between them.',
    'date,description,ignore,amount',
  ],
  'csv.columns': 'The columns of the file, from the left.',
  date_order: 'Which number of a date such as 4/5/2026 comes first in a CSV file.',
  header_line: 'The line of a CSV file that names its columns; 0 if it has none.',
  format: 'The format of the file, by its content.',
  account: 'The last four digits of the account, if the file names one. It isn’t kept.',
  lines: 'The number of transactions.',
  known: 'How many of them were here already.',
  added: 'How many of them are new.',
  refused: 'How many lines of the file can’t be read.',
  problems: 'The first lines that can’t be read, each with the reason.',
  first_date: 'The day of the earliest transaction; null without any.',
  last_date: 'The day of the latest transaction; null without any.',
  first: 'The first transactions, as they are read.',
  csv: 'How a CSV file is read; null for other formats.',
  first_lines: 'The first lines of the file; one of them may name the columns.',
  needs_date_order: 'Whether the order of its dates has to be chosen.',
  questions: 'What somebody has to decide.',
  matched: 'How many payouts have a transaction of the bank now.',
  open_questions: 'How many transactions somebody has to decide.',
  local_date: 'The day the bank booked it, or the payout was sent.',
  amount: 'The amount in cents; below 0 when money left the account, or a payout came back.',
  descriptor: [
    'How the bank describes it, up to 140 characters. Of long numbers, only the last four digits are kept.',
    'LOTKEEPER 2026-10 ACH CREDIT',
  ],
  statement_descriptor: ['What it is called on a statement.', 'LOTKEEPER 2026-10'],
  state:
    'Whether it arrived, somebody has to decide, it is on its way, is missing after seven days, isn’t covered by a bank file, was returned, arrived short or late, was sent back by the bank, or is a return that the bank doesn’t have.',
  line: 'The transaction of the bank.',
  back_line: 'The withdrawal by which the bank took the deposit back; null without one.',
  short: 'Payouts whose deposit is less than they are, and how much less.',
  sent_back: 'Payouts that the bank took back, although they weren’t recorded as returned.',
  by_person: 'Whether somebody decided that, rather than the rules.',
  kind: 'Whether several payouts or transactions fit each other, or two payouts add up to it.',
  payouts: 'The payouts that it may be, or is.',
  arrived: 'Payouts with a transaction of the bank.',
  not_arrived: 'Payouts without one that didn’t come back.',
  missing: 'Of those, the ones that a bank file should have had.',
  question_count: 'How many transactions somebody has to decide.',
  unknown: 'Transactions that name the payment processor and are no known payout, newest first.',
  unknown_count: 'How many of those there are.',
  count: 'How many.',
  name: 'The name of the column.',
  column: 'What the column contains.',
  samples: 'The first values of the column.',
  text: 'The text of the line.',
  start_date: 'The first day.',
  end_date: 'The last day.',
} as const;
