import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { findNewestStart } from '@lotkeeper/contract/money/letters';
import type { Lot, Read } from './read.ts';
import { file, inMonth, list } from './read.ts';

const maxMs = 5;
/** A letter makes some fifteen reads, and is opened once a week. */
const maxLetterMs = 100;

/** The last `count` whole months before the current one, as a range of days, both included. */
const lastMonths = (count: number) => (today: LocalDate) => {
  const first = startOfMonth(today);
  return `start_date=${addMonths(first, -count)}&end_date=${addDays(first, -1)}`;
};
const lastMonth = lastMonths(1);
const lastYear = lastMonths(12);

/** The first day of a revenue bridge. */
const lastMonthStart = (today: LocalDate) => lastMonth(today).split('&')[0];

/** The requests that a property's ledger page opens with: a figure, and its first entries. */
const ledgerQuestions = [
  ['net of a year', 'measure=net', lastYear],
  ['a rental type of a year', 'measure=gross&rental_type=daily', lastYear],
  ['a source of a year', 'measure=gross&source=bench', lastYear],
  ['an hour of a year', 'measure=gross&hour=12', lastYear],
  ['a source and an hour of a year', 'measure=gross&source=bench&hour=12', lastYear],
  ['a source and a rare hour of a year', 'measure=gross&source=bench&hour=3', lastYear],
  ['refunds of a year', 'measure=refunds', lastYear],
  ['a discount code of a year', 'measure=gross&code=BENCH', lastYear],
  ['a month by amount', 'measure=gross&order=largest', lastMonth],
] as const;

/** Maximum milliseconds for the first rows of the ledger. */
const maxLedgerMs = 25;

const atSpot = ({ pk }: Lot) => `spot=${pk}`;
const inOrganization = ({ organization }: Lot) => `organization=${organization}`;

const readLedger = (
  [name, question, days]: (typeof ledgerQuestions)[number],
  writeScope: typeof atSpot,
  suffix = '',
) =>
  list(
    `figures/entries, ${name}${suffix}`,
    (lot, today) =>
      `/api/figures/entries/?${writeScope(lot)}&${question}&${days(today)}&total=later`,
    maxLedgerMs,
  );

/** Those for all properties whose total a rollup has or that have few entries: others are refused at this size. */
const organizationQuestions = ledgerQuestions.filter(
  ([name]) => !/rare|and an hour|code|by amount/.test(name),
);

/** Maximum milliseconds for a total that loads after the first rows, counted from entries or many rollup rows. */
const maxLaterMs = 1000;

const readLaterTotal = (name: string, filters: string, writeScope: typeof atSpot) =>
  list(
    `figures, ${name}`,
    (lot, today) => `/api/figures/?${writeScope(lot)}&measure=gross&${filters}&${lastYear(today)}`,
    maxLaterMs,
  );

/** Maximum milliseconds for a month of all properties, from the cars to the bank. */
const maxCloseMs = 25;

/** Payouts, the income statement, and the files that people download. */
export const moneyReads: readonly Read[] = [
  ...ledgerQuestions.map((question) => readLedger(question, atSpot)),
  ...organizationQuestions.map((question) =>
    readLedger(question, inOrganization, ', all properties'),
  ),
  readLaterTotal('a source and an hour of a year', 'source=bench&hour=12', atSpot),
  readLaterTotal('a discount code of a year', 'code=BENCH', atSpot),
  readLaterTotal('a source of a year, all properties', 'source=bench', inOrganization),
  readLaterTotal('an hour of a year, all properties', 'hour=12', inOrganization),
  file(
    'downloads/figure_entries, a month of a property',
    (lot, today) => `/api/downloads/figure_entries?${atSpot(lot)}&measure=net&${lastMonth(today)}`,
  ),
  list(
    'figures, net of a year',
    (lot, today) => `/api/figures/?${atSpot(lot)}&measure=net&${lastYear(today)}`,
  ),
  list(
    'payouts, newest',
    ({ organization }) => `/api/transactions/payouts/${organization}?page=1`,
    maxMs,
  ),
  list('bank', (lot, today) => `/api/bank/${lot.organization}/?${lastYear(today)}`, maxMs),
  list(
    'bank, payouts',
    (lot, today) => `/api/bank/${lot.organization}/payouts/?${lastYear(today)}&page=1`,
    maxMs,
  ),
  list(
    'close, a month',
    (lot, today) => `/api/close/${lot.organization}/?month=${addMonths(startOfMonth(today), -1)}`,
    maxCloseMs,
  ),
  list(
    'taxes, a quarter',
    (lot, today) =>
      `/api/taxes/${lot.organization}/?month=${addMonths(startOfMonth(today), -3)}&months=3`,
    maxCloseMs,
  ),
  list('payouts, account', (lot) => `/api/payouts?${inOrganization(lot)}`, maxMs),
  file('downloads/payouts', (lot) => `/api/downloads/payouts/${lot.organization}/`, maxMs),
  file(
    'downloads/monthlypayout',
    ({ organization }) => `/api/downloads/monthlypayout/${organization}/`,
    maxMs,
  ),
  list(
    'income_statement, a month',
    (lot, today) => `/api/reports/income_statement?${inOrganization(lot)}&${lastMonth(today)}`,
  ),
  list(
    'revenue_bridge, a month',
    (lot, today) =>
      `/api/reports/revenue_bridge?${inOrganization(lot)}&period=month&${lastMonthStart(today)}`,
  ),
  list('week', (lot) => `/api/reports/week?${inOrganization(lot)}`),
  list('home', (lot) => `/api/reports/home?${inOrganization(lot)}`),
  list(
    'letter, a week',
    (lot, today) => `/api/letters/${lot.organization}/weekly/${findNewestStart('weekly', today)}/`,
    maxLetterMs,
  ),
  list(
    'revenue_bridge, a week of a property',
    (lot, today) =>
      `/api/reports/revenue_bridge?${atSpot(lot)}&period=week&${lastMonthStart(today)}`,
  ),
  ...['income_statement', 'income_statement_pdf'].map((name) =>
    file(
      `downloads/${name}, a month`,
      (lot, today) => `/api/downloads/${name}?${inOrganization(lot)}&${lastMonth(today)}`,
    ),
  ),
  file(
    'downloads/movements, a month of a property',
    (lot, today) => `/api/downloads/movements?${atSpot(lot)}&${lastMonth(today)}`,
  ),
  file(
    'downloads/daily_reports, a month',
    (lot, today) => `/api/downloads/daily_reports?${atSpot(lot)}&${lastMonth(today)}`,
  ),
  file(
    'downloads/custom_report, a month by day',
    (lot, today) =>
      `/api/downloads/custom_report?${atSpot(lot)}&measures=gross,net&group=day&${lastMonth(today)}`,
  ),
  file(
    'downloads/aggregators',
    (lot, today) => `/api/downloads/aggregators?${atSpot(lot)}&${inMonth(today)}`,
  ),
];
