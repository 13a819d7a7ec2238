import * as z from 'zod/mini';
import { figureMeasureNames } from './figures.ts';
import { adminOnly, inOrganizationOrAtSpot } from './kernel/access.ts';
import type { LocalDate } from './kernel/calendar.ts';
import { addDays, addMonths, daysBetween, getWeekday, startOfMonth } from './kernel/calendar.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pkOrUuidText } from './kernel/fields.ts';
import { localDateText } from './kernel/local-date.ts';
import { centsField } from './kernel/money.ts';
import { rentalGroupNames } from './rentals.ts';
import { earliestReportDate, eitherOrganizationOrSpot } from './report-range.ts';
import { reportedTypeNames } from './reported-types.ts';
import { reportRefreshSeconds } from './reports.ts';

/** Lengths of the periods that are compared. Weeks are Monday to Sunday. */
export const bridgePeriods = ['month', 'week'] as const;
export type BridgePeriod = (typeof bridgePeriods)[number];

export const bridgeMessages = {
  tooEarly: `The period before must not begin before ${earliestReportDate}.`,
  notOver: {
    month: 'No day of this month is over yet. Choose an earlier one.',
    week: 'No day of this week is over yet. Choose an earlier one.',
  },
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
  /** The later period isn't over: as many days of both are compared, as far as the earlier one has them. */
  isPartial: boolean;
}

/** The first day of the month or week that holds a day. */
export const startOfPeriod = (period: BridgePeriod, day: LocalDate): LocalDate =>
  period === 'month' ? startOfMonth(day) : addDays(day, 1 - getWeekday(day));

/** The first day of the period that is so many after the one that begins on a day. */
export const shiftPeriod = (period: BridgePeriod, start: LocalDate, count: number): LocalDate =>
  period === 'month' ? addMonths(start, count) : addDays(start, 7 * count);

/** The first day of the latest period that has a day that is over. */
export const latestPeriod = (period: BridgePeriod, today: LocalDate): LocalDate =>
  startOfPeriod(period, addDays(today, -1));

/** The first day of the earliest period whose period before can be reported on. */
export function earliestPeriod(period: BridgePeriod): LocalDate {
  const first = startOfPeriod(period, earliestReportDate as LocalDate);
  return shiftPeriod(period, first, first < earliestReportDate ? 2 : 1);
}

/**
 * The days to compare for the period that holds `day`: of both periods all days, or as many as are over in the later
 * one. Today isn't over, so it isn't compared. null where no day of the later period is over.
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

/** Why net revenue changed, in the order of a bridge (docs/money.md). */
export const bridgeCauses = [
  /** Properties that have charges in only one of the periods. */
  'properties',
  /** More or fewer rentals; of monthly drivers, companies and tenants more or fewer payments. */
  'count',
  /** More of them at properties that earn more or less with each. */
  'property_mix',
  /** More of them of types that cost more or less. */
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

const bridgeStep = z.object({
  cause: z.enum(bridgeCauses),
  /** Whose charges it is about; null = all. */
  rental_group: z.nullable(z.enum(rentalGroupNames)),
  /** What it adds to net revenue; all steps add up to the change. */
  amount: centsField,
  /**
   * What changed, in both periods: rentals or payments of `count`, the average stay in minutes of `stay`, the average
   * charge in cents of `price`, the sum in cents of penalties and of what goes off; null for mixes and properties.
   */
  earlier: z.nullable(z.int()),
  later: z.nullable(z.int()),
  /** By how much stays or prices changed for the same rentals, 0.1 = 10 % more; null where nothing compares. */
  ratio: z.nullable(z.number()),
  /** The figure whose entries are behind it: their difference is the step where `is_exact`. */
  measure: z.enum(figureMeasureNames),
  is_exact: z.boolean(),
  /** The properties of `properties`, with their charges in cents. */
  spots: z.array(
    z.object({ pk: z.int(), name: z.string(), earlier: centsField, later: centsField }),
  ),
});
export type BridgeStep = z.infer<typeof bridgeStep>;

const typeFigures = z.object({
  /** Rentals, or payments of monthly drivers, companies and tenants. */
  count: z.int(),
  /** What they paid, without penalties. */
  charges: centsField,
  /** The average stay of those that begin in the period; null without any, and for types without a stay. */
  stay_minutes: z.nullable(z.int()),
});
export type BridgeTypeFigures = z.infer<typeof typeFigures>;

const bridgeSide = z.object({
  start_date: localDateText,
  end_date: localDateText,
  net: centsField,
  /** Entries behind the net. */
  entry_count: z.int(),
});

/** From the net revenue of one period to that of the next. */
export const revenueBridge = z.object({
  earlier: bridgeSide,
  later: bridgeSide,
  /** The later period isn't over, so the same number of days of both is compared. */
  is_partial: z.boolean(),
  steps: z.array(bridgeStep),
  /** Counts, charges and stays by rental type, of all properties. */
  types: z.array(
    z.object({ rental_type: z.enum(reportedTypeNames), earlier: typeFigures, later: typeFigures }),
  ),
  /** When it was read, in ms since 1970. */
  as_of: z.int(),
});
export type RevenueBridge = z.infer<typeof revenueBridge>;

export const getRevenueBridge = endpoint({
  method: 'GET',
  path: '/api/reports/revenue_bridge',
  summary:
    'Why net revenue of a month or week differs from the one before: steps by cause that add up to the change; start_date is any local day of the later period',
  access: inOrganizationOrAtSpot('query.organization', 'query.spot', adminOnly),
  query: z
    .strictObject({
      organization: z.optional(pkOrUuidText),
      spot: z.optional(pkOrUuidText),
      period: z.enum(bridgePeriods),
      start_date: localDateText,
    })
    .check(
      eitherOrganizationOrSpot,
      z.refine<{ period: BridgePeriod; start_date: LocalDate }>(
        ({ period, start_date }) => start_date >= earliestPeriod(period),
        { error: bridgeMessages.tooEarly, path: ['start_date'] },
      ),
    ),
  answer: revenueBridge,
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch the comparison',
});
