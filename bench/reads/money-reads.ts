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

const lastYear = ({ timezone }: Lot, now: number): string => {
  const first = startOfMonth(toLocalDate(instant(now), timezone));
  return `start_date=${addMonths(first, -12)}&end_date=${addDays(first, -1)}`;
};

/** The questions that a ledger page of a property opens with: a figure, and its first entries. */
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

/** What the first rows of the ledger may take, in milliseconds. */
const maxLedgerMs = 25;

const ledgerReads: readonly Read[] = ledgerQuestions.map(([name, question, days]) => ({
  name: `figures/entries, ${name}`,
  kind: 'list',
  most: maxLedgerMs,
  path: (lot, now) =>
    `/api/figures/entries/?spot=${lot.pk}&${question}&${days(lot, now)}&total=later`,
}));

/** Of all properties, those whose total a rollup has or that are few: others are refused at this size. */
const organizationQuestions = ledgerQuestions.filter(
  ([name]) => !/rare|and an hour|code|by amount/.test(name),
);

const organizationLedgerReads: readonly Read[] = organizationQuestions.map(
  ([name, question, days]) => ({
    name: `figures/entries, ${name}, all properties`,
    kind: 'list',
    most: maxLedgerMs,
    path: (lot, now) =>
      `/api/figures/entries/?organization=${lot.organization}&${question}&${days(lot, now)}&total=later`,
  }),
);

/** What a total may take that comes after the first rows: counted entry by entry, or of many rows of a rollup. */
const maxLaterMs = 1000;

const laterTotals: readonly Read[] = [
  ['a source and an hour of a year', 'source=bench&hour=12'],
  ['a discount code of a year', 'code=BENCH'],
].map(([name, filters]) => ({
  name: `figures, ${name}`,
  kind: 'list',
  most: maxLaterMs,
  path: (lot, now) => `/api/figures/?spot=${lot.pk}&measure=gross&${filters}&${lastYear(lot, now)}`,
}));

const laterTotalsOfOrganization: readonly Read[] = [
  ['a source of a year', 'source=bench'],
  ['an hour of a year', 'hour=12'],
].map(([name, filters]) => ({
  name: `figures, ${name}, all properties`,
  kind: 'list',
  most: maxLaterMs,
  path: (lot, now) =>
    `/api/figures/?organization=${lot.organization}&measure=gross&${filters}&${lastYear(lot, now)}`,
}));

/** Payouts, the income statement, and the files that people download. */
export const moneyReads: readonly Read[] = [
  ...ledgerReads,
  ...organizationLedgerReads,
  ...laterTotals,
  ...laterTotalsOfOrganization,
  {
    name: 'downloads/figure_entries, a month of a property',
    kind: 'file',
    path: (lot, now) =>
      `/api/downloads/figure_entries?spot=${lot.pk}&measure=net&${lastMonth(lot, now)}`,
  },
  {
    name: 'figures, net of a year',
    kind: 'list',
    path: (lot, now) => `/api/figures/?spot=${lot.pk}&measure=net&${lastYear(lot, now)}`,
  },
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
    name: 'revenue_bridge, a month',
    kind: 'list',
    path: (lot, now) =>
      `/api/reports/revenue_bridge?organization=${lot.organization}&period=month&${lastMonth(lot, now).split('&')[0]}`,
  },
  {
    name: 'revenue_bridge, a week of a property',
    kind: 'list',
    path: (lot, now) =>
      `/api/reports/revenue_bridge?spot=${lot.pk}&period=week&${lastMonth(lot, now).split('&')[0]}`,
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
