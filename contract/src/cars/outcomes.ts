import * as z from 'zod/mini';
import { adminOnly, atOrganizationOrSpot, atSpot } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { daysBetween } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { cursorPageSchema } from '../kernel/paging.ts';
import {
  eitherOrganizationOrSpot,
  rangeInOrder,
  reportRangeFields,
} from '../money/report-range.ts';
import { visitOutcomes } from '../people/filter-words.ts';

export type VisitOutcome = (typeof visitOutcomes)[number];

/** Outcomes that belong together, in the order in which pages show them. */
export const outcomeGroups = {
  paid: ['rental', 'monthly', 'tenant', 'booking_site', 'valet', 'enforced', 'violation_paid'],
  free: ['visitor', 'validated', 'grace', 'unenforced', 'not_customer'],
  open: ['present', 'violation_open', 'violation_appealed'],
  unpaid: ['violation_waived', 'misread', 'unexplained'],
} as const satisfies Record<string, readonly VisitOutcome[]>;
export type OutcomeGroup = keyof typeof outcomeGroups;
export const outcomeGroupNames = Object.keys(outcomeGroups) as OutcomeGroup[];

export const outcomeGroupLabels: Record<OutcomeGroup, string> = {
  paid: 'Paid',
  free: 'Free',
  open: 'Still open',
  unpaid: 'Not paid',
};

export const outcomeLabels: Record<VisitOutcome, string> = {
  present: 'Still parked',
  rental: 'Rental',
  monthly: 'Monthly',
  tenant: 'Tenant or company',
  booking_site: 'Booking site',
  valet: 'Valet',
  enforced: 'Charged by enforcement',
  violation_paid: 'Violation, paid',
  visitor: 'Visitor',
  validated: 'Validated by code',
  grace: 'Left within the grace period',
  unenforced: 'Enforcement off',
  not_customer: 'Not a customer',
  violation_open: 'Violation, open',
  violation_appealed: 'Violation, appealed',
  violation_waived: 'Violation, waived',
  misread: 'Misread',
  unexplained: 'Unexplained',
};

/** What each outcome means, in a sentence. */
export const outcomeHints: Record<VisitOutcome, string> = {
  present: 'No exit was seen yet, and nothing is owed.',
  rental: 'A rental covers the stay.',
  monthly: 'A monthly rental covers the stay.',
  tenant: 'A tenant’s or company’s rental covers the stay.',
  booking_site: 'A rental from a booking site covers the stay.',
  valet: 'A valet session covers the stay.',
  enforced: 'A known driver hadn’t paid, and was charged.',
  violation_paid: 'An unknown driver hadn’t paid, and paid the violation.',
  visitor: 'Somebody validated the car as a visitor.',
  validated: 'A visitor entered a validation code.',
  grace: 'The car left within the grace period.',
  unenforced: 'Enforcement was off, at the property or for an event.',
  not_customer: 'Somebody marked the car as staff, a service or a tow truck.',
  violation_open: 'An unknown driver hasn’t paid, and has a violation.',
  violation_appealed: 'The driver appealed the violation, and nobody has decided yet.',
  violation_waived: 'Somebody waived the violation.',
  misread: 'Somebody found that no such car was there.',
  unexplained:
    'Nobody paid, and nobody can be charged: the reads leave a doubt, an entrance or exit is missing, or it was noticed too late.',
};

const readers = atOrganizationOrSpot('query.organization', 'query.spot', adminOnly);

const rangeFields = {
  organization: z.optional(pkOrUuidText),
  spot: z.optional(pkOrUuidText),
  ...reportRangeFields,
};

/** How many visits ended in an outcome, and what they would have brought. */
const outcomeCount = z.object({
  outcome: z.enum(visitOutcomes),
  visits: z.int(),
  uncollected: centsField,
});
export type OutcomeCount = z.infer<typeof outcomeCount>;

const outcomeDay = z.object({
  date: localDateText,
  visits: z.int(),
  unexplained: z.int(),
  uncollected: centsField,
});
export type OutcomeDay = z.infer<typeof outcomeDay>;

/** More days than these are counted by month. */
export const maxSingleDays = 92;

export const getOutcomes = endpoint({
  method: 'GET',
  path: '/api/reports/outcomes/',
  summary: 'How the visits of some days ended: every car that cameras saw has one outcome',
  access: readers,
  query: z.strictObject(rangeFields).check(eitherOrganizationOrSpot, rangeInOrder),
  answer: z.object({
    outcomes: z.array(outcomeCount),
    days: z.array(outcomeDay),
    step: z.enum(['day', 'month']),
    has_cameras: z.boolean(),
  }),
  freshFor: 60,
  failure: 'Could not fetch the cars',
});
export type Outcomes = z.infer<typeof getOutcomes.answer>;

/** Visits per page of the list behind an outcome. */
export const outcomePageSize = 20;

const outcomeVisit = z.object({
  pk: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  spot: z.object({ pk: z.int(), name: z.string(), timezone: z.string() }),
  entrance_timestamp: z.nullable(z.int()),
  exit_timestamp: z.nullable(z.int()),
  doubtful: z.boolean(),
  uncollected: centsField,
});
export type OutcomeVisit = z.infer<typeof outcomeVisit>;

export const listOutcomeVisits = endpoint({
  method: 'GET',
  path: '/api/reports/outcomes/visits/',
  summary: 'The visits of some days that ended in one outcome, newest first',
  access: readers,
  query: z
    .strictObject({
      ...rangeFields,
      outcome: z.enum(visitOutcomes),
      cursor: z.optional(
        z
          .string()
          .check(z.regex(/^\d{4}-\d\d-\d\d\.[1-9]\d{0,14}$/, 'Must be a cursor of a page.')),
      ),
    })
    .check(eitherOrganizationOrSpot, rangeInOrder),
  answer: cursorPageSchema(outcomeVisit),
  failure: 'Could not fetch the cars',
});

/** Maximum days of a question about silent hours. */
export const maxSilentDays = 31;
/** How many weeks before tell how many cars a camera usually sees in an hour. */
export const usualWeeks = 4;
/** A camera that sees fewer cars than this in any of those weeks may see none in the next. */
export const leastUsual = 2;

/** Hours in which a camera saw nothing, though it always sees cars then. */
const silentHours = z.object({
  camera: z.string(),
  direction: z.nullable(z.enum(['Entrance', 'Exit'])),
  start: z.int(),
  end: z.int(),
  cars_low: z.int(),
  cars_high: z.int(),
  lost_low: centsField,
  lost_high: centsField,
});
export type SilentHours = z.infer<typeof silentHours>;

export const getSilentHours = endpoint({
  method: 'GET',
  path: '/api/reports/outcomes/silent_hours/',
  summary:
    'When cameras of a property saw nothing, though they always see cars then, and what that probably cost',
  access: atSpot('query.spot', adminOnly),
  query: z.strictObject({ spot: pkOrUuidText, ...reportRangeFields }).check(
    rangeInOrder,
    z.refine<{ start_date: LocalDate; end_date: LocalDate }>(
      ({ start_date, end_date }) =>
        end_date < start_date || daysBetween(start_date, end_date) < maxSilentDays,
      { error: `At most ${maxSilentDays} days.`, path: ['end_date'] },
    ),
  ),
  answer: z.array(silentHours),
  freshFor: 300,
  failure: 'Could not fetch when cameras were silent',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  spot: ['The property, by its number or UUID.', '1'],
  camera: 'The name of the camera.',
  direction: 'Where it is; null if it sees both.',
  start: 'When the first silent hour begins, in seconds since 1970.',
  end: 'When the last silent hour ends, in seconds since 1970.',
  cars_low: 'How many cars came at least in the same hours of the four weeks before.',
  cars_high: 'How many cars came at most in the same hours of the four weeks before.',
  lost_low:
    'The lower number of cars, each with what a car brought on average in the four weeks before, in cents.',
  lost_high: 'The same with the higher number.',
  outcomes: 'The outcomes that any visit of these days had.',
  outcome: 'How a visit ended.',
  visits: 'How many visits.',
  uncollected:
    'In cents: the price in force of unexplained stays, and the amounts of open violations, also appealed ones.',
  days: 'Each day with a visit; of more than 92 days, each month, by its first day.',
  step: 'Whether it’s each day or each month.',
  unexplained: 'How many visits nobody paid for, where nobody can be charged.',
  has_cameras: 'Whether any camera has a property here.',
  'results.spot': 'The property.',
  plate: 'The license plate.',
  state: 'The two letters of the plate’s state; null if it isn’t known.',
  entrance_timestamp: 'When the car came in, in seconds since 1970; null if no camera saw it.',
  exit_timestamp: 'When the car left, in seconds since 1970; null if no camera saw it.',
  doubtful: 'Whether the reads leave a doubt.',
};
