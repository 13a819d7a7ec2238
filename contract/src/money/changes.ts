import * as z from 'zod/mini';
import { adminAndAccountant, atOrganizationOrSpot } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays, addMonths, daysBetween, getWeekday, startOfMonth } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { rentalGroupNames } from '../people/rentals.ts';
import { figureMeasureNames } from './figures.ts';
import { earliestReportDate, eitherOrganizationOrSpot, rangeInOrder } from './report-range.ts';
import { reportedTypeNames } from './reported-types.ts';
import { reportRefreshSeconds } from './reports.ts';

/** The lengths of periods that can be compared. Weeks are Monday to Sunday. */
export const bridgePeriods = ['month', 'week'] as const;
export type BridgePeriod = (typeof bridgePeriods)[number];

/** What can be compared: a month, a week, or any days with as many days before them. */
export const comparedPeriods = [...bridgePeriods, 'days'] as const;
export type ComparedPeriod = (typeof comparedPeriods)[number];

export const bridgeMessages = {
  tooEarly: `The period before must not begin before ${earliestReportDate}.`,
  notOver: {
    month: 'No day of this month is over yet. Choose an earlier one.',
    week: 'No day of this week is over yet. Choose an earlier one.',
    days: 'No day of these is over yet. Choose earlier ones.',
  },
  endDate: 'Send it with the period days, and with no other.',
} as const;

/** Two days, both included. */
export interface BridgeRange {
  start: LocalDate;
  end: LocalDate;
}

/** The days that a bridge compares. */
export interface ComparedRanges {
  earlier: BridgeRange;
  later: BridgeRange;
  /**
   * The later period isn't over: the same number of days of both is compared, as far as the earlier one has them.
   */
  isPartial: boolean;
}

/** The first day of the month or week that contains a day. */
export const startOfPeriod = (period: BridgePeriod, day: LocalDate): LocalDate =>
  period === 'month' ? startOfMonth(day) : addDays(day, 1 - getWeekday(day));

/** Moves the start of a period by `count` periods. */
export const shiftPeriod = (period: BridgePeriod, start: LocalDate, count: number): LocalDate =>
  period === 'month' ? addMonths(start, count) : addDays(start, 7 * count);

/** The first day of the latest period with at least one finished day. */
export const latestPeriod = (period: BridgePeriod, today: LocalDate): LocalDate =>
  startOfPeriod(period, addDays(today, -1));

/** The first day of the earliest period whose predecessor can be reported on. */
export function earliestPeriod(period: BridgePeriod): LocalDate {
  const first = startOfPeriod(period, earliestReportDate as LocalDate);
  return shiftPeriod(period, first, first < earliestReportDate ? 2 : 1);
}

/**
 * The days to compare for the period that contains `day`: all days of both periods, or, if the later one isn't over,
 * as many of each as have finished. Today hasn't finished, so it isn't compared. null if no day of the later period
 * has finished.
 */
export function compareRanges(
  period: BridgePeriod,
  day: LocalDate,
  today: LocalDate,
): ComparedRanges | null {
  const start = startOfPeriod(period, day);
  const last = addDays(shiftPeriod(period, start, 1), -1);
  const yesterday = addDays(today, -1);
  if (yesterday < start) return null;
  const earlierStart = shiftPeriod(period, start, -1);
  const earlierLast = addDays(start, -1);
  if (last <= yesterday) {
    return {
      earlier: { start: earlierStart, end: earlierLast },
      later: { start, end: last },
      isPartial: false,
    };
  }
  const sameDay = addDays(earlierStart, daysBetween(start, yesterday));
  const earlierEnd = sameDay < earlierLast ? sameDay : earlierLast;
  return {
    earlier: { start: earlierStart, end: earlierEnd },
    later: { start, end: yesterday },
    isPartial: true,
  };
}

/** The first day of as many days before a range. */
export const startOfDaysBefore = ({ start, end }: BridgeRange): LocalDate =>
  addDays(start, -1 - daysBetween(start, end));

/**
 * A range of days and as many days directly before it, without today, which hasn't finished. null if no day of the
 * range has finished.
 */
export function compareDays({ start, end }: BridgeRange, today: LocalDate): ComparedRanges | null {
  const yesterday = addDays(today, -1);
  if (yesterday < start) return null;
  const later = { start, end: end < today ? end : yesterday };
  return {
    earlier: { start: startOfDaysBefore(later), end: addDays(start, -1) },
    later,
    isPartial: end >= today,
  };
}

/** Why net revenue changed, in the order of a bridge (docs/money.md). */
export const bridgeCauses = [
  /** Properties that have charges in only one of the periods. */
  'properties',
  /** More or fewer rentals; for monthly drivers, companies and tenants, more or fewer payments. */
  'count',
  /** A shift between properties that earn more or less per rental. */
  'property_mix',
  /** A shift between types that cost more or less. */
  'type_mix',
  /** Longer or shorter stays of hourly and daily rentals. */
  'stay',
  'price',
  'penalties',
  'refunds',
  'tax',
  'processing_fee',
  'commission',
] as const;
export type BridgeCause = (typeof bridgeCauses)[number];

/** @public A schema of the API document. */
export const bridgeStep = z.object({
  cause: z.enum(bridgeCauses),
  rental_group: z.nullable(z.enum(rentalGroupNames)),
  amount: centsField,
  earlier: z.nullable(z.int()),
  later: z.nullable(z.int()),
  ratio: z.nullable(z.number()),
  measure: z.enum(figureMeasureNames),
  is_exact: z.boolean(),
  spots: z.array(
    z.object({ pk: z.int(), name: z.string(), earlier: centsField, later: centsField }),
  ),
});
export type BridgeStep = z.infer<typeof bridgeStep>;

const typeFigures = z.object({
  count: z.int(),
  charges: centsField,
  stay_minutes: z.nullable(z.int()),
});
export type BridgeTypeFigures = z.infer<typeof typeFigures>;

const bridgeSide = z.object({
  start_date: localDateText,
  end_date: localDateText,
  net: centsField,
  entry_count: z.int(),
});

const changedProperty = z.object({
  pk: z.int(),
  name: z.string(),
  earlier_net: centsField,
  later_net: centsField,
  largest_step: z.nullable(bridgeStep),
});
export type ChangedProperty = z.infer<typeof changedProperty>;

/** The steps from one period's net revenue to the next one's. */
export const revenueBridge = z.object({
  earlier: bridgeSide,
  later: bridgeSide,
  is_partial: z.boolean(),
  steps: z.array(bridgeStep),
  types: z.array(
    z.object({ rental_type: z.enum(reportedTypeNames), earlier: typeFigures, later: typeFigures }),
  ),
  properties: z.array(changedProperty),
  as_of: z.int(),
});
export type RevenueBridge = z.infer<typeof revenueBridge>;

interface BridgeQuestion {
  period: ComparedPeriod;
  start_date: LocalDate;
  end_date?: LocalDate | undefined;
}

export const getRevenueBridge = endpoint({
  method: 'GET',
  path: '/api/reports/revenue_bridge',
  summary:
    'Why net revenue of a month or week differs from the one before, or of any days from as many days before: steps by cause that add up to the change; start_date is any local day of the later month or week, or the first day',
  access: atOrganizationOrSpot('query.organization', 'query.spot', adminAndAccountant),
  query: z
    .strictObject({
      organization: z.optional(pkOrUuidText),
      spot: z.optional(pkOrUuidText),
      period: z.enum(comparedPeriods),
      start_date: localDateText,
      end_date: z.optional(localDateText),
    })
    .check(
      eitherOrganizationOrSpot,
      rangeInOrder,
      z.refine<BridgeQuestion>(
        ({ period, end_date }) => (period === 'days') === (end_date !== undefined),
        { error: bridgeMessages.endDate, path: ['end_date'] },
      ),
      z.refine<BridgeQuestion>(
        ({ period, start_date: start, end_date: end = start }) =>
          period === 'days'
            ? end < start || startOfDaysBefore({ start, end }) >= earliestReportDate
            : start >= earliestPeriod(period),
        { error: bridgeMessages.tooEarly, path: ['start_date'] },
      ),
    ),
  answer: revenueBridge,
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch the comparison',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  earlier: 'The earlier period.',
  'bridgeStep.earlier':
    'What was compared, in the earlier period: rentals or payments, minutes of the average stay, or cents; null for mixes and properties.',
  'spots.earlier': 'The charges of the property in the earlier period, in cents.',
  later: 'The later period.',
  'bridgeStep.later':
    'What was compared, in the later period: rentals or payments, minutes of the average stay, or cents; null for mixes and properties.',
  'spots.later': 'The charges of the property in the later period, in cents.',
  period:
    'The length of the two periods. Weeks are from Monday to Sunday; `days` compares `start_date` to `end_date` with as many days before.',
  'getRevenueBridge.end_date': [
    'With the period `days`: the last day, at the property.',
    '2026-06-24',
  ],
  count: 'Rentals, or payments of monthly drivers, companies and tenants.',
  cause: 'The cause.',
  rental_group: 'The group of rentals that the step is about; null for all.',
  amount: 'What the step adds to net revenue, in cents.',
  ratio:
    'By how much stays or prices changed for the same rentals: 0.1 is 10 percent more. null if nothing compares.',
  measure: 'The figure whose ledger entries are behind the step.',
  is_exact: 'Whether the difference of that figure is the step.',
  spots: 'The properties that have charges in only one of the periods, for the cause `properties`.',
  name: ['The name of the property.', 'Mission Street Garage'],
  charges: 'What they paid, without penalties, in cents.',
  stay_minutes: 'The average stay in minutes; null without any, and for types without a stay.',
  'getRevenueBridge.start_date': [
    'Any day of the later month or week, or the first of `days`, at the property.',
    '2026-06-15',
  ],
  entry_count: 'How many ledger entries are behind the net revenue.',
  is_partial:
    'Whether the later period isn’t over, so that the same number of days of both is compared.',
  steps: 'Why the net revenue differs, cause by cause. The steps add up to the change.',
  properties:
    'Each property with entries in a period, by name; their changes add up to the change of all. Empty where there is only one property.',
  earlier_net: 'The net revenue of the property in the earlier period, in cents.',
  later_net: 'The net revenue of the property in the later period, in cents.',
  largest_step:
    'The step of the property’s own bridge that changed its net revenue most in the direction that it went; null without a change.',
  types: 'Counts, charges and stays of all properties, by rental type.',
};
