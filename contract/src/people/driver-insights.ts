import * as z from 'zod/mini';
import { adminAndEmployee, atSpot } from '../kernel/access.ts';
import { daysBetween } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import type { DriverGroup } from './filter-words.ts';
import { driverGroupNames } from './filter-words.ts';

/** How long insights stay fresh, in seconds. They cover up to half a year, so a minute changes little. */
const insightsFreshFor = 5 * 60;

/** A driver with more visits than this in the window is a frequent driver. */
export const powerThreshold = 5;
/**
 * A driver with more visits than this who isn't frequent is a return driver; so is one with fewer who parked here before.
 */
export const repeatThreshold = 1;

/** Windows in days, including today; the first is the default. */
export const frequencyWindows = [90, 180] as const;
export type FrequencyWindow = (typeof frequencyWindows)[number];
const longestWindow = 180;

const lot = z.strictObject({ spot_id: pkOrUuidText });

/** Mean transient rentals per weekday and month. */
const monthlyOccupancy = z.object({
  data: z.record(z.string(), z.object({ average_rentals: z.number() })),
  last_updated_at: z.int(),
});
export type MonthlyOccupancy = z.infer<typeof monthlyOccupancy>;

/** Mean transient rentals per hour of a weekday; hours without any are absent. */
const hourlyOccupancy = z.object({
  data: z.array(
    z.object({
      hour: z.int(),
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
  percentage: z.number(),
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
  dow: z.int(),
  total_drivers: z.int(),
});
export type WeekdayFrequencies = z.infer<typeof weekdayFrequencies>;

const frequencyWindow = z.strictObject({
  spot: pkOrUuidText,
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
  summary:
    'How many transient drivers came often, came back, or came once and are new in a range of days',
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

/** Labels of the driver groups. */
export const driverGroups: Record<DriverGroup, string> = {
  power: 'Frequent drivers',
  repeat: 'Return drivers',
  one_time: 'One-time drivers',
};

/** Transient drivers per page. */
export const transientDriversPageSize = 20;

const transientDriver = z.object({
  car: z.int(),
  plate: z.string(),
  state: z.string(),
  visits: z.int(),
  first_at: z.int(),
  last_at: z.int(),
  last_rental: z.object({ uuid: z.string() }),
});
export type TransientDriver = z.infer<typeof transientDriver>;

const driversQuery = z.extend(frequencyWindow, {
  group: z.optional(z.enum(driverGroupNames)),
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

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  data: 'The drivers by how often they came.',
  'getHourlyHeatmap.data': 'The means by hour and weekday; hours without rentals are absent.',
  'getMonthlyHeatmap.data':
    'The means by month and weekday, such as `6-1` for the Mondays of June; months without a day to count are absent.',
  'getFrequencyBreakdown.data': 'The drivers by how often they came, for each weekday.',
  average_rentals: 'The mean of hourly, daily, flat-rate and free-until-hourly rentals.',
  percentage: 'Their share of the drivers, in percent, with one decimal.',
  threshold:
    'The visits that these drivers have more than, unless they came before; one-time drivers have just as many.',
  count: 'How many drivers they are.',
  'listTransientDrivers.count': 'How many records there are on all pages together.',
  power_drivers: 'Drivers who came often.',
  repeat_drivers:
    'Drivers who came back: several times in the range, or once after an earlier rental at the property.',
  one_time_drivers: 'Drivers who came once and are new: without an earlier rental at the property.',
  total_drivers: 'How many drivers came on the weekday.',
  car: 'The number of the car, which identifies the driver.',
  plate: 'The license plate.',
  state: 'The two letters of the plate’s state; null if it isn’t known.',
  visits: 'How many rentals the driver had in the range.',
  first_at: 'When the first of them began, in milliseconds since 1970.',
  last_at: 'When the last of them began, in milliseconds since 1970.',
  last_rental: 'The last of them.',
  uuid: 'The UUID of the rental.',
  group: 'Only drivers who came often, again, or once.',
};
