import * as z from 'zod/mini';
import { adminAndEmployee, adminOnly, atSpot, ofSpotRecord } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import type { Cents } from '../kernel/money.ts';
import { amountField, centsField } from '../kernel/money.ts';
import { cursorPageSchema } from '../kernel/paging.ts';
import { withShown } from '../kernel/shown.ts';
import { earliestReportDate } from '../money/report-range.ts';

/** Kinds of sponsors of validation codes. */
export const sponsorKinds = ['tenant', 'merchant'] as const;
export type SponsorKind = (typeof sponsorKinds)[number];
export const sponsorKindLabels: Record<SponsorKind, string> = {
  tenant: 'Tenant',
  merchant: 'Merchant',
};

/** What an allowance counts. */
export const allowanceKinds = ['visits', 'value', 'none'] as const;
export type AllowanceKind = (typeof allowanceKinds)[number];
export const allowanceLabels: Record<AllowanceKind, string> = {
  visits: 'Visits a month',
  value: 'Dollars a month, at the price in force',
  none: 'None: everything is billed',
};

/** Maximum sponsors of a property. */
export const maxSponsors = 500;
/** Maximum characters of a sponsor's name. */
export const maxSponsorName = 100;
/** Maximum codes of a sponsor. */
const maxSponsorCodes = 200;
/** Maximum visits of a monthly allowance. */
export const maxAllowanceVisits = 1_000_000;
/** Visits per page of the list behind a bill. */
export const validationVisitsPerPage = 20;

export const billMessages = {
  empty: 'No sponsors yet',
  emptyHint:
    'Add the tenant or merchant whose guests park free, what they may use a month, and their codes.',
  emptyForEmployees: 'An Admin can add the tenants and merchants whose guests park free.',
  name: 'Please enter a name',
  allowance: 'Please enter the allowance',
  visits: `Must be a whole number from 0 to ${maxAllowanceVisits.toLocaleString('en-US')}.`,
  tooManyCodes: `At most ${maxSponsorCodes} codes.`,
  tooMany: `A property can have up to ${maxSponsors} sponsors.`,
  unknownCode: 'One of the codes doesn’t exist at this property anymore. Reload the page.',
  taken: (code: string, sponsor: string) =>
    `${code} belongs to ${sponsor} in this month. Remove it there first.`,
  firstDay: 'Must be the first day of a month.',
  oneOf: 'Name a sponsor or a code.',
} as const;

const monthField = localDateText.check(
  z.refine((day) => day.endsWith('-01'), billMessages.firstDay),
  z.refine((day) => day >= earliestReportDate, `Must not be before ${earliestReportDate}.`),
);

const visitsField = z
  .int({ error: billMessages.visits })
  .check(z.minimum(0, billMessages.visits), z.maximum(maxAllowanceVisits, billMessages.visits));

/** What a sponsor may use a month, and what a visit beyond it costs. */
export interface SponsorTerms {
  allowance: AllowanceKind;
  allowance_visits: number | null;
  allowance_value: Cents | null;
  /** null = the price in force. */
  price: Cents | null;
}

const termsFields = {
  allowance: z.enum(allowanceKinds),
  allowance_visits: z.nullable(visitsField),
  allowance_value: z.nullable(amountField),
  price: z.nullable(amountField),
};

const sponsorFields = {
  name: text(maxSponsorName, billMessages.name),
  kind: z.enum(sponsorKinds),
  from: monthField,
  ...termsFields,
  codes: z.array(pk).check(z.maxLength(maxSponsorCodes, billMessages.tooManyCodes)),
};

/** The allowance has exactly the number that its kind needs. */
const hasAllowance = (context: { value: SponsorTerms; issues: z.core.$ZodRawIssue[] }): void => {
  const { allowance, allowance_visits, allowance_value } = context.value;
  const check = (path: string, isNeeded: boolean, input: number | null) => {
    if (isNeeded === (input !== null)) return;
    const message = isNeeded ? billMessages.allowance : 'Must be null with this allowance.';
    context.issues.push({ code: 'custom', path: [path], message, input });
  };
  check('allowance_visits', allowance === 'visits', allowance_visits);
  check('allowance_value', allowance === 'value', allowance_value);
};

const codeName = z.object({ pk: z.int(), code: z.string(), name: z.string() });

const usage = { visits: z.int(), value: z.nullable(centsField) };

const sponsorMonth = z.object({
  pk: z.int(),
  name: z.string(),
  kind: z.enum(sponsorKinds),
  version: z.int(),
  terms_from: localDateText,
  allowance: z.enum(allowanceKinds),
  allowance_visits: z.nullable(z.int()),
  allowance_value: z.nullable(centsField),
  price: z.nullable(centsField),
  codes: z.array(codeName),
  ...usage,
  used_share: z.nullable(z.int()),
  used_up: z.nullable(z.object({ date: localDateText, is_projected: z.boolean() })),
  overage_visits: z.int(),
  bill: z.nullable(centsField),
});
export type SponsorMonth = z.infer<typeof sponsorMonth>;

const loneUsage = z.object({ code: z.nullable(codeName), ...usage });
export type LoneUsage = z.infer<typeof loneUsage>;

const propertyCode = z.object({
  ...codeName.shape,
  is_deleted: z.boolean(),
  sponsor: z.nullable(z.int()),
});
export type PropertyCode = z.infer<typeof propertyCode>;

const validationMonth = z.object({
  month: localDateText,
  today: localDateText,
  is_over: z.boolean(),
  sponsors: z.array(sponsorMonth),
  others: z.array(loneUsage),
  ...usage,
  bill: z.nullable(centsField),
  codes: z.array(propertyCode),
});
export type ValidationMonth = z.infer<typeof validationMonth>;

export const getValidationBills = endpoint({
  method: 'GET',
  path: '/api/validation_bills/',
  summary:
    'The sponsors of a property’s validation codes, and what they used in a month. Amounts are for Admins, and null for others',
  access: atSpot('query.spot', adminAndEmployee),
  events: [],
  query: z.strictObject({ spot: pkOrUuidText, month: monthField }),
  answer: validationMonth,
  failure: 'Could not fetch the validation bills',
});

const visitCoverage = ['allowance', 'part', 'billed', 'none'] as const;

const validationVisit = z.object({
  pk: z.int(),
  plate: z.nullable(z.string()),
  state: z.nullable(z.string()),
  date: localDateText,
  entrance_timestamp: z.nullable(z.int()),
  exit_timestamp: z.nullable(z.int()),
  code: z.nullable(z.string()),
  coverage: z.enum(visitCoverage),
  value: z.nullable(centsField),
  billed: z.nullable(centsField),
});
export type ValidationVisit = z.infer<typeof validationVisit>;

/** A sponsor, a code that has none, or, without both, the visits whose code isn't known. */
const usageOf = {
  spot: pkOrUuidText,
  month: monthField,
  sponsor: z.optional(pkText),
  code: z.optional(pkText),
};

export const listValidationVisits = endpoint({
  method: 'GET',
  path: '/api/validation_bills/visits/',
  summary:
    'The validated visits of a month, of a sponsor or of a code without one, in the order that they use the allowance',
  access: atSpot('query.spot', adminAndEmployee),
  query: z
    .strictObject({
      ...usageOf,
      cursor: z.optional(
        z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Must be a cursor of a page.')),
      ),
    })
    .check(
      z.refine(({ sponsor, code }) => sponsor === undefined || code === undefined, {
        error: billMessages.oneOf,
        path: ['code'],
      }),
    ),
  answer: cursorPageSchema(validationVisit),
  failure: 'Could not fetch the visits',
});

const savedSponsor = z.object({ pk: z.int(), version: z.int() });

export const createValidationSponsor = endpoint({
  method: 'POST',
  path: '/api/validation_sponsors/',
  summary: 'Adds a sponsor of validation codes, with terms from a month on',
  access: atSpot('body.spot', adminOnly),
  events: [],
  body: z.strictObject({ spot: z.union([pk, pkOrUuidText]), ...sponsorFields }).check(hasAllowance),
  answer: savedSponsor,
  failure: 'Could not add the sponsor',
});

const byPk = z.strictObject({ id: pkText });

/** What proves that a sponsor’s form shows the present terms. */
const shownOfSponsor = ['version'] as const;

export const updateValidationSponsor = endpoint({
  method: 'PUT',
  path: '/api/validation_sponsors/:id/',
  summary:
    'Changes a sponsor: terms and codes from a month on, up to the next change. Earlier months stay',
  access: ofSpotRecord('validation sponsor', 'params.id', adminOnly),
  events: [],
  params: byPk,
  shown: shownOfSponsor,
  body: withShown(z.strictObject(sponsorFields).check(hasAllowance), shownOfSponsor),
  answer: savedSponsor,
  failure: 'Could not save the sponsor',
});

export const endValidationSponsor = endpoint({
  method: 'DELETE',
  path: '/api/validation_sponsors/:id/',
  summary: 'Ends a sponsor from a month on: its codes are free for others. Earlier months stay',
  access: ofSpotRecord('validation sponsor', 'params.id', adminOnly),
  events: [],
  params: byPk,
  query: z.strictObject({ from: monthField }),
  failure: 'Could not end the sponsor',
});

export const downloadValidationBill = endpoint({
  method: 'GET',
  path: '/api/downloads/validation_bill',
  summary: 'The bill of a sponsor for a month, as PDF',
  access: atSpot('query.spot', adminOnly),
  query: z.strictObject({ spot: pkOrUuidText, month: monthField, sponsor: pkText }),
  file: 'application/pdf',
  failure: 'Could not make the bill',
});

export const downloadValidationUsage = endpoint({
  method: 'GET',
  path: '/api/downloads/validation_usage',
  summary:
    'The bills of a month as CSV: each sponsor and code, or with a sponsor, each of its visits',
  access: atSpot('query.spot', adminOnly),
  query: z.strictObject({
    spot: pkOrUuidText,
    month: monthField,
    sponsor: z.optional(pkText),
  }),
  file: 'text/csv',
  failure: 'Could not download the bills',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  month: ['The first day of the month.', '2026-06-01'],
  today: 'The property’s day.',
  is_over: 'Whether the month is over; otherwise all numbers are so far.',
  sponsors: 'The sponsors of codes in this month, by name.',
  others: 'Usage without a sponsor: of each code, and of visits whose code isn’t known.',
  codes: 'The codes.',
  'getValidationBills.codes':
    'The codes of the property: active ones, and deleted ones that have a sponsor or visits in this month.',
  code: 'The code; null if it isn’t known.',
  name: ['The name of the sponsor.', 'Blue Bottle Coffee'],
  kind: ['Tenant or merchant.', 'merchant'],
  version: 'Which version of the sponsor it is; send it as `shown` with a change.',
  terms_from: 'The first month of these terms.',
  from: ['The first day of the first month that it applies to.', '2026-06-01'],
  allowance: 'What the allowance counts: visits, their value at the price in force, or none.',
  allowance_visits: 'The visits of a month that are free; null for another allowance.',
  allowance_value:
    'The value of visits of a month that is free, in cents; null for another allowance.',
  price: 'Each visit beyond the allowance, in cents before tax; null = the price in force.',
  visits: 'How many validated visits.',
  value: 'What they would have cost at the price in force, in cents before tax.',
  used_share: 'How much of the allowance is used, in hundredths of a percent; null without one.',
  used_up: 'When the allowance was used up, or will be at this pace; null if it isn’t.',
  date: 'The property’s day.',
  is_projected: 'Whether that day is still to come, at this pace.',
  overage_visits: 'How many visits are billed, in whole or in part.',
  bill: 'What is billed, in cents before tax.',
  billed: 'What of it is billed, in cents before tax.',
  coverage:
    'Whether the allowance covers it, in whole or in part, or it’s billed; none = without a sponsor.',
  is_deleted: 'Whether the code was deleted.',
  sponsor: 'The sponsor, by number; null without one.',
  plate: 'The license plate; null if the visit was deleted.',
  state: 'The two letters of the plate’s state; null if it isn’t known.',
  entrance_timestamp: 'When the car came in, in seconds since 1970; null if no camera saw it.',
  exit_timestamp: 'When the car left, in seconds since 1970; null if no camera saw it.',
};
