import {
  addDays,
  addMonths,
  instant,
  startOfMonth,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import type { Lot, Read } from './read.ts';

const maxMs = 5;

/** The month before the current one, as a range of days that includes both. */
function lastMonth({ timezone }: Lot, now: number): string {
  const first = startOfMonth(toLocalDate(instant(now), timezone));
  return `start_date=${addMonths(first, -1)}&end_date=${addDays(first, -1)}`;
}

/** Payouts, the income statement, and the files that people download. */
export const moneyReads: readonly Read[] = [
  {
    name: 'payouts, newest',
    kind: 'list',
    most: maxMs,
    path: (lot) => `/api/transactions/payouts/${lot.organization}?page=1`,
  },
  {
    name: 'payouts, account',
    kind: 'list',
    most: maxMs,
    path: (lot) => `/api/payouts?organization=${lot.organization}`,
  },
  {
    name: 'downloads/payouts',
    kind: 'file',
    most: maxMs,
    path: (lot) => `/api/downloads/payouts/${lot.organization}/`,
  },
  {
    name: 'downloads/monthlypayout',
    kind: 'file',
    most: maxMs,
    path: (lot) => `/api/downloads/monthlypayout/${lot.organization}/`,
  },
  {
    name: 'income_statement, a month',
    kind: 'list',
    path: (lot, now) =>
      `/api/reports/income_statement?organization=${lot.organization}&${lastMonth(lot, now)}`,
  },
  {
    name: 'downloads/income_statement, a month',
    kind: 'file',
    path: (lot, now) =>
      `/api/downloads/income_statement?organization=${lot.organization}&${lastMonth(lot, now)}`,
  },
  {
    name: 'downloads/income_statement_pdf, a month',
    kind: 'file',
    path: (lot, now) =>
      `/api/downloads/income_statement_pdf?organization=${lot.organization}&${lastMonth(lot, now)}`,
  },
  {
    name: 'downloads/movements, a month of a property',
    kind: 'file',
    path: (lot, now) => `/api/downloads/movements?spot=${lot.pk}&${lastMonth(lot, now)}`,
  },
  {
    name: 'downloads/daily_reports, a month',
    kind: 'file',
    path: (lot, now) => `/api/downloads/daily_reports?spot=${lot.pk}&${lastMonth(lot, now)}`,
  },
  {
    name: 'downloads/custom_report, a month by day',
    kind: 'file',
    path: (lot, now) =>
      `/api/downloads/custom_report?spot=${lot.pk}&measures=gross,net&group=day&${lastMonth(lot, now)}`,
  },
  {
    name: 'downloads/aggregators',
    kind: 'file',
    path: (lot, now) => {
      const [year, month] = toLocalDate(instant(now), lot.timezone).split('-').map(Number);
      return `/api/downloads/aggregators?spot=${lot.pk}&month=${month}&year=${year}`;
    },
  },
];
