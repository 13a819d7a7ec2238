import {
  addDays,
  addMonths,
  instant,
  startOfDay,
  startOfMonth,
  startOfYear,
  toEpochSeconds,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { maxDriverLogDays } from '@lotkeeper/contract/visibility';
import type { Connection } from '../place.ts';
import { moneyReads } from './money-reads.ts';
import type { Lot, Read } from './read.ts';

/** The overview of one span, each from the day it begins on until the day the next one does. */
const overview = (name: 'today' | 'month' | 'year'): Read => ({
  name: `slots/overview, ${name}`,
  kind: 'rollup',
  path: (lot, now) => {
    const today = toLocalDate(instant(now), lot.timezone);
    const [from, to] = {
      today: [today, addDays(today, 1)] as const,
      month: [startOfMonth(today), addMonths(startOfMonth(today), 1)] as const,
      year: [startOfYear(today), addMonths(startOfYear(today), 12)] as const,
    }[name];
    const [start, end] = [from, to].map((day) => toEpochSeconds(startOfDay(day, lot.timezone)));
    return `/api/slots/overview?spot=${lot.pk}&start_date_from=${start}&start_date_to=${end}`;
  },
});

/** The longest window that drivers are counted over. */
const halfYear = (lot: Lot, now: number) => {
  const today = toLocalDate(instant(now), lot.timezone);
  return `spot=${lot.pk}&start=${addDays(today, -179)}&end=${today}`;
};

/** A custom report of the longest range that a grouping allows, with every measure that it can show. */
const custom = (group: string, measures: string, years: 1 | 3): Read => ({
  name: `reports/custom, ${years} ${years === 1 ? 'year' : 'years'} by ${group}`,
  kind: 'list',
  path: (lot, now) => {
    const today = toLocalDate(instant(now), lot.timezone);
    return `/api/reports/custom/?spot=${lot.pk}&measures=${measures}&group=${group}&start_date=${addDays(today, -365 * years)}&end_date=${today}`;
  },
});
const notHourly = 'gross,net,rentals,refunds,average_stay';

/** The reads of the property's pages, and the list that leads to them. */
export const reads: readonly Read[] = [
  { name: 'reports/spots', kind: 'rollup', path: (lot) => `/api/reports/spots/?spot=${lot.pk}` },
  {
    name: 'organizations/{id}',
    kind: 'rollup',
    path: (lot) => `/api/organizations/${lot.organization}/`,
  },
  overview('today'),
  overview('month'),
  overview('year'),
  {
    name: 'promo_codes/uses',
    kind: 'list',
    path: (lot) => `/api/promo_codes/uses/?spot=${lot.pk}&code=BENCH`,
  },
  {
    name: 'reports/promocodes',
    kind: 'list',
    path: (lot, now) => {
      const [year, month] = toLocalDate(instant(now), lot.timezone).split('-').map(Number);
      return `/api/reports/promocodes?spot=${lot.pk}&year=${year}&month=${month}`;
    },
  },
  {
    name: 'spots?organization',
    kind: 'list',
    path: (lot) => `/api/spots?organization=${lot.organization}`,
  },
  { name: 'spots/{id}', kind: 'list', path: (lot) => `/api/spots/${lot.pk}/` },
  {
    name: 'multiday_pricing_history',
    kind: 'list',
    path: (lot) => `/api/spots/${lot.pk}/multiday_pricing_history/?days=6`,
  },
  {
    name: 'reports/reviews',
    kind: 'list',
    path: (lot) => `/api/reports/reviews/?spot=${lot.uuid}&days=90`,
  },
  {
    name: 'reviews, 4 stars',
    kind: 'list',
    path: (lot) => `/api/reviews/?spot=${lot.uuid}&days=90&rating=4`,
  },
  {
    name: 'slots, active',
    kind: 'list',
    path: (lot) => `/api/slots/?spotId=${lot.pk}&state=active&rentalType=daily,flat,hourly`,
  },
  ...Object.entries({ plate: 'AB1', name: 'ana', 'e-mail': '@example', phone: '5551' }).map(
    ([field, term]): Read => ({
      name: `slots, search by ${field}`,
      kind: 'list',
      most: 5,
      path: (lot) =>
        `/api/slots/?spotId=${lot.pk}&state=active&rentalType=daily,flat,hourly,monthly&searchTerm=${term}`,
    }),
  ),
  {
    // What the searches above left in the log.
    name: 'plate_searches',
    kind: 'list',
    path: (lot) => `/api/organizations/${lot.organization}/plate_searches/`,
  },
  {
    name: 'bulkrentals',
    kind: 'list',
    path: (lot) => `/api/bulkrentals/?spot=${lot.pk}`,
  },
  {
    name: 'tickets/plate',
    kind: 'list',
    path: (lot) => `/api/tickets/plate/?spot=${lot.pk}&plate=ABC123`,
  },
  {
    name: 'tickets/open',
    kind: 'list',
    path: (lot) => `/api/tickets/?spot=${lot.pk}&status=Created`,
  },
  {
    name: 'tickets, a year',
    kind: 'list',
    path: (lot, now) => {
      const today = toLocalDate(instant(now), lot.timezone);
      return `/api/tickets/?spot=${lot.pk}&start_date=${addDays(today, -364)}&end_date=${today}`;
    },
  },
  {
    name: 'reports/daily_reports',
    kind: 'rollup',
    path: (lot) => `/api/reports/daily_reports?spot=${lot.pk}`,
  },
  custom('day', notHourly, 3),
  custom('source', notHourly, 3),
  custom('day', `${notHourly},occupancy`, 1),
  custom('hour', `${notHourly},occupancy`, 1),
  {
    name: 'revenue/mom',
    kind: 'rollup',
    path: (lot) => `/api/transactions/reports/revenue/mom?spot_id=${lot.pk}`,
  },
  {
    name: 'revenue/mom/rental_types',
    kind: 'rollup',
    path: (lot) => `/api/transactions/reports/revenue/mom/rental_types?spot_id=${lot.pk}`,
  },
  {
    name: 'reports/aggregators',
    kind: 'list',
    path: (lot, now) => {
      const [year, month] = toLocalDate(instant(now), lot.timezone).split('-').map(Number);
      return `/api/reports/aggregators?spot=${lot.pk}&month=${month}&year=${year}`;
    },
  },
  { name: 'hero_stats', kind: 'list', path: (lot) => `/api/hero_stats?uuid=${lot.uuid}` },
  {
    name: 'camera/recent_images',
    kind: 'list',
    path: (lot) => `/api/camera/recent_images/${lot.pk}`,
  },
  {
    name: 'car_tracking',
    kind: 'list',
    path: (lot, now) => {
      const today = toLocalDate(instant(now), lot.timezone);
      const [start, end] = [addDays(today, -1), today].map((day) =>
        toEpochSeconds(startOfDay(day, lot.timezone)),
      );
      return `/api/car_tracking?uuid=${lot.uuid}&page=1&start=${start}&end=${end}`;
    },
  },
  {
    name: 'car_tracking, a month',
    kind: 'list',
    path: (lot, now) => {
      const today = toLocalDate(instant(now), lot.timezone);
      const [start, end] = [addDays(today, -maxDriverLogDays), today].map((day) =>
        toEpochSeconds(startOfDay(day, lot.timezone)),
      );
      return `/api/car_tracking?uuid=${lot.uuid}&page=1&start=${start}&end=${end}`;
    },
  },
  {
    name: 'heatmap/monthly',
    kind: 'rollup',
    path: (lot) => `/api/reports/drivers/insights/heatmap/monthly?spot_id=${lot.pk}`,
  },
  {
    name: 'heatmap/hourly',
    kind: 'rollup',
    path: (lot) => `/api/reports/drivers/insights/heatmap/hourly?spot_id=${lot.pk}`,
  },
  {
    name: 'drivers/frequency, 180 days',
    kind: 'list',
    path: (lot, now) => `/api/reports/drivers/frequency/?${halfYear(lot, now)}`,
  },
  {
    name: 'drivers/frequency/breakdown, 180 days',
    kind: 'list',
    path: (lot, now) => `/api/reports/drivers/frequency/breakdown/?${halfYear(lot, now)}`,
  },
  {
    name: 'drivers/frequency/drivers, 180 days',
    kind: 'list',
    path: (lot, now) => `/api/reports/drivers/frequency/drivers/?${halfYear(lot, now)}&group=power`,
  },
  {
    name: 'timeline, newest days',
    kind: 'list',
    path: (lot) => `/api/spots/${lot.uuid}/timeline/`,
  },
  {
    name: 'timeline, two years back',
    kind: 'list',
    path: (lot, now) => {
      const day = addMonths(toLocalDate(instant(now), lot.timezone), -24);
      const offset = toEpochSeconds(startOfDay(day, lot.timezone));
      return `/api/spots/${lot.uuid}/timeline/?offset=${offset}`;
    },
  },
  {
    name: 'reports/local_intelligence',
    kind: 'rollup',
    path: (lot) => `/api/reports/local_intelligence/?spot=${lot.pk}`,
  },
  {
    name: 'reports/day_notes, 100 days',
    kind: 'list',
    path: (lot, now) => {
      const today = toLocalDate(instant(now), lot.timezone);
      return `/api/reports/day_notes/?spot=${lot.pk}&start=${addDays(today, -99)}&end=${today}`;
    },
  },
  ...moneyReads,
  { name: 'v2/profiles/me', kind: 'memory', path: () => '/api/v2/profiles/me' },
];

/** Lots drawn at random, each as often as its demand deserves, and of dynamic prices where a read needs them. */
export async function drawLots(sql: Connection, count: number): Promise<Lot[]> {
  await sql`select setseed(0.5)`;
  return sql<Lot[]>`
    select pk::int, uuid, organization, timezone from (
      select s.pk, s.uuid, s.organization_id::int as organization, s.timezone
      from bench_lots b join spots s on s.pk = b.pk
      where s.dynamic_pricing_enabled order by b.place) by_demand
    order by random() limit ${count}`;
}
