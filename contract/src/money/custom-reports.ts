import * as z from 'zod/mini';
import { adminAndAccountant, adminOnly, atSpot, ofSpotRecord } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays, addMonths, getWeekday, startOfMonth, startOfYear } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import { withShown } from '../kernel/shown.ts';
import { aggregatorNames } from '../people/aggregator-rentals.ts';
import { rentalsByFirstCharge } from '../people/rentals.ts';
import { earliestReportDate } from './report-range.ts';
import { grossMeaning, netMeaning, reportRefreshSeconds } from './reports.ts';

/** What a custom report can measure, with labels and hints. */
export const reportMeasures = {
  gross: { label: 'Gross revenue', hint: grossMeaning },
  net: { label: 'Net revenue', hint: netMeaning },
  rentals: { label: 'Rentals', hint: rentalsByFirstCharge },
  refunds: { label: 'Refunds', hint: 'Money returned to drivers, on the day it was returned.' },
  average_stay: {
    label: 'Average stay',
    hint: 'The average length of hourly, daily and flat rate rentals that start in the period. Monthly rentals, companies and tenants aren’t counted.',
  },
  occupancy: {
    label: 'Occupancy',
    hint: 'The average share of spaces in use by rentals, up to the last full hour. It’s based on today’s number of spaces.',
  },
} as const;
export type ReportMeasure = keyof typeof reportMeasures;
export const reportMeasureNames = Object.keys(reportMeasures) as [
  ReportMeasure,
  ...ReportMeasure[],
];

/** What a custom report can group by, with labels. */
export const reportGroupings = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  weekday: 'Weekday',
  hour: 'Hour of the day',
  rental_type: 'Rental type',
  source: 'Source',
} as const;
export type ReportGrouping = keyof typeof reportGroupings;
export const reportGroupingNames = Object.keys(reportGroupings) as [
  ReportGrouping,
  ...ReportGrouping[],
];

const sourceNames: Readonly<Record<string, string>> = {
  ...aggregatorNames,
  enforcement: 'Enforcement',
  valet: 'Valet',
};

/** A source's display name: 'SpotHero', 'Enforcement'; a name from another system is shown as a word: 'My site'. */
export function getSourceName(source: string): string {
  if (Object.hasOwn(sourceNames, source)) return sourceNames[source] ?? source;
  const words = source.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the source Enforcement excludes, since pages use the same word for more. */
export const enforcementSourceHint =
  'As a source, enforcement is only what enforcement itself charged. Enforcement Revenue on the detail page also counts rentals from other sources that started automatically when a known plate was seen.';

/** Ranges that move with the calendar, and 'fixed' for two given days. */
export const reportRanges = {
  last_7_days: 'Last 7 days',
  last_28_days: 'Last 28 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  this_week: 'This week',
  last_week: 'Last week',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  last_year: 'Last year',
  fixed: 'Chosen dates',
} as const;
export type ReportRangeName = keyof typeof reportRanges;
const reportRangeNames = Object.keys(reportRanges) as [ReportRangeName, ...ReportRangeName[]];

/** Maximum days of a report: three years, including one February 29. */
export const maxReportDays = 1096;
/** Maximum days of a report that reads single hours. */
export const maxHourlyDays = 366;
/** Maximum saved reports per property. */
export const maxSavedReports = 100;

export const customReportMessages = {
  measures: 'Choose at least one measure.',
  twice: 'List each measure only once.',
  tooLong: 'Choose three years or less.',
  tooLongForHours: 'Occupancy and hours of the day are available for up to one year.',
  order: 'Must not be before start_date.',
  fixedDates: 'Chosen dates need a first and a last day; other ranges take no dates.',
  name: 'Give the report a name.',
  taken: 'This property already has a report with this name. Choose another name.',
  full: `A property keeps up to ${maxSavedReports} reports. Delete one first.`,
  occupancy: 'Occupancy isn’t available by rental type or source.',
  empty: 'Nothing happened in this range',
} as const;

/** Why a measure isn't available in a grouping or over this many days; null if it is. */
export function whyNotMeasured(
  measure: ReportMeasure,
  group: ReportGrouping,
  days = 1,
): string | null {
  if (measure !== 'occupancy') return null;
  if (group === 'rental_type' || group === 'source') return customReportMessages.occupancy;
  return days > maxHourlyDays ? customReportMessages.tooLongForHours : null;
}

/** The days of a moving range up to today, both included. */
export function daysOfRange(
  range: Exclude<ReportRangeName, 'fixed'>,
  today: LocalDate,
): { start: LocalDate; end: LocalDate } {
  const [month, year] = [startOfMonth(today), startOfYear(today)];
  const monday = addDays(today, 1 - getWeekday(today));
  const lastDays = (days: number) => ({ start: addDays(today, 1 - days), end: today });
  return {
    last_7_days: () => lastDays(7),
    last_28_days: () => lastDays(28),
    last_30_days: () => lastDays(30),
    last_90_days: () => lastDays(90),
    this_week: () => ({ start: monday, end: today }),
    last_week: () => ({ start: addDays(monday, -7), end: addDays(monday, -1) }),
    this_month: () => ({ start: month, end: today }),
    last_month: () => ({ start: addMonths(month, -1), end: addDays(month, -1) }),
    this_year: () => ({ start: year, end: today }),
    last_year: () => ({ start: addMonths(year, -12), end: addDays(year, -1) }),
  }[range]();
}

const optionalCents = z.optional(centsField);

/** The requested measures: cents, a count, minutes, or a share of the spaces (0.5 = half). null = no data. */
export const measuredValues = z.object({
  gross: optionalCents,
  net: optionalCents,
  rentals: z.optional(z.int()),
  refunds: optionalCents,
  average_stay: z.optional(z.nullable(z.int())),
  occupancy: z.optional(z.nullable(z.number())),
});
export type MeasuredValues = z.infer<typeof measuredValues>;

/** `days` = how many days of the range, up to today, the group contains. */
export const reportGroup = z.object({
  key: z.string(),
  days: z.int(),
  values: measuredValues,
});
export type ReportGroup = z.infer<typeof reportGroup>;

export const customReport = z.object({
  groups: z.array(reportGroup),
  total: z.object({ days: z.int(), values: measuredValues }),
});
export type CustomReport = z.infer<typeof customReport>;

const reportDay = localDateText.check(
  z.refine(
    (day) => day >= earliestReportDate && day < '2100',
    `Must be a day from ${earliestReportDate} on.`,
  ),
);

const measuresField = z.array(z.enum(reportMeasureNames)).check(
  z.minLength(1, customReportMessages.measures),
  z.refine((measures) => new Set(measures).size === measures.length, customReportMessages.twice),
);

const isMeasure = (word: string): word is ReportMeasure => Object.hasOwn(reportMeasures, word);

/** Parses a list of measures such as 'gross,net', without duplicates; null if a word isn’t a measure. */
export function parseMeasures(list: string): ReportMeasure[] | null {
  const words = [...new Set(list.split(',').filter(Boolean))];
  return words.every(isMeasure) ? words : null;
}

const measuresText = z.string().check(
  z.refine((list) => list !== '', { error: customReportMessages.measures, abort: true }),
  z.refine(
    (list) => Boolean(parseMeasures(list)?.length),
    `Must be a list of ${reportMeasureNames.join(', ')}.`,
  ),
);

interface Dates {
  start_date: LocalDate;
  end_date: LocalDate;
}

const inOrder = z.refine<Dates>(({ start_date, end_date }) => start_date <= end_date, {
  error: customReportMessages.order,
  path: ['end_date'],
});
const withinThreeYears = z.refine<Dates>(
  ({ start_date, end_date }) => end_date < addDays(start_date, maxReportDays),
  { error: customReportMessages.tooLong, path: ['end_date'] },
);
interface ReportParameters {
  measures: ReportMeasure[] | string;
  group: ReportGrouping;
  start_date?: LocalDate | null | undefined;
  end_date?: LocalDate | null | undefined;
}
const listMeasures = ({ measures }: ReportParameters) =>
  typeof measures === 'string' ? (parseMeasures(measures) ?? []) : measures;
const hoursWithinAYear = z.refine<ReportParameters>(
  (query) => {
    const { group, start_date, end_date } = query;
    const hourly = group === 'hour' || listMeasures(query).includes('occupancy');
    return !hourly || !start_date || !end_date || end_date < addDays(start_date, maxHourlyDays);
  },
  { error: customReportMessages.tooLongForHours, path: ['end_date'] },
);
const measurable = z.refine<ReportParameters>(
  (query) => listMeasures(query).every((measure) => whyNotMeasured(measure, query.group) === null),
  { error: customReportMessages.occupancy, path: ['measures'] },
);

const reportQuery = z
  .strictObject({
    spot: pkOrUuidText,
    measures: measuresText,
    group: z.enum(reportGroupingNames),
    start_date: reportDay,
    end_date: reportDay,
  })
  .check(inOrder, withinThreeYears, measurable, hoursWithinAYear);

export const getCustomReport = endpoint({
  method: 'GET',
  path: '/api/reports/custom/',
  summary:
    'Chosen measures of a property, grouped, over a range of up to three years, or one year with hours; both days are included',
  access: atSpot('query.spot', adminAndAccountant),
  query: reportQuery,
  answer: customReport,
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch the report',
});

export const downloadCustomReport = endpoint({
  method: 'GET',
  path: '/api/downloads/custom_report',
  summary: 'The same as a file, a row for each group and the total',
  access: atSpot('query.spot', adminAndAccountant),
  query: reportQuery,
  file: 'text/csv',
  failure: 'Could not download the report',
});

/** A saved report; the dates are null unless its range is fixed. */
export const savedReport = z.object({
  pk: z.int(),
  name: z.string(),
  measures: z.array(z.enum(reportMeasureNames)),
  group: z.enum(reportGroupingNames),
  range: z.enum(reportRangeNames),
  start_date: z.nullable(localDateText),
  end_date: z.nullable(localDateText),
});
export type SavedReport = z.infer<typeof savedReport>;

export const listSavedReports = endpoint({
  method: 'GET',
  path: '/api/reports/custom/saved/',
  summary: 'The saved custom reports of a property, by name',
  access: atSpot('query.spot', adminAndAccountant),
  events: [],
  query: z.strictObject({ spot: pkOrUuidText }),
  answer: z.array(savedReport),
  freshFor: 300,
  failure: 'Could not fetch the saved reports',
});

const reportName = text(60, customReportMessages.name);

export const createSavedReport = endpoint({
  method: 'POST',
  path: '/api/reports/custom/saved/',
  summary: 'Saves a custom report of a property under a name',
  access: atSpot('body.spot', adminOnly),
  events: [],
  body: z
    .strictObject({
      spot: z.union([pk, pkOrUuidText]),
      name: reportName,
      measures: measuresField,
      group: z.enum(reportGroupingNames),
      range: z.enum(reportRangeNames),
      start_date: z.optional(z.nullable(reportDay)),
      end_date: z.optional(z.nullable(reportDay)),
    })
    .check(
      measurable,
      hoursWithinAYear,
      z.refine(
        ({ range, start_date, end_date }) =>
          (range === 'fixed') === Boolean(start_date) && Boolean(start_date) === Boolean(end_date),
        { error: customReportMessages.fixedDates, path: ['range'] },
      ),
      z.refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
        error: customReportMessages.order,
        path: ['end_date'],
      }),
      z.refine(
        ({ start_date, end_date }) =>
          !start_date || !end_date || end_date < addDays(start_date, maxReportDays),
        { error: customReportMessages.tooLong, path: ['end_date'] },
      ),
    ),
  answer: savedReport,
  failure: 'Could not save the report',
});

const byPk = z.strictObject({
  id: pkText,
});

/** What the form of a name shows. */
const shownOfReport = ['name'] as const;

export const renameSavedReport = endpoint({
  method: 'PATCH',
  path: '/api/reports/custom/saved/:id/',
  summary: 'Renames a saved custom report',
  access: ofSpotRecord('custom report', 'params.id', adminOnly),
  events: [],
  params: byPk,
  shown: shownOfReport,
  body: withShown(z.strictObject({ name: reportName }), shownOfReport),
  answer: savedReport,
  failure: 'Could not rename the report',
});

export const deleteSavedReport = endpoint({
  method: 'DELETE',
  path: '/api/reports/custom/saved/:id/',
  summary: 'Deletes a saved custom report',
  access: ofSpotRecord('custom report', 'params.id', adminOnly),
  events: [],
  params: byPk,
  failure: 'Could not delete the report',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  rentals: 'How many rentals there were, counted on the day of their first charge.',
  average_stay:
    'The average stay in minutes of hourly, daily and flat-rate rentals that start in the range; null without any.',
  occupancy:
    'The average share of spaces in use: 0.5 is half of them. null if there is nothing to take it of.',
  groups: 'A row for each group.',
  days: 'How many days of the range are not after today.',
  'reportGroup.days': 'How many days of the range, up to today, are in the group.',
  measures: 'What the report measures.',
  ':query.measures': ['What to measure, separated by commas.', 'gross,net'],
  name: ['The name of the report.', 'Weekends'],
  'createSavedReport.name': ['A name for the report, unique at the property.', 'Weekends'],
  'renameSavedReport.name': ['The new name of the report.', 'Weekends'],
  range: '`fixed` for two days that stay; the others move with the calendar.',
  group: 'What the rows are grouped by.',
  key: 'The group: a day, a week by its Monday, a month by its first day, a weekday from 1 (Monday), an hour, a rental type or a source.',
  values: 'The measures that were asked for.',
  total: 'The whole range.',
  'savedReport.start_date': 'The first day of a fixed range; null for others.',
  'createSavedReport.start_date': 'The first day of a fixed range; leave it out for others.',
  'savedReport.end_date': 'The last day of a fixed range; null for others.',
  'createSavedReport.end_date': 'The last day of a fixed range; leave it out for others.',
};
