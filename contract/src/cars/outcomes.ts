import * as z from 'zod/mini';
import { adminOnly, atOrganizationOrSpot } from '../kernel/access.ts';
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
import { unexplainedCauses, visitOutcomes } from '../people/filter-words.ts';

export type VisitOutcome = (typeof visitOutcomes)[number];

/** Outcomes that belong together, in the order that pages show them. */
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
  present: 'The car is still there, or has just left and may still pay.',
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
  not_customer: 'It is a car of staff or a service, or a tow truck.',
  violation_open: 'An unknown driver hasn’t paid, and has a violation.',
  violation_appealed: 'The driver appealed the violation, and nobody has decided yet.',
  violation_waived: 'Somebody waived the violation.',
  misread: 'Somebody found that no such car was there.',
  unexplained:
    'Nobody paid, and nobody can be charged: the reads leave a doubt, an entrance or exit is missing, or it was noticed too late.',
};

export type UnexplainedCause = (typeof unexplainedCauses)[number];

export const causeLabels: Record<UnexplainedCause, string> = {
  no_entrance: 'Entrance not read',
  low_confidence: 'Unsure read',
  one_read: 'Read once',
  outage: 'Camera outage',
  two_places: 'At two properties',
  clock: 'Doubtful clock',
  above_posted: 'Above posted price',
  large_amount: 'Large amount',
  long_stay: 'Long stay',
  no_exit: 'Exit not read',
  doubtful: 'Doubtful reads',
  too_late: 'Not charged in time',
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

/** More days than these are counted by month, and can’t be asked what cameras missed. */
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

export const listUnexplainedCauses = endpoint({
  method: 'GET',
  path: '/api/reports/outcomes/causes/',
  summary: 'Why nobody can be charged for the unexplained visits of some days, most visits first',
  access: readers,
  query: z.strictObject(rangeFields).check(eitherOrganizationOrSpot, rangeInOrder),
  answer: z.object({
    causes: z.array(
      z.object({ cause: z.enum(unexplainedCauses), visits: z.int(), uncollected: centsField }),
    ),
  }),
  freshFor: 60,
  failure: 'Could not fetch why cars are unexplained',
});
export type CauseCount = z.infer<typeof listUnexplainedCauses.answer>['causes'][number];

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
  cause: z.nullable(z.enum(unexplainedCauses)),
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
      cause: z.optional(z.enum(unexplainedCauses)),
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

/** How many weeks before show how many cars a camera usually sees. */
export const usualWeeks = 4;
/** A camera that sees fewer cars than this in an hour of any of those weeks may see none in the next. */
export const minHourlyCars = 2;
/** With fewer cars than this a day, at the entrance or the exit, it isn't known what is usual. */
export const minDailyCars = 20;
/** With fewer visits than this in the chosen days, the share that was seen on one side only isn't known. */
export const minVisits = 100;
/** At most properties, up to this share of cars is seen on one side only. */
export const maxOneSidedShare = 0.1;

/** How cameras miss cars. */
export const cameraGapKinds = ['silent', 'fewer', 'one_sided'] as const;
export type CameraGapKind = (typeof cameraGapKinds)[number];

/** How each is found, in a sentence. */
export const cameraGapMethods: Record<CameraGapKind, string> = {
  silent: `Silent: hours when a camera read no plate, though it read at least ${minHourlyCars} in the same hour of each of the ${usualWeeks} weeks before. The cars missed are the fewest and the most of those weeks; the minutes before and after, up to the nearest reads, are in the higher number only. Hours when the property was closed look the same.`,
  fewer: `Fewer than usual: days when the cameras at the exit saw far fewer cars than those at the entrance, or the other way round, compared with the same weekday of each of the ${usualWeeks} weeks before. The cars missed are what those weeks’ lowest and highest share would have been. Each of these days needs ${minDailyCars} cars on both sides.`,
  one_sided: `Seen on one side only: more than ${100 * maxOneSidedShare}% of the cars of these days came without being seen, or left without being seen. It takes ${minVisits} cars, and a camera on that side.`,
};

/** What the missed cars cost, in a sentence. */
export const cameraGapCostMethod = `What they probably cost is that many cars, each at what a car brought at the property on average in the ${usualWeeks} weeks before the day that it began, less refunds. For cars seen on one side only, it’s from what the unexplained ones owe for their first unit to what as many cars bring on average. Some missed drivers paid by themselves, so the cost may be lower.`;

/** Hours or days when cameras missed cars. */
const cameraGap = z.object({
  kind: z.enum(cameraGapKinds),
  spot: z.object({ pk: z.int(), name: z.string(), timezone: z.string() }),
  camera: z.nullable(z.string()),
  camera_pk: z.nullable(z.int()),
  direction: z.nullable(z.enum(['Entrance', 'Exit'])),
  start: z.int(),
  end: z.int(),
  cars_low: z.int(),
  cars_high: z.int(),
  lost_low: centsField,
  lost_high: centsField,
});
export type CameraGap = z.infer<typeof cameraGap>;

export const listCameraGaps = endpoint({
  method: 'GET',
  path: '/api/reports/outcomes/camera_gaps/',
  summary: 'When cameras missed cars that they usually see, and what that probably cost',
  access: readers,
  query: z.strictObject(rangeFields).check(
    eitherOrganizationOrSpot,
    rangeInOrder,
    z.refine<{ start_date: LocalDate; end_date: LocalDate }>(
      ({ start_date, end_date }) =>
        end_date < start_date || daysBetween(start_date, end_date) < maxSingleDays,
      { error: `At most ${maxSingleDays} days.`, path: ['end_date'] },
    ),
  ),
  answer: z.object({
    gaps: z.array(cameraGap),
    unjudged: z.array(
      z.object({
        spot: z.object({ pk: z.int(), name: z.string() }),
        reason: z.enum(['no_direction', 'one_side']),
      }),
    ),
  }),
  freshFor: 300,
  failure: 'Could not fetch when cameras missed cars',
});
export type CameraGaps = z.infer<typeof listCameraGaps.answer>;

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  gaps: 'When cameras missed cars, the newest first.',
  kind: 'silent = no reads in hours that always have some; fewer = far fewer on one side than usual; one_sided = more cars than elsewhere were seen on one side only, in all of the days.',
  'gaps.spot': 'The property.',
  camera: 'The name of the camera; null if it’s about all on that side.',
  camera_pk: 'Its number; null if it’s about all on that side.',
  direction: 'The side that missed cars; null if the camera sees both.',
  start: 'When it begins, in seconds since 1970.',
  end: 'When it ends, in seconds since 1970.',
  cars_low: 'The lowest probable number of missed cars.',
  cars_high: 'The highest probable number of missed cars.',
  lost_low: 'The lowest probable cost, in cents.',
  lost_high: 'The highest probable cost, in cents.',
  unjudged: 'The properties with cameras whose two sides can’t be compared.',
  'unjudged.spot': 'The property.',
  reason:
    'no_direction = a camera has no direction; one_side = no camera is at the entrance, or none at the exit.',
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
  cause:
    'Why nobody can be charged for an unexplained visit, the first that applies: no_entrance, why what it owes was held, no_exit, doubtful, or too_late = not charged in time. null for other outcomes.',
  causes: 'The causes that any unexplained visit of these days has.',
};
