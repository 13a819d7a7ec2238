import * as z from 'zod/mini';
import { adminAndAccountant, inOrganization } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { centsField } from '../kernel/money.ts';
import type { BridgeRange } from './changes.ts';
import { bridgeStep, startOfPeriod } from './changes.ts';
import { reportRefreshSeconds } from './reports.ts';

/** The weeks that are compared: the last one that is over, the one before, and the same week of last year. */
export const weekNames = ['week', 'before', 'year_ago'] as const;
export type WeekName = (typeof weekNames)[number];

/** Days between a week and the same week of last year: 52 weeks, so that weekdays match. */
const yearOfWeeks = 364;

/** The weeks to compare on a day: a week, Monday to Sunday, is over on the Monday after. */
export function weeksToCompare(today: LocalDate): Record<WeekName, BridgeRange> {
  const thisMonday = startOfPeriod('week', today);
  const weekFrom = (start: LocalDate): BridgeRange => ({ start, end: addDays(start, 6) });
  const monday = addDays(thisMonday, -7);
  return {
    week: weekFrom(monday),
    before: weekFrom(addDays(monday, -7)),
    year_ago: weekFrom(addDays(monday, -yearOfWeeks)),
  };
}

const weekFigures = z.object({
  gross: centsField,
  net: centsField,
  rentals: z.int(),
  entry_count: z.int(),
  occupancy: z.nullable(z.number()),
});
export type WeekFigures = z.infer<typeof weekFigures>;

const comparedFigures = { week: weekFigures, before: weekFigures, year_ago: weekFigures };

const weekDays = z.object({ start_date: localDateText, end_date: localDateText });

const weekOfProperty = z.object({
  pk: z.int(),
  name: z.string(),
  ...comparedFigures,
  largest_step: z.nullable(bridgeStep),
});
export type WeekOfProperty = z.infer<typeof weekOfProperty>;

const weekComparison = z.object({
  days: z.object({ week: weekDays, before: weekDays, year_ago: weekDays }),
  total: z.object(comparedFigures),
  properties: z.array(weekOfProperty),
  as_of: z.int(),
});
export type WeekComparison = z.infer<typeof weekComparison>;

export const getWeek = endpoint({
  method: 'GET',
  path: '/api/reports/week',
  summary:
    'Last week, Monday to Sunday, of an organization and of each of its properties, with the week before and the same week of last year',
  access: inOrganization('query.organization', adminAndAccountant),
  query: z.strictObject({ organization: pkOrUuidText }),
  answer: weekComparison,
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch last week',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  days: 'The weeks, each from Monday to Sunday by the calendar of each property.',
  week: 'The last week that is over at all properties.',
  before: 'The week before it.',
  year_ago: 'The same week of last year, 364 days earlier.',
  total: 'All properties together.',
  properties: 'Each property, hidden ones too, by name.',
  'properties.name': ['The name of the property.', 'Mission Street Garage'],
  net: 'Net revenue, in cents.',
  rentals: 'Rentals whose first charge came in the week.',
  entry_count: 'How many ledger entries are behind the net revenue.',
  occupancy:
    'The time that rentals took, as a share of the time that today’s number of spaces offers; null for a property without spaces or whose first rental came later.',
  largest_step:
    'The step of the bridge from the week before that changed net revenue most in the direction that it went; null without a change.',
};
