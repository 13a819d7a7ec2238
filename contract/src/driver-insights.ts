import * as z from 'zod/mini';
import type { DriverGroup } from './filter-words.ts';
import { driverGroupNames } from './filter-words.ts';
import { adminAndEmployee, atSpot } from './kernel/access.ts';
import { daysBetween } from './kernel/calendar.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pkOrUuidText } from './kernel/fields.ts';
import { localDateText } from './kernel/local-date.ts';
import { pageQuery, pageSchema } from './kernel/paging.ts';

/** Seconds that the insights stay fresh. They cover up to half a year, so a minute changes little. */
const insightsFreshFor = 5 * 60;

/** Who came more often than this in the window is a frequent driver. */
export const powerThreshold = 5;
/** Who came more often than this, and is not frequent, is a return driver. */
export const repeatThreshold = 1;

/** Windows of days, today included, that one chooses from; the first is the default. */
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
type FrequencyWindowDays = Pick<z.output<typeof frequencyWindow>, 'start' | 'end'>;
const windowChecks = [
  z.refine<FrequencyWindowDays>(({ start, end }) => start <= end, {
    error: 'Must not be before start.',
    path: ['end'],
    abort: true,
  }),
  z.refine<FrequencyWindowDays>(({ start, end }) => daysBetween(start, end) < longestWindow, {
    error: `At most ${longestWindow} days.`,
    path: ['start'],
  }),
] as const;
const frequencyQuery = frequencyWindow.check(...windowChecks);

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

/** Drivers by how often they came, as on the pages. */
export const driverGroups: Record<DriverGroup, string> = {
  power: 'Frequent drivers',
  repeat: 'Return drivers',
  one_time: 'One-time drivers',
};

/** Transient drivers on a page. */
export const transientDriversPageSize = 20;

const transientDriver = z.object({
  /** pk of the car: a driver is known by it. */
  car: z.int(),
  plate: z.string(),
  state: z.string(),
  /** Transient rentals in the range, on any weekday. */
  visits: z.int(),
  /** When the first and the last of them began, in ms since 1970. */
  first_at: z.int(),
  last_at: z.int(),
  /** The last of them. */
  last_rental: z.object({ uuid: z.string() }),
});
export type TransientDriver = z.infer<typeof transientDriver>;

const driversQuery = z.extend(frequencyWindow, {
  group: z.optional(z.enum(driverGroupNames)),
  /** Drivers who came on this weekday, 1 = Monday. */
  weekday: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-7]$/, 'Must be a weekday from 1 (Monday) to 7 (Sunday).')),
      z.transform(Number),
    ),
  ),
  page: pageQuery,
});
export type TransientDriversQuery = z.output<typeof driversQuery>;

export const listTransientDrivers = endpoint({
  method: 'GET',
  path: '/api/reports/drivers/frequency/drivers/',
  summary:
    'The transient drivers that the frequencies count: those who came most often first, then the latest',
  access: atSpot('query.spot', adminAndEmployee),
  query: driversQuery.check(...windowChecks),
  answer: pageSchema(transientDriver),
  freshFor: insightsFreshFor,
  failure: 'Could not fetch the drivers',
});
