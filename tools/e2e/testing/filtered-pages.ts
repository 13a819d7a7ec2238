import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear } from '@lotkeeper/contract/kernel/month-year';
import type { stringifySearch } from '../../../web/src/kernel/url-state.ts';
import { findToday } from './clock.ts';

/** Filters as they are in a URL. */
export type Filters = Record<string, string>;

/** The schema of a page's filters. */
interface Schema {
  shape: object;
  parse: (search: unknown) => Parameters<typeof stringifySearch>[0];
}

const web = join(process.cwd(), 'web/src');
const routes = join(web, 'app/routes');

/** The schema that a route names; null if it's written in the route itself. */
async function readSchema(source: string): Promise<Schema | null> {
  const name = /validateSearch: (\w+Search)\b/.exec(source)?.[1] ?? '';
  const file = new RegExp(`\\b${name}\\b.*\\} from '#(.+)'`).exec(source)?.[1];
  if (!name || !file) return null;
  const module = (await import(join(web, file))) as Record<string, Schema>;
  return module[name] ?? null;
}

/** The schemas of all pages that keep filters in their URL, by the page's path. */
export async function readFilterSchemas(): Promise<Map<string, Schema | null>> {
  const schemas = new Map<string, Schema | null>();
  for (const file of readdirSync(routes, { recursive: true, encoding: 'utf8' })) {
    const source = file.endsWith('.tsx') ? readFileSync(join(routes, file), 'utf8') : '';
    if (!source.includes('validateSearch')) continue;
    const route = /createFileRoute\(\s*'([^']+)'/.exec(source)?.[1] ?? '';
    const path = route.replace(/\/_auth|\/_shell/g, '').replaceAll('_/', '/');
    const page = path
      .replace('/organization/$organizationId', 'organization')
      .replace('organization/spots/$spotId', 'spot');
    schemas.set(page, await readSchema(source));
  }
  return schemas;
}

const today = findToday();
const day = (daysAgo: number) => addDays(today, -daysAgo);
const days = { startDate: day(20), endDate: day(10) };
/** Different on each page, since a page doesn't read again what another one has read. */
const month = (monthsAgo: number) => addMonths(today, -monthsAgo).slice(0, 7);
const monthYear = (monthsAgo: number) => formatMonthYear(addMonths(today, -monthsAgo));

/** What is set on a page. */
export interface FilteredPage {
  page: string;
  /** Filters that the others need. */
  beside?: Filters;
  /** For each filter another value than the page has by itself, or in `beside`. */
  values: Filters;
  /** Why a filter changes what the page shows, and no read. */
  shown?: Filters;
  /** Filters that nothing fits here, so the page doesn't read more about what it lists. */
  nothing?: string[];
  /** The buttons that lead to its file. */
  download?: string[];
  /** Why a file of the page isn't of a list. */
  noList?: string;
  /** Why a filter isn't in the file. */
  notInFile?: Filters;
  /** Who opens it, if not an Admin. */
  who?: 'superuser';
  lot?: string;
}

/** Another property of the organization. */
const otherSpot = '2';

const allAtOnce = 'One read has it all.';

export const filteredPages: FilteredPage[] = [
  { page: 'organization/appeals', values: { state: 'done', assignee: 'me', page: '2' } },
  { page: 'organization/audit-log', values: { page: '2' }, download: ['Download'] },
  {
    page: 'organization/booking-sites',
    values: { month: month(2), site: 'spothero', list: 'paid_came' },
  },
  {
    page: 'organization/booking-sites',
    beside: { site: 'spothero' },
    values: { month: month(3), site: 'parkwhiz' },
    download: ['CSV'],
  },
  { page: 'organization/books', values: { page: '2' } },
  {
    page: 'organization/cars',
    beside: days,
    values: {
      spotPk: otherSpot,
      startDate: day(19),
      endDate: day(11),
      outcome: 'rental',
      cause: 'no_exit',
    },
  },
  {
    page: 'organization/changes',
    beside: { ...days, period: 'days' },
    values: { spotPk: otherSpot, period: 'week', startDate: day(18), endDate: day(12) },
  },
  {
    page: 'organization/check',
    values: { spotPk: otherSpot, plate: 'ABC123' },
    shown: { spotPk: 'It is where the plate is checked.', plate: 'It is filled in.' },
  },
  { page: 'organization/close', values: { month: month(3), spotPk: otherSpot } },
  {
    page: 'organization/income-statement',
    beside: days,
    values: { spotPk: otherSpot, startDate: day(17), endDate: day(13) },
    shown: { spotPk: allAtOnce },
    download: ['Download', 'Download CSV'],
  },
  {
    page: 'organization/ledger',
    beside: { ...days, measure: 'gross' },
    values: {
      spotPk: otherSpot,
      startDate: day(16),
      endDate: day(14),
      measure: 'net',
      group: 'transient',
      type: 'hourly',
      source: 'spothero',
      code: 'SUMMER',
      weekday: '1',
      hour: '9',
      order: 'largest',
      search: 'ABC123',
    },
    nothing: ['spotPk', 'code', 'search'],
    download: ['Download'],
  },
  {
    page: 'organization/payouts',
    values: { page: '2', from: 'processor' },
    noList: 'Its dialog asks what the file has.',
  },
  { page: 'organization/payouts/bank', values: { page: '2' } },
  { page: 'organization/plate-desk', values: { spotPk: otherSpot } },
  {
    page: 'organization/plate-searches',
    values: { person: '2', search: 'ABC' },
    download: ['Download'],
  },
  { page: 'organization/privacy', values: { page: '2' } },
  { page: 'organization/privacy/requests', values: { page: '2', request: '1' } },
  {
    page: 'organization/taxes',
    values: { month: month(4), period: 'quarter' },
    download: ['Download'],
  },
  {
    page: 'organization/webhooks',
    values: { webhook: '1', state: 'waiting', type: 'rental.created' },
  },
  {
    page: 'organization/who-owes',
    values: { kind: 'violation', older: '30', page: '2' },
    download: ['Download'],
  },
  {
    page: 'spot/aggregator-rentals',
    lot: 'Sonoran Skies',
    values: { monthYear: monthYear(1) },
    download: ['Download CSV'],
  },
  {
    page: 'spot/custom-reports',
    beside: { measures: 'gross', range: 'fixed', ...days },
    values: {
      measures: 'net',
      group: 'week',
      range: 'last_month',
      startDate: day(18),
      endDate: day(12),
    },
    download: ['Download'],
  },
  {
    page: 'spot/custom-reports',
    beside: { measures: 'gross', range: 'last_month', group: 'weekday' },
    values: { per: 'day' },
    shown: { per: 'The amounts are divided by the days.' },
    download: ['Download'],
    notInFile: { per: 'The file has the amounts.' },
  },
  { page: 'spot/driver-insights', values: { heatmap: 'monthly', days: '180' } },
  {
    page: 'spot/drivers',
    beside: { tab: 'transient' },
    values: {
      tab: 'monthly',
      slotState: 'upcoming',
      rentalType: 'hourly',
      page: '2',
      searchTerm: 'abc',
    },
  },
  { page: 'spot/events', values: { view: 'month', date: day(40) } },
  {
    page: 'spot/graphs',
    values: { monthYear: monthYear(2), rentalType: 'monthly', measure: 'gross' },
    shown: { rentalType: allAtOnce, measure: allAtOnce },
  },
  {
    page: 'spot/promo-uses',
    beside: { code: 'SUMMER' },
    values: { code: 'WINTER', promo: '7', monthYear: monthYear(3), page: '2' },
  },
  {
    page: 'spot/promos',
    values: { monthYear: monthYear(4), showUsableCodes: 'false', page: '2' },
  },
  { page: 'spot/rates', who: 'superuser', values: { view: 'month', date: day(40) } },
  {
    page: 'spot/reports',
    values: { monthYear: monthYear(5), rentalType: 'hourly' },
    download: ['Download', 'Generate Report'],
  },
  {
    page: 'spot/revenue',
    values: { revenueType: 'net_revenue', rentalType: 'hourly' },
    shown: { revenueType: allAtOnce, rentalType: allAtOnce },
  },
  { page: 'spot/reviews', values: { rating: '5', page: '2' } },
  { page: 'spot/timeline', values: { date: day(5) } },
  {
    page: 'spot/transient-drivers',
    values: { days: '180', group: 'power', weekday: '1', page: '2' },
  },
  {
    page: 'spot/validation-bills',
    values: { month: month(5), visits: 'unknown' },
    download: ['Download CSV'],
    notInFile: { visits: 'It opens the visits of one sponsor beside the bills.' },
  },
  {
    page: 'spot/violations',
    beside: { status: 'all', ...days },
    values: {
      searchTerm: 'ABC',
      status: 'Paid',
      startDate: day(19),
      endDate: day(11),
      page: '2',
    },
  },
  { page: 'spot/visibility', values: { date: day(3) } },
  {
    page: 'spot/visibility',
    beside: days,
    values: {
      startDate: day(19),
      endDate: day(11),
      status: 'renter',
      rentalType: 'hourly',
      page: '2',
      searchTerm: 'ABC',
    },
  },
  { page: 'spot/visitors', values: { expiring: 'true', page: '2', searchTerm: 'abc' } },
  {
    page: 'organization/spots/',
    beside: { view: 'list' },
    values: { searchTerm: 'Meridian', sort: '-name' },
    shown: { searchTerm: allAtOnce, sort: allAtOnce },
  },
];

/** Pages whose URL names what they show or where they came from, and has no filter. */
export const pagesWithoutFilters = [
  '/help-center',
  '/help-center/$article',
  '/login',
  '/superuser/edit-organization',
  '/superuser/people',
  'organization/edit-property',
  // How long a guest stays is sent when they ask for it.
  'spot/validation',
];
