import * as z from 'zod/mini';
import { adminAndEmployee, atSpot } from './kernel/access.ts';
import { daysBetween } from './kernel/calendar.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pkOrUuidText } from './kernel/fields.ts';
import { localDateText } from './kernel/local-date.ts';

/** Seconds that the insights stay fresh. They cover up to half a year, so a minute changes little. */
const insightsFreshFor = 5 * 60;

/** Who came more often than this in the window is a frequent driver. */
export const powerThreshold = 5;
/** Who came more often than this, and is not frequent, is a return driver. */
export const repeatThreshold = 1;

/** Windows of days, today included, that one chooses from; the first is the default (analytics spec §9). */
export const frequencyWindows = [90, 180] as const;
export type FrequencyWindow = (typeof frequencyWindows)[number];
const longestWindow = 180;

const lot = z.strictObject({ spot_id: pkOrUuidText });

/** Mean transient rentals of a weekday of a month. */
const monthlyOccupancy = z.object({
  /** 'month-weekday', month 1 to 12, weekday 1 = Monday to 7 = Sunday; months without a day to count are absent. */
  data: z.record(z.string(), z.object({ average_rentals: z.number() })),
  last_updated_at: z.int(),
});
export type MonthlyOccupancy = z.infer<typeof monthlyOccupancy>;

/** Mean transient rentals of an hour of a weekday; hours without any are absent. */
const hourlyOccupancy = z.object({
  data: z.array(
    z.object({
      hour: z.int(),
      /** 1 = Monday to 7 = Sunday. */
      dow: z.int(),
      average_rentals: z.number(),
    }),
  ),
  last_updated_at: z.int(),
});
export type HourlyOccupancy = z.infer<typeof hourlyOccupancy>;

export const getMonthlyHeatmap = endpoint({
  method: 'GET',
  path: '/api/reports/drivers/insights/heatmap/monthly',
  summary: 'Average transient rentals by weekday in each of the last 12 months',
  access: atSpot('query.spot_id', adminAndEmployee),
  query: lot,
  answer: monthlyOccupancy,
  freshFor: insightsFreshFor,
  failure: 'Could not fetch monthly occupancy reports',
});

export const getHourlyHeatmap = endpoint({
  method: 'GET',
  path: '/api/reports/drivers/insights/heatmap/hourly',
  summary: 'Average transient rentals by hour and weekday over the last 12 weeks',
  access: atSpot('query.spot_id', adminAndEmployee),
  query: lot,
  answer: hourlyOccupancy,
  freshFor: insightsFreshFor,
  failure: 'Could not fetch daily occupancy reports',
});

const share = z.object({
  /** Of the drivers, 0 to 100 with one decimal. */
  percentage: z.number(),
  /** Visits that the group has more than; one-time drivers have just as many. */
  threshold: z.int(),
  count: z.int(),
});

const frequencies = z.object({
  power_drivers: share,
  repeat_drivers: share,
  one_time_drivers: share,
});
export type Frequencies = z.infer<typeof frequencies>;

const weekdayFrequencies = z.extend(frequencies, {
  /** 1 = Monday to 7 = Sunday. */
  dow: z.int(),
  total_drivers: z.int(),
});
export type WeekdayFrequencies = z.infer<typeof weekdayFrequencies>;

const frequencyWindow = z.strictObject({
  spot: pkOrUuidText,
  /** The first and the last day, both included. */
  start: localDateText,
  end: localDateText,
});
const frequencyQuery = frequencyWindow.check(
  z.refine(({ start, end }) => start <= end, {
    error: 'Must not be before start.',
    path: ['end'],
    abort: true,
  }),
  z.refine(({ start, end }) => daysBetween(start, end) < longestWindow, {
    error: `At most ${longestWindow} days.`,
    path: ['start'],
  }),
);

export const getDriverFrequency = endpoint({
  method: 'GET',
  path: '/api/reports/drivers/frequency/',
  summary: 'How many transient drivers came often, came back, or came once in a range of days',
  access: atSpot('query.spot', adminAndEmployee),
  query: frequencyQuery,
  answer: z.object({ data: frequencies, last_updated_at: z.int() }),
  freshFor: insightsFreshFor,
  failure: 'Could not fetch reports',
});

export const getFrequencyBreakdown = endpoint({
  method: 'GET',
  path: '/api/reports/drivers/frequency/breakdown/',
  summary: 'The same by weekday: each driver counts on every weekday they came',
  access: atSpot('query.spot', adminAndEmployee),
  query: frequencyQuery,
  answer: z.object({ data: z.array(weekdayFrequencies), last_updated_at: z.int() }),
  freshFor: insightsFreshFor,
  failure: 'Could not fetch reports',
});
