import { maxSingleDays } from '@lotkeeper/contract/cars/outcomes';
import { maxDriverLogDays } from '@lotkeeper/contract/cars/visibility';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth, startOfYear } from '@lotkeeper/contract/kernel/calendar';
import type { Connection } from '../place.ts';
import { moneyReads } from './money-reads.ts';
import type { Lot, Read } from './read.ts';
import { file, inMonth, list, memory, rollup, startSeconds } from './read.ts';

/** The overview of one period, from a day to the next period's first day. */
const overview = (
  name: string,
  select: (today: LocalDate) => readonly [from: LocalDate, to: LocalDate],
) =>
  rollup(`slots/overview, ${name}`, (lot, today) => {
    const [start, end] = select(today).map((day) => startSeconds(day, lot));
    return `/api/slots/overview?spot=${lot.pk}&start_date_from=${start}&start_date_to=${end}`;
  });

/** How often drivers come, over the longest window that can be selected. */
const frequency = (name: string, path: string, filter = '') =>
  list(`drivers/frequency${name}, 180 days`, ({ pk }, today) => {
    const days = `start=${addDays(today, -179)}&end=${today}`;
    return `/api/reports/drivers/frequency/${path}?spot=${pk}&${days}${filter}`;
  });

/** A custom report over the maximum range of a grouping, with every measure that it supports. */
const custom = (group: string, measures: string, years: 1 | 3) =>
  list(
    `reports/custom, ${years} ${years === 1 ? 'year' : 'years'} by ${group}`,
    ({ pk }, today) => {
      const days = `start_date=${addDays(today, -365 * years)}&end_date=${today}`;
      return `/api/reports/custom/?spot=${pk}&measures=${measures}&group=${group}&${days}`;
    },
  );
const notHourly = 'gross,net,rentals,refunds,average_stay';

/** The cars of the last days. */
const carTracking = (name: string, days: number) =>
  list(name, (lot, today) => {
    const [start, end] = [addDays(today, -days), today].map((day) => startSeconds(day, lot));
    return `/api/car_tracking?uuid=${lot.uuid}&page=1&start=${start}&end=${end}`;
  });

const slots = ({ pk }: Lot) => `/api/slots/?spotId=${pk}&state=ACTIVE&rentalType=daily,flat,hourly`;

/** The reads of the property's pages, and of the list that leads to them. */
export const reads: readonly Read[] = [
  rollup('reports/spots', ({ pk }) => `/api/reports/spots/?spot=${pk}`),
  rollup('organizations/{id}', ({ organization }) => `/api/organizations/${organization}/`),
  overview('today', (today) => [today, addDays(today, 1)]),
  overview('month', (today) => [startOfMonth(today), addMonths(startOfMonth(today), 1)]),
  overview('year', (today) => [startOfYear(today), addMonths(startOfYear(today), 12)]),
  list('promo_codes/uses', ({ pk }) => `/api/promo_codes/uses/?spot=${pk}&code=BENCH`),
  list(
    'reports/promocodes',
    ({ pk }, today) => `/api/reports/promocodes?spot=${pk}&${inMonth(today)}`,
  ),
  list('spots?organization', ({ organization }) => `/api/spots?organization=${organization}`),
  list('spots/{id}', ({ pk }) => `/api/spots/${pk}/`),
  list('plate_checks', ({ pk }) => `/api/plate_checks/?spot=${pk}&plate=ABC1234`),
  list('multiday_pricing_history', ({ pk }) => `/api/spots/${pk}/multiday_pricing_history/?days=6`),
  list('reports/reviews', ({ uuid }) => `/api/reports/reviews/?spot=${uuid}&days=90`),
  list('reviews, 4 stars', ({ uuid }) => `/api/reviews/?spot=${uuid}&days=90&rating=4`),
  list('slots, active', slots),
  ...Object.entries({ plate: 'AB1', name: 'ana', email: '@example', phone: '5551' }).map(
    ([field, term]) =>
      list(`slots, search by ${field}`, (lot) => `${slots(lot)},monthly&searchTerm=${term}`, 5),
  ),
  // The log entries of the searches above.
  list(
    'plate_searches',
    ({ organization }) => `/api/organizations/${organization}/plate_searches/`,
  ),
  list('bulkrentals', ({ pk }) => `/api/bulkrentals/?spot=${pk}`),
  list('tickets/plate', ({ pk }) => `/api/tickets/plate/?spot=${pk}&plate=ABC123`),
  rollup('reports/outcomes, a year', ({ pk }, today) => {
    const days = `start_date=${addDays(today, -364)}&end_date=${today}`;
    return `/api/reports/outcomes/?spot=${pk}&${days}`;
  }),
  list(
    'validation_bills',
    ({ pk }, today) => `/api/validation_bills/?spot=${pk}&month=${startOfMonth(today)}`,
  ),
  list('reports/outcomes/visits, a year', ({ pk }, today) => {
    const days = `start_date=${addDays(today, -364)}&end_date=${today}`;
    return `/api/reports/outcomes/visits/?spot=${pk}&${days}&outcome=rental`;
  }),
  list('reports/outcomes/causes, a year', ({ pk }, today) => {
    const days = `start_date=${addDays(today, -364)}&end_date=${today}`;
    return `/api/reports/outcomes/causes/?spot=${pk}&${days}`;
  }),
  list('reports/outcomes/camera_gaps, of an organization', ({ organization }, today) => {
    const days = `start_date=${addDays(today, 1 - maxSingleDays)}&end_date=${today}`;
    return `/api/reports/outcomes/camera_gaps/?organization=${organization}&${days}`;
  }),
  list('receivables', (lot) => `/api/receivables/?organization=${lot.organization}`),
  file(
    'downloads/receivables',
    (lot) => `/api/downloads/receivables?organization=${lot.organization}`,
  ),
  list('tickets/open', ({ pk }) => `/api/tickets/?spot=${pk}&status=Created`),
  list(
    'tickets, a year',
    ({ pk }, today) =>
      `/api/tickets/?spot=${pk}&start_date=${addDays(today, -364)}&end_date=${today}`,
  ),
  rollup('reports/daily_reports', ({ pk }) => `/api/reports/daily_reports?spot=${pk}`),
  custom('day', notHourly, 3),
  custom('source', notHourly, 3),
  custom('day', `${notHourly},occupancy`, 1),
  custom('hour', `${notHourly},occupancy`, 1),
  rollup('revenue/mom', ({ pk }) => `/api/transactions/reports/revenue/mom?spot_id=${pk}`),
  rollup(
    'revenue/mom/rental_types',
    ({ pk }) => `/api/transactions/reports/revenue/mom/rental_types?spot_id=${pk}`,
  ),
  list(
    'reports/aggregators',
    ({ pk }, today) => `/api/reports/aggregators?spot=${pk}&${inMonth(today)}`,
  ),
  list('hero_stats', ({ uuid }) => `/api/hero_stats?uuid=${uuid}`),
  list('camera/recent_images', ({ pk }) => `/api/camera/recent_images/${pk}`),
  carTracking('car_tracking', 1),
  carTracking('car_tracking, a month', maxDriverLogDays),
  ...['monthly', 'hourly'].map((period) =>
    rollup(
      `heatmap/${period}`,
      ({ pk }) => `/api/reports/drivers/insights/heatmap/${period}?spot_id=${pk}`,
    ),
  ),
  frequency('', ''),
  frequency('/breakdown', 'breakdown/'),
  frequency('/drivers', 'drivers/', '&group=power'),
  list('timeline, newest days', ({ uuid }) => `/api/spots/${uuid}/timeline/`),
  list('timeline, two years back', (lot, today) => {
    const offset = startSeconds(addMonths(today, -24), lot);
    return `/api/spots/${lot.uuid}/timeline/?offset=${offset}`;
  }),
  rollup('reports/local_intelligence', ({ pk }) => `/api/reports/local_intelligence/?spot=${pk}`),
  list(
    'reports/day_notes, 100 days',
    ({ pk }, today) =>
      `/api/reports/day_notes/?spot=${pk}&start=${addDays(today, -99)}&end=${today}`,
  ),
  list(
    'reports/coming_days',
    ({ organization }) => `/api/reports/coming_days/?organization=${organization}`,
  ),
  ...moneyReads,
  memory('v2/profiles/me', () => '/api/v2/profiles/me'),
];

/** Random lots, weighted by demand, with dynamic prices if a read needs them. */
export async function drawLots(sql: Connection, count: number): Promise<Lot[]> {
  await sql`select setseed(0.5)`;
  return sql<Lot[]>`
    select pk::int, uuid, organization, timezone from (
      select s.pk, s.uuid, s.organization_id::int as organization, s.timezone
      from bench_lots b join spots s on s.pk = b.pk
      where s.dynamic_pricing_enabled order by b.place) by_demand
    order by random() limit ${count}`;
}
