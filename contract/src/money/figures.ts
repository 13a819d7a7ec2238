import * as z from 'zod/mini';
import {
  adminAndAccountant,
  adminEmployeeAccountant,
  atOrganizationOrSpot,
} from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { isObject, pkOrUuidText, text } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { cursorPageSchema } from '../kernel/paging.ts';
import { promoCodeField } from '../people/promo-code-field.ts';
import { rentalGroupNames, rentalsByFirstCharge, rentalTypes } from '../people/rentals.ts';
import { entryKinds } from './ledger.ts';
import { eitherOrganizationOrSpot, rangeInOrder, reportRangeFields } from './report-range.ts';
import { reportedTypeNames } from './reported-types.ts';
import { grossMeaning, reportRefreshSeconds } from './reports.ts';

/** What a figure can measure, with labels and hints. Amounts are defined in docs/money.md. */
export const figureMeasures = {
  gross: { label: 'Gross revenue', hint: grossMeaning },
  penalties: { label: 'Penalties', hint: 'What drivers paid for violations, tax included.' },
  refunds: { label: 'Refunds', hint: 'Money returned to drivers, tax included.' },
  tax: { label: 'Taxes', hint: 'The tax in what drivers paid, less the tax in refunds.' },
  tax_difference: {
    label: 'Tax difference',
    hint: 'Tax less what the rates in force give, where it’s off by more than a cent.',
  },
  processing_fee: {
    label: 'Processing fee',
    hint: 'What the payment processor kept. Refunds don’t return it.',
  },
  adjusted: {
    label: 'Adjusted revenue',
    hint: 'Gross revenue less refunds, taxes and processing fees.',
  },
  commission: {
    label: 'Commission',
    hint: 'Our share, on the base that your contract has, rounded for each entry.',
  },
  net: {
    label: 'Net revenue',
    hint: 'Gross revenue less refunds, taxes, processing fees and commission.',
  },
  enforcement: {
    label: 'Enforcement',
    hint: 'Penalties, and rentals that started automatically when a known plate was seen.',
  },
  marketing: {
    label: 'Marketing',
    hint: 'Rentals from a booking site or with a discount code.',
  },
  dynamic_pricing: {
    label: 'Dynamic pricing',
    hint: 'What drivers paid above the base price for the same stays.',
  },
  rentals: { label: 'Rentals', hint: rentalsByFirstCharge },
  paid_out: { label: 'Paid out', hint: 'What was sent to the organization’s bank account.' },
  owed: { label: 'Future payout', hint: 'Net revenue less what was paid out.' },
} as const;
export type FigureMeasure = keyof typeof figureMeasures;
export const figureMeasureNames = Object.keys(figureMeasures) as [
  FigureMeasure,
  ...FigureMeasure[],
];

/** Measures without money, which Employees may see too. */
export const isCount = (measure: FigureMeasure) => measure === 'rentals';

/** Measures of the whole organization, which can't be limited to a property or filtered. */
export const isOfOrganization = (measure: FigureMeasure): measure is 'paid_out' | 'owed' =>
  measure === 'paid_out' || measure === 'owed';

/** Sort orders of a figure's entries. */
export const entryOrders = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest first',
  smallest: 'Smallest first',
} as const;
export type EntryOrder = keyof typeof entryOrders;
export const entryOrderNames = Object.keys(entryOrders) as [EntryOrder, ...EntryOrder[]];

/** Entries per page. */
export const entryPageSize = 50;
/** Maximum entries to sort by amount, filter by discount code, or count where no rollup has their sum. */
export const maxReadEntries = 20_000;
export const maxEntriesOfCode = 100_000;
export const maxCountedEntries = 1_000_000;

const formatCount = (count: number) => count.toLocaleString('en-US');

export const figureMessages = {
  money: 'Only Admins and Accountants see money.',
  payoutFilters:
    'Payouts are of the whole organization. Ask for them without a property and without filters.',
  typeTwice: 'Send either rental_group or rental_type.',
  weekday: 'Must be a weekday from 1 (Monday) to 7 (Sunday).',
  hour: 'Must be an hour from 0 to 23.',
  tooManyOfCode: `More than ${formatCount(maxEntriesOfCode)} entries have this discount code. Choose fewer days or one property.`,
  upTo: 'Must be the up_to of a list of entries.',
  cursor: 'Must be the next of the page before, asked with the same question.',
  tooManyToSort: `More than ${formatCount(maxReadEntries)} entries can’t be sorted by amount. Choose fewer days, or add a filter.`,
  tooManyToCount: `These filters together need more than ${formatCount(maxCountedEntries)} entries read. Choose fewer days, one property or fewer filters.`,
  tooManyFound: `More than ${formatCount(maxReadEntries)} entries match. Search for a whole plate or reference.`,
} as const;

const numberText = (pattern: RegExp, message: string) =>
  z.pipe(z.string().check(z.regex(pattern, message)), z.transform(Number));

/** A figure's definition: a measure, a property or organization, local days, and filters. */
const questionFields = {
  measure: z.enum(figureMeasureNames),
  organization: z.optional(pkOrUuidText),
  spot: z.optional(pkOrUuidText),
  ...reportRangeFields,
  rental_group: z.optional(z.enum(rentalGroupNames)),
  rental_type: z.optional(z.enum(reportedTypeNames)),
  source: z.optional(text(100)),
  code: z.optional(promoCodeField),
  weekday: z.optional(numberText(/^[1-7]$/, figureMessages.weekday)),
  hour: z.optional(numberText(/^(\d|1\d|2[0-3])$/, figureMessages.hour)),
};

const isWholeOrganization = (question: {
  search?: string | undefined;
  spot?: string | undefined;
  rental_group?: string | undefined;
  rental_type?: string | undefined;
  source?: string | undefined;
  code?: string | undefined;
  weekday?: number | undefined;
  hour?: number | undefined;
}) =>
  [
    question.spot,
    question.rental_group,
    question.rental_type,
    question.source,
    question.code,
    question.weekday,
    question.hour,
    question.search,
  ].every((value) => value === undefined);

type Question = z.output<typeof openQuestion>;
const openQuestion = z.strictObject(questionFields);

const questionChecks = [
  rangeInOrder,
  eitherOrganizationOrSpot,
  z.refine<Question>(
    ({ rental_group, rental_type }) => rental_group === undefined || rental_type === undefined,
    { error: figureMessages.typeTwice, path: ['rental_type'], when: isObject },
  ),
  z.refine<Question>(
    (question) => !isOfOrganization(question.measure) || isWholeOrganization(question),
    { error: figureMessages.payoutFilters, path: ['measure'], when: isObject },
  ),
] as const;

export const figureQuestion = openQuestion.check(...questionChecks);
export type FigureQuestion = z.output<typeof figureQuestion>;

const figureFields = {
  measure: z.enum(figureMeasureNames),
  total: z.int(),
  count: z.int(),
  as_of: z.int(),
};
/** @public A schema of the API document. */
export const figure = z.object(figureFields);

/** One ledger entry behind a figure. */
export const figureEntry = z.object({
  pk: z.int(),
  occurred_at: z.int(),
  kind: z.enum(entryKinds),
  spot: z.nullable(z.object({ pk: z.int(), name: z.string(), timezone: z.string() })),
  rental_type: z.nullable(z.enum(rentalTypes)),
  source: z.string(),
  external_id: z.string(),
  rental: z.nullable(z.object({ uuid: z.string() })),
  violation: z.nullable(z.object({ uuid: z.string() })),
  plate: z.nullable(z.string()),
  amount: z.int(),
  running_total: z.int(),
  parts: z.nullable(
    z.object({
      gross: centsField,
      refund: centsField,
      tax: centsField,
      processing_fee: centsField,
      commission: centsField,
      net: centsField,
    }),
  ),
});
export type FigureEntry = z.infer<typeof figureEntry>;

/** Admins and Accountants, and Employees for measures without money. */
const readers = atOrganizationOrSpot('query.organization', 'query.spot', adminEmployeeAccountant);

export const getFigure = endpoint({
  method: 'GET',
  path: '/api/figures/',
  summary:
    'One figure by its question: a measure of an organization or property over local days, both included, with filters',
  access: readers,
  query: z
    .strictObject({
      ...questionFields,
      up_to: z.optional(numberText(/^\d{1,15}$/, figureMessages.upTo)),
    })
    .check(...questionChecks),
  answer: figure,
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch this figure',
});

const listFields = {
  ...questionFields,
  search: z.optional(text(200)),
  order: z._default(z.enum(entryOrderNames), 'newest'),
};
const listQuestion = z.strictObject(listFields);
export type ListQuestion = z.output<typeof listQuestion>;

const entriesQuestion = z.strictObject({
  ...listFields,
  total: z.optional(z.literal('later')),
  cursor: z.optional(z.string().check(z.regex(/^[\w-]{1,500}\.[\w-]{22}$/, figureMessages.cursor))),
});
export type EntriesQuestion = z.output<typeof entriesQuestion>;

export const listFigureEntries = endpoint({
  method: 'GET',
  path: '/api/figures/entries/',
  summary:
    'The ledger entries that a figure is made of; the amounts of all pages add up to the total of the first',
  access: readers,
  logs: { page: 'ledger', field: 'search', exact: true },
  query: entriesQuestion.check(...questionChecks),
  answer: z.object({
    ...figureFields,
    total: z.nullable(z.int()),
    count: z.nullable(z.int()),
    up_to: z.nullable(z.int()),
    ...cursorPageSchema(figureEntry).shape,
  }),
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch the ledger',
});

export const downloadFigureEntries = endpoint({
  method: 'GET',
  path: '/api/downloads/figure_entries',
  summary:
    'All ledger entries that a figure is made of as a file, one row each; the header x-row-count says how many',
  access: atOrganizationOrSpot('query.organization', 'query.spot', adminAndAccountant),
  logs: { page: 'ledger_file', field: 'search', exact: true },
  query: listQuestion.check(...questionChecks),
  file: 'text/csv',
  failure: 'Could not download the ledger',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  measure: ['What the figure measures.', 'net'],
  tax: 'The tax inside, in cents; below 0 for a refund, which gives it back.',
  processing_fee: 'What the payment processor kept, in cents.',
  amount: 'What the entry adds to the figure: cents, or 1 for a rental.',
  code: [
    'Only rentals that were booked with this discount code, deleted ones included.',
    'SUMMER5',
  ],
  'figure.count': 'How many ledger entries the figure is made of.',
  hour: ['Only what moved in this hour of the day at the property, from 0 to 23.', '9'],
  'figureEntry.spot': 'The property; null for a payout, which is of the organization.',
  rental_group: [
    'Only rentals of this group: `transient` (hourly, daily, flat rate, free until hourly), `monthly`, or `enterprise` (companies and tenants).',
    'transient',
  ],
  rental_type: 'Only rentals of this type. Leave it out if you send `rental_group`.',
  'figureEntry.rental_type': 'The type of the rental; null for a payout.',
  source: ['Only what this system sent.', 'gate'],
  'figureEntry.source': ['The system that sent the entry.', 'gate'],
  search:
    'Only entries of this whole plate or whole reference; of the reference alone for Accountants.',
  total:
    'The sum over all pages: cents, or a number of rentals. As a filter, `later` doesn’t wait for a sum that takes longer.',
  'figure.total': 'The figure: cents, or a number of rentals.',
  occurred_at: 'When the money moved, in milliseconds since 1970.',
  kind: 'What kind of ledger entry it is.',
  external_id: ['The ID of the entry in that system.', 'card-77'],
  rental: 'The rental that it belongs to; null if none.',
  uuid: 'The UUID of the violation.',
  violation: 'The violation that a penalty pays; null if its sender named none.',
  plate: 'The plate of the rental’s car; null if it isn’t known, and for Accountants.',
  running_total: 'The sum of the list up to this entry.',
  parts: 'The parts of the entry, in cents; null for callers who may not see money.',
  up_to:
    'Counts only what a list of entries has that was begun without its sum: the `up_to` of its answer.',
  'listFigureEntries.up_to':
    'Where the sum was left for later: send it to `/api/figures/` with the same question. Else null.',
  order: 'The order of the entries.',
};
