import * as z from 'zod/mini';
import { adminAndAccountant, adminOnly, inOrganization } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { addMonths } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import type { Cents } from '../kernel/money.ts';
import { centsField, dollarsText } from '../kernel/money.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import { earliestReportDate } from './report-range.ts';

/** The lines of a journal, each with an account of the organization's books (docs/money.md, Books). */
export const bookLines = {
  transient: {
    label: 'Transient revenue',
    hint: 'Income. Hourly, daily and flat rate rentals.',
    account: 'Transient Parking Revenue',
  },
  monthly: {
    label: 'Monthly revenue',
    hint: 'Income. Monthly rentals.',
    account: 'Monthly Parking Revenue',
  },
  enterprise: {
    label: 'Enterprise and tenant revenue',
    hint: 'Income. Companies and tenants.',
    account: 'Enterprise Parking Revenue',
  },
  penalties: {
    label: 'Penalties',
    hint: 'Income. Paid violations.',
    account: 'Parking Penalties',
  },
  refunds: {
    label: 'Refunds',
    hint: 'Income that is taken back.',
    account: 'Parking Refunds',
  },
  tax: {
    label: 'Tax payable',
    hint: 'A liability. Tax that drivers paid, less that of refunds.',
    account: 'Parking Tax Payable',
  },
  processing_fee: {
    label: 'Processing fees',
    hint: 'An expense. What the payment processor kept.',
    account: 'Payment Processing Fees',
  },
  commission: {
    label: 'Commission',
    hint: 'An expense. Our part.',
    account: 'Parking Commission',
  },
  payout: {
    label: 'Payouts',
    hint: 'The bank account that payouts arrive at.',
    account: 'Checking',
  },
  clearing: {
    label: 'Clearing',
    hint: 'An asset, not Accounts Receivable: not yet paid out.',
    account: 'Parking Clearing',
  },
} as const;
export type BookLine = keyof typeof bookLines;
export const bookLineNames = Object.keys(bookLines) as BookLine[];

/** What programs import; `maxLines` = lines that one import takes. */
export const bookFormats = {
  quickbooks_online: { label: 'QuickBooks Online', maxLines: 1000 },
  quickbooks_desktop: { label: 'QuickBooks Desktop (IIF)', maxLines: null },
  xero: { label: 'Xero', maxLines: 300 },
  netsuite: { label: 'NetSuite', maxLines: null },
  csv: { label: 'Journal (CSV)', maxLines: null },
} as const;
export type BookFormat = keyof typeof bookFormats;
export const bookFormatNames = Object.keys(bookFormats) as [BookFormat, ...BookFormat[]];

export const bookGroupings = ['month', 'day'] as const;
export type BookGrouping = (typeof bookGroupings)[number];

/** Where a property's name goes. QuickBooks Desktop has classes alone, Xero tracking categories. */
export const propertyFields = ['class', 'location'] as const;
export type PropertyField = (typeof propertyFields)[number];

/** Maximum months of an export. */
const maxBookMonths = 12;
/** Maximum authorities: as many as an organization can have rates. */
const maxAuthorities = 5000;
/** Maximum files that an export is split into. */
export const maxBookFiles = 24;
export const bookExportsPerPage = 20;

export const bookMessages = {
  firstDay: 'Must be the first day of a month.',
  order: 'Must not be before first_month.',
  tooLong: `Choose up to ${maxBookMonths} months.`,
  open: 'The last month isn’t over yet at every property. Export it from the next one on.',
  empty: 'No money moved in these months, so there is nothing to export.',
  onlyHistory: (left_out: Cents) =>
    `All money of these months is imported history (${dollarsText(left_out)}), which is left out: it was booked elsewhere.`,
  /** Of lines whose accounts have no number. */
  numbers: (lines: readonly string[]) =>
    `Xero takes account numbers, such as 200, and no names. These accounts have none: ${lines.join(', ')}.`,
  unchanged: 'Nothing has changed since these months were exported.',
  replaced: 'This export was replaced. Export corrections of the newer one.',
  corrects: 'Corrections are made of an export of months, not of other corrections.',
  outside: 'Another export covers these months and others. Choose all of its months to replace it.',
  authorities: 'Choose each authority that has a tax rate once.',
  files: `This would be more than ${maxBookFiles} files, since the accounting program limits the lines per file. Choose fewer months, or sums by month.`,
} as const;

/** Whether an account is a number that Xero takes: up to 10 characters with a digit, such as 200 or 4100A. */
export const isAccountNumber = (account: string) => /^(?=.*\d)\S{1,10}$/.test(account);

const monthField = localDateText.check(
  z.refine((day) => day.endsWith('-01'), bookMessages.firstDay),
  z.refine((day) => day >= earliestReportDate, `Must not be before ${earliestReportDate}.`),
);

interface Months {
  first_month: LocalDate;
  last_month: LocalDate;
}

const accountField = text(150, 'Please enter an account');

const accountFields = Object.fromEntries(
  bookLineNames.map((line) => [line, accountField]),
) as Record<BookLine, typeof accountField>;

const authorityAccount = z.strictObject({
  authority: z.string(),
  account: z.nullable(accountField),
});

/** The account of each line, and of the tax of each authority: its name or number in the books. */
const bookAccounts = z.strictObject({
  ...accountFields,
  authorities: z.array(authorityAccount).check(
    z.maxLength(maxAuthorities),
    z.refine(
      (rows) => new Set(rows.map(({ authority }) => authority)).size === rows.length,
      bookMessages.authorities,
    ),
  ),
});
const accountNames = namesOf(bookAccounts.shape);
export type BookAccounts = z.infer<typeof bookAccounts>;

/** A journal that was handed out. */
export const bookExport = z.object({
  pk: z.int(),
  corrects: z.nullable(z.int()),
  format: z.enum(bookFormatNames),
  grouping: z.enum(bookGroupings),
  property_field: z.enum(propertyFields),
  first_month: localDateText,
  last_month: localDateText,
  newest_entry: z.int(),
  files: z.int(),
  lines: z.int(),
  debits: centsField,
  history_booked: centsField,
  history_left_out: centsField,
  file_hash: z.string(),
  created_at: z.int(),
  created_by: z.string(),
  replaced_at: z.nullable(z.int()),
});
export type BookExport = z.infer<typeof bookExport>;

const byOrganization = z.strictObject({ id: pkOrUuidText });

export const getBookAccounts = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/book_accounts/',
  summary: 'The accounts that an organization’s journals are written to',
  access: inOrganization('params.id', adminAndAccountant),
  events: [],
  params: byOrganization,
  answer: bookAccounts,
  failure: 'Could not fetch the accounts',
});

export const setBookAccounts = endpoint({
  method: 'PUT',
  path: '/api/organizations/:id/book_accounts/',
  summary: 'Sets the accounts; journals that were exported keep theirs',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  shown: accountNames,
  body: withShown(bookAccounts, accountNames),
  answer: bookAccounts,
  failure: 'Could not save the accounts',
});

export const listBookExports = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/book_exports/',
  summary: 'The journals that were exported, newest first',
  access: inOrganization('params.id', adminAndAccountant),
  events: [],
  params: byOrganization,
  query: z.strictObject({ page: pageQuery }),
  answer: pageSchema(bookExport),
  failure: 'Could not fetch the exports',
});

export const createBookExport = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/book_exports/',
  summary:
    'Exports the journals of whole months as of now; months that were exported before are refused unless replaced',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  body: z
    .strictObject({
      first_month: monthField,
      last_month: monthField,
      format: z.enum(bookFormatNames),
      grouping: z.enum(bookGroupings),
      property_field: z.enum(propertyFields),
      replace: z.optional(z.boolean()),
    })
    .check(
      z.refine<Months>(({ first_month, last_month }) => first_month <= last_month, {
        error: bookMessages.order,
        path: ['last_month'],
      }),
      z.refine<Months>(
        ({ first_month, last_month }) => last_month < addMonths(first_month, maxBookMonths),
        { error: bookMessages.tooLong, path: ['last_month'] },
      ),
    ),
  answer: bookExport,
  failure: 'Could not export the journals',
});

export const createBookCorrections = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/book_exports/:export/corrections/',
  summary: 'Exports what changed in the months of an export since then, as a journal dated today',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: z.strictObject({ id: pkOrUuidText, export: pkText }),
  answer: bookExport,
  failure: 'Could not export the corrections',
});

export const downloadBookExport = endpoint({
  method: 'GET',
  path: '/api/downloads/book_export',
  summary: 'A file of an export: the same bytes each time, as of when it was made',
  access: inOrganization('query.organization', adminAndAccountant),
  query: z.strictObject({
    organization: pkOrUuidText,
    export: pkText,
    file: z._default(pkText, 1),
  }),
  file: 'text/*',
  failure: 'Could not download the export',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  ...Object.fromEntries(
    bookLineNames.map((line) => [
      line,
      [
        `The account of ${bookLines[line].label.toLowerCase()}, by its name or number.`,
        bookLines[line].account,
      ],
    ]),
  ),
  authorities: 'The tax of each authority that has a rate.',
  authority: ['Who the tax is for.', 'City of Denver'],
  account: ['Its account; null for that of tax payable.', '2210'],
  corrects: 'The export that this one corrects; null for one of months.',
  format: 'The program that imports the file.',
  grouping: 'Whether there is a journal for each month or each day.',
  property_field: 'Whether properties are classes or locations, where the program has both.',
  first_month: 'The first day of the first month.',
  last_month: 'The first day of the last month.',
  newest_entry: 'The newest ledger entry at that time; later ones aren’t in it.',
  files: 'How many files it has.',
  lines: 'How many lines its journals have.',
  debits: 'The sum of all debits in cents, which equals that of the credits.',
  history_booked:
    'Imported history in its journals, less refunds, in cents: earlier versions exported it. Its corrections keep it.',
  history_left_out:
    'Imported history of its months that isn’t in its journals, less refunds, in cents: it was booked elsewhere.',
  file_hash: 'The SHA-256 of its files, one after another.',
  created_by: 'Who exported it.',
  replaced_at: 'When another export of its months replaced it; null if none did.',
  replace: 'Whether to replace earlier exports of these months. Delete them in your books first.',
  export: ['The export, by its number.', 7],
  file: ['Which of its files.', 1],
};
