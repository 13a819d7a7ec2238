import * as z from 'zod/mini';
import { adminAndAccountant, adminOnly, inOrganization } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { longText, pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { namesOf, withShown } from '../kernel/shown.ts';
import { visitOutcomes } from '../people/filter-words.ts';
import { earliestReportDate } from './report-range.ts';

/** The sums of a month, from the cameras to the bank. Each link compares two that follow one another. */
export const closeStations = {
  cars: { label: 'Cars seen', unit: 'cars' },
  visits: { label: 'Cars accounted for', unit: 'cars' },
  stays: { label: 'Stays charged', unit: 'cars' },
  charges: { label: 'Charges', unit: 'cents' },
  processor: { label: 'Processor', unit: 'cents' },
  payouts: { label: 'Payouts', unit: 'cents' },
  earned: { label: 'Net revenue', unit: 'cents' },
  bank: { label: 'Bank', unit: 'cents' },
  statement: { label: 'Income statement', unit: 'cents' },
} as const;
export type CloseStation = keyof typeof closeStations;
const stationNames = Object.keys(closeStations) as [CloseStation, ...CloseStation[]];

/** What is compared, in the order of the month. */
export const closeLinks = {
  cars: {
    label: 'Cars seen → accounted for',
    hint: 'Every car that cameras saw ends in one outcome. Unexplained ones don’t count as accounted for.',
  },
  stays: {
    label: 'Cars accounted for → stays charged',
    hint: 'Cars that had to pay for their stay, and the first charges of hourly, daily and flat rate rentals.',
  },
  charges: {
    label: 'Charges → processor',
    hint: 'What drivers paid, and what of it went through the payment processor.',
  },
  payouts: {
    label: 'Processor → payouts',
    hint: 'What the processor took, and what was paid out for the month.',
  },
  bank: {
    label: 'Payouts → bank',
    hint: 'The month’s payouts, and the deposits in the bank files.',
  },
  statement: {
    label: 'Bank → income statement',
    hint: 'The deposits, and the net revenue of the month’s income statement.',
  },
} as const;
export type CloseLinkName = keyof typeof closeLinks;
export const closeLinkNames = Object.keys(closeLinks) as [CloseLinkName, ...CloseLinkName[]];

/** Why two sums differ. */
export const closeCauses = {
  unexplained_cars: 'Unexplained cars',
  still_parked: 'Still parked',
  outcome: 'Not charged by stay',
  several_visits: 'More visits of the same rental',
  other_month: 'Charged in another month',
  came_in_other_month: 'Came in another month, or still parked',
  no_show: 'Paid and didn’t come',
  no_rental: 'Stays without a rental',
  not_counted: 'Not counted yet',
  booking_site: 'Paid to a booking site',
  not_remitted: 'Booked, and not remitted by the site',
  site_paid_less: 'Remitted below our price',
  site_paid_more: 'Remitted above our price, or twice',
  site_kept_more: 'Commission above the agreed rate',
  site_kept_less: 'Commission below the agreed rate',
  site_other_property: 'Remitted for another property',
  site_unknown: 'Remitted for bookings that nobody knows here',
  other_source: 'Cash and other systems',
  included: 'Booking sites, cash and other systems, which payouts contain',
  refunds: 'Refunds and lost disputes',
  taxes: 'Taxes, which payouts don’t contain',
  wrong_taxes: 'Taxes other than the rates in force',
  fees: 'Processing fees as agreed',
  wrong_fees: 'Processing fees other than agreed',
  commission: 'Commission',
  carried_in: 'Earned before and paid with this month',
  less_paid: 'Payouts of less than their days earned',
  more_paid: 'Payouts of more than their days earned',
  carried_out: 'Earned this month and paid later',
  not_due: 'Not due yet',
  not_paid_out: 'Due and not paid out',
  on_its_way: 'On its way to the bank',
  to_decide: 'For you to decide at the bank',
  missing_payout: 'Payouts that the bank doesn’t have',
  no_bank_file: 'No bank file covers these payouts',
  returned: 'Came back from the bank',
  short_deposit: 'Less arrived than was paid out',
  late_deposit: 'Arrived late',
  sent_back: 'Taken back by the bank',
  return_missing: 'Recorded as returned, and the bank doesn’t have the return',
  unknown_deposit: 'Deposits without a payout',
  unknown_withdrawal: 'Withdrawals without a payout',
  earlier_link: 'Explained at Payouts → bank',
} as const;
export type CloseCause = keyof typeof closeCauses;
const causeNames = Object.keys(closeCauses) as [CloseCause, ...CloseCause[]];

/** Whether a cause explains its part of the difference, is an error, or couldn't be checked. */
export const certainties = ['explained', 'found', 'unchecked'] as const;
export type Certainty = (typeof certainties)[number];

/** Whether a link's sums agree within the tolerance; `not_applicable` where it has none, `unchecked` where some couldn't be checked. */
export const linkStates = ['ties', 'differs', 'unchecked', 'not_applicable'] as const;
export type LinkState = (typeof linkStates)[number];

export const linkStateLabels: Record<LinkState, string> = {
  ties: 'Adds up',
  differs: 'Differs',
  unchecked: 'Not all checked',
  not_applicable: 'Nothing to compare',
};

export const closeMessages = {
  firstDay: 'Must be the first day of a month.',
  open: 'The month isn’t over yet at every property.',
  changed: 'The sums have changed since you looked. Check them again.',
  unsigned: 'Sign every link first.',
  stale: (links: string) =>
    `Sums have changed since they were signed. Check and sign again: ${links}.`,
  recounted: (links: string) =>
    `Stays were counted again for the closing, or entries arrived, and sums changed. Check and sign again: ${links}.`,
  recording:
    'Ledger entries are being recorded, and have been for a while. Try again in a few minutes.',
  otherSums: (name: string, day: string, entries: string, sums: string) =>
    `The ledger entries of ${name} on ${day} don’t add up to its sums: gross is ${entries} by the entries and ${sums} by the sums. An entry was changed in the database. npm run ledger:verify names every difference.`,
  altered: (name: string, day: string) =>
    `A ledger entry of ${name} on ${day} isn’t as it was sealed: it was changed in the database. npm run ledger:verify names it.`,
  closed: 'This month is closed. Reopen it to change it.',
  notClosed: 'This month isn’t closed.',
  earlier: 'Close the months before this one first.',
  later: 'A later month is closed. Reopen the later ones first.',
  notApplicable: 'There is nothing to compare at this link.',
} as const;

/** Causes whose rentals and visits are listed. */
export const stayCauses = [
  'several_visits',
  'other_month',
  'came_in_other_month',
  'no_show',
  'no_rental',
] as const satisfies readonly CloseCause[];
export type StayCause = (typeof stayCauses)[number];

/** What booking sites did wrong. */
export const siteCauses = [
  'not_remitted',
  'site_paid_less',
  'site_paid_more',
  'site_kept_more',
  'site_kept_less',
  'site_other_property',
  'site_unknown',
] as const satisfies readonly CloseCause[];
export type SiteCause = (typeof siteCauses)[number];

/** Maximum months that the page offers: three years. */
export const maxCloseMonths = 36;
/** Late entries, and stays of a cause, that a list has. */
export const maxLateEntries = 100;
export const maxListedStays = 100;
/** Likely doubles of a month that are listed. */
export const maxDoubles = 100;

/** The first day of a month. */
export const closeMonthField = localDateText.check(
  z.refine((day) => day.endsWith('-01'), closeMessages.firstDay),
  z.refine((day) => day >= earliestReportDate, `Must not be before ${earliestReportDate}.`),
);

const station = z.object({ station: z.enum(stationNames), value: centsField });

const causeItem = z.object({
  cause: z.enum(causeNames),
  certainty: z.enum(certainties),
  value: centsField,
  detail: z.nullable(z.string()),
  outcome: z.nullable(z.enum(visitOutcomes)),
  source: z.nullable(z.string()),
});
export type CauseItem = z.infer<typeof causeItem>;

const signature = z.object({
  signed_by: z.string(),
  signed_at: z.int(),
  reason: z.string(),
  is_current: z.boolean(),
});

/** A link without its signature: what is frozen, and what the rules compute. */
const linkSums = z.object({
  link: z.enum(closeLinkNames),
  state: z.enum(linkStates),
  first: station,
  second: station,
  causes: z.array(causeItem),
  unexplained: centsField,
  found: centsField,
  tolerance: centsField,
});
export type LinkSums = z.infer<typeof linkSums>;

const closeLink = z.object({ ...linkSums.shape, signature: z.nullable(signature) });
export type CloseLink = z.infer<typeof closeLink>;

const adjustment = z.object({
  month: localDateText,
  entries: z.int(),
  gross: centsField,
  refunds: centsField,
  net: centsField,
});
export type CloseAdjustment = z.infer<typeof adjustment>;

const spotStates = z.object({
  pk: z.int(),
  name: z.string(),
  states: z.array(z.enum(linkStates)),
  net: centsField,
});
export type CloseSpot = z.infer<typeof spotStates>;

const closingEvent = z.object({
  act: z.enum(['closed', 'reopened']),
  person: z.string(),
  at: z.int(),
  reason: z.nullable(z.string()),
});

const closeSettings = z.strictObject({
  tolerance_cents: centsField.check(
    z.minimum(0, 'Must be 0 or more.'),
    z.maximum(100_000_000, 'Must be $1,000,000 or less.'),
  ),
  tolerance_cars: z
    .int('Must be a whole number.')
    .check(z.minimum(0, 'Must be 0 or more.'), z.maximum(100_000, 'Must be 100,000 or less.')),
});
const settingNames = namesOf(closeSettings.shape);
export type CloseSettings = z.infer<typeof closeSettings>;

const lateChange = z.object({
  link: z.enum(closeLinkNames),
  cause: z.nullable(z.enum(causeNames)),
  source: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  before: centsField,
  now: centsField,
});
export type LateChange = z.infer<typeof lateChange>;

const likelyDouble = z.object({
  pk: z.int(),
  property: z.object({ pk: z.int(), name: z.string() }),
  local_date: localDateText,
  amount: centsField,
  rental: z.object({ uuid: z.string() }),
  first_id: z.string(),
  second_id: z.string(),
});
export type LikelyDouble = z.infer<typeof likelyDouble>;

export const closeAnswer = z.object({
  month: localDateText,
  property: z.nullable(z.object({ pk: z.int(), name: z.string() })),
  is_over: z.boolean(),
  closing: z.nullable(
    z.object({ closed_at: z.int(), closed_by: z.string(), content_hash: z.string() }),
  ),
  links: z.array(closeLink),
  spots: z.array(spotStates),
  adjustments: z.array(adjustment),
  late: z.nullable(adjustment),
  late_changes: z.array(lateChange),
  doubles: z.array(likelyDouble),
  events: z.array(closingEvent),
  settings: closeSettings,
  closed_months: z.array(localDateText),
});
export type MonthClose = z.infer<typeof closeAnswer>;

const byOrganization = z.strictObject({ orgId: pkOrUuidText });
const access = inOrganization('params.orgId', adminOnly);
const readAccess = inOrganization('params.orgId', adminAndAccountant);

export const getMonthClose = endpoint({
  method: 'GET',
  path: '/api/close/:orgId/',
  summary:
    'A month from the cars seen to the bank: the sums, their differences by cause, who signed them, and what was frozen if it is closed',
  access: readAccess,
  events: [],
  params: byOrganization,
  query: z.strictObject({ month: closeMonthField, spot: z.optional(pkOrUuidText) }),
  answer: closeAnswer,
  failure: 'Could not fetch the month',
});

export const signCloseLinks = endpoint({
  method: 'POST',
  path: '/api/close/:orgId/sign/',
  summary: 'Signs links of a month as they are; refused if their sums have changed since',
  access,
  events: [],
  params: byOrganization,
  body: z.strictObject({
    month: closeMonthField,
    links: z
      .array(
        z.strictObject({
          link: z.enum(closeLinkNames),
          first: centsField,
          second: centsField,
          unexplained: centsField,
        }),
      )
      .check(z.minLength(1, 'Name a link.'), z.maxLength(closeLinkNames.length)),
    reason: longText(500, 'Please enter a reason'),
  }),
  answer: z.object({ signed: z.int() }),
  failure: 'Could not sign',
});

export const closeMonth = endpoint({
  method: 'POST',
  path: '/api/close/:orgId/closings/',
  summary:
    'Closes a month that is over and whose links are signed: freezes its sums and signatures',
  access,
  events: [],
  params: byOrganization,
  body: z.strictObject({ month: closeMonthField }),
  answer: z.object({ content_hash: z.string() }),
  failure: 'Could not close the month',
});

export const reopenMonth = endpoint({
  method: 'POST',
  path: '/api/close/:orgId/reopenings/',
  summary: 'Reopens the newest closed month; what was frozen stays in its history',
  access,
  confirmed: true,
  events: [],
  params: byOrganization,
  body: z.strictObject({ month: closeMonthField, reason: longText(500, 'Please enter a reason') }),
  answer: z.object({ reopened: z.boolean() }),
  failure: 'Could not reopen the month',
});

export const setCloseSettings = endpoint({
  method: 'PUT',
  path: '/api/close/:orgId/settings/',
  summary: 'Sets what the sums of a month may differ by',
  access,
  events: [],
  params: byOrganization,
  shown: settingNames,
  body: withShown(closeSettings, settingNames),
  answer: closeSettings,
  failure: 'Could not save the tolerance',
});

const lateEntry = z.object({
  pk: z.int(),
  spot: z.string(),
  local_date: localDateText,
  recorded_at: z.int(),
  kind: z.string(),
  source: z.string(),
  external_id: z.string(),
  gross: centsField,
  refund: centsField,
  net: centsField,
});
export type LateEntry = z.infer<typeof lateEntry>;

export const listLateEntries = endpoint({
  method: 'GET',
  path: '/api/close/:orgId/late_entries/',
  summary:
    'Ledger entries of a closed month that arrived after it was closed, newest first, up to 100',
  access: readAccess,
  events: [],
  params: byOrganization,
  query: z.strictObject({ month: closeMonthField }),
  answer: z.array(lateEntry),
  failure: 'Could not fetch the late entries',
});

const listedStay = z.object({
  property: z.object({ pk: z.int(), name: z.string(), timezone: z.string() }),
  local_date: localDateText,
  plate: z.nullable(z.string()),
  rental: z.nullable(z.object({ uuid: z.string() })),
  visit: z.nullable(z.object({ pk: z.int() })),
});
export type ListedStay = z.infer<typeof listedStay>;

export const listCloseStays = endpoint({
  method: 'GET',
  path: '/api/close/:orgId/stays/',
  summary:
    'The rentals or visits behind a cause of the link of stays, the newest day first, up to 100',
  access: readAccess,
  events: [],
  params: byOrganization,
  query: z.strictObject({
    month: closeMonthField,
    spot: z.optional(pkOrUuidText),
    cause: z.enum(stayCauses),
  }),
  answer: z.array(listedStay),
  failure: 'Could not fetch the stays',
});

export const downloadClosePacket = endpoint({
  method: 'GET',
  path: '/api/downloads/close',
  summary: 'The packet of a closed month: a ZIP with a PDF, the same as JSON, and a signed proof',
  access: inOrganization('query.organization', adminAndAccountant),
  query: z.strictObject({ organization: pkOrUuidText, month: closeMonthField }),
  file: 'application/zip',
  failure: 'Could not make the packet',
});

/** What a closed month's packet contains and its hash is of. */
export interface CloseContent {
  format: 'lotkeeper close 1';
  organization: { uuid: string; name: string };
  month: LocalDate;
  closed_at: string;
  closed_by: string;
  newest_entry: number;
  settings: CloseSettings;
  /** Without a signature where nothing is compared. */
  links: (LinkSums & {
    signature: { signed_by: string; signed_at: string; reason: string } | null;
  })[];
  spots: { pk: number; uuid: string; name: string; net: number; links: LinkSums[] }[];
  statement: Record<string, number>;
  adjustments: CloseAdjustment[];
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  month: ['The first day of the month.', '2026-06-01'],
  property: 'The property; null for the organization.',
  name: ['The name of the property.', 'Main Street Garage'],
  is_over: 'Whether the month is over at every property.',
  closing: 'When and by whom the month was closed; null while it is open.',
  content_hash: 'The SHA-256 of close.json in the packet, which the audit log has too.',
  links: 'The comparisons, from the cars to the income statement.',
  link: 'Which comparison.',
  first: 'The sum that comes first, in cents or cars.',
  second: 'The sum that follows, in cents or cars.',
  station: 'What the sum is of.',
  value: 'In cents, or a number of cars.',
  causes: 'Why the sums differ; the causes and `unexplained` add up to first − second.',
  cause: 'Why.',
  certainty: 'Whether the cause explains its part, is an error, or couldn’t be checked.',
  state: ['Whether the sums agree within the tolerance.', 'ties'],
  outcome: 'The outcome of the cars; null for other causes.',
  source: 'The source of the money; null for other causes.',
  detail: 'What is known about it, in words.',
  unexplained: 'The part of the difference that no cause explains.',
  found: 'The sum of the amounts of causes that are errors.',
  tolerance: 'How much unexplained and found may be.',
  signature: 'Who signed the link; null if nobody did.',
  signed_by: 'Who signed it.',
  signed_at: 'When.',
  is_current: 'Whether the sums are still what was signed.',
  late_changes:
    'What visits, remittances and bank files changed since the month was closed; empty while it is open.',
  before: 'The sum when the month was closed, in cents or cars.',
  now: 'The sum as it is now, in cents or cars.',
  doubles:
    'Charges that were likely recorded twice: same rental, amount and minute, and not refunded.',
  amount: 'The amount of each of the two, in cents.',
  first_id: 'The ID of the charge that was recorded first.',
  second_id: 'The ID of the other one.',
  spots: 'The links’ states of each property, if the month of the organization was asked for.',
  states: 'The state of each link, in order.',
  adjustments:
    'What arrived for earlier, closed months, and counts here since this month was open.',
  late: 'What arrived for this month after it was closed; null while it is open.',
  entries: 'How many ledger entries.',
  act: 'Whether it was closed or reopened.',
  events: 'Who closed and reopened the month, newest first.',
  at: 'When.',
  settings: 'What sums may differ by.',
  kind: ['Charge, refund or penalty.', 'charge'],
  closed_months: 'The months that are closed, newest first.',
  closed_at: 'When it was closed.',
  closed_by: 'Who closed it.',
  tolerance_cents: ['How much money may be unexplained, in cents.', 100],
  tolerance_cars: ['How many cars may be unexplained.', 5],
  signed: 'How many links were signed.',
  reopened: 'Whether the month was reopened.',
  reason: ['Why, in words.', 'Ties to the bank statement of July 5'],
  recorded_at: 'When it was recorded.',
  plate: 'The license plate, if it’s known; null for Accountants.',
  rental: 'The rental; null for a visit without one.',
  visit: 'The visit; null for a rental that didn’t come.',
};
