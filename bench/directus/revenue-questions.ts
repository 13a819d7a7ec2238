import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  addMonths,
  instant,
  startOfMonth,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { computeNet } from '@lotkeeper/contract/ledger';
import type { Lot } from '../reads/read.ts';
import type { Question, Request, SumRow } from './question.ts';
import { itemsPath, readPath } from './question.ts';

/** The first days of the first and the last month that are summed. */
type MonthsFor = (today: LocalDate) => { first: LocalDate; last: LocalDate };

interface Month {
  month: string;
  gross: number;
  net: number;
}

/** Months without money that moved are left out: one server sends them, the other doesn't. */
const sortMonths = (months: readonly Month[]) =>
  months
    .filter(({ gross, net }) => gross !== 0 || net !== 0)
    .toSorted((a, b) => a.month.localeCompare(b.month));

const toMonth = (month: string, sum: SumRow['sum'], refunds: string | undefined): Month => {
  const row = {
    gross: Number(sum.gross),
    refunds: Number(refunds),
    tax: Number(sum.tax),
    processing_fee: Number(sum.processing_fee),
    commission: Number(sum.commission),
  };
  return { month, gross: row.gross, net: computeNet(row) };
};

const filterMonths = (lot: Lot, now: number, monthsFor: MonthsFor) => {
  const { first, last } = monthsFor(toLocalDate(instant(now), lot.timezone));
  return [{ local_date: { _gte: first } }, { local_date: { _lt: addMonths(last, 1) } }];
};

const sumRollup = (monthsFor: MonthsFor): Request => ({
  path: (lot, now) =>
    itemsPath('revenue_months', lot, filterMonths(lot, now, monthsFor), {
      'aggregate[sum]': 'gross,refunds,tax,processing_fee,commission',
      groupBy: 'local_date',
    }),
  toFigures: (answer) => {
    const { data } = answer as { data: (SumRow & { local_date: string })[] };
    return sortMonths(
      data.map(({ sum, local_date: date }) => toMonth(date.slice(0, 7), sum, sum.refunds)),
    );
  },
});

const sumLedger = (monthsFor: MonthsFor): Request => ({
  path: (lot, now) =>
    itemsPath('ledger_entries', lot, filterMonths(lot, now, monthsFor), {
      'aggregate[sum]': 'gross,refund,tax,processing_fee,commission',
      groupBy: 'year(local_date),month(local_date)',
    }),
  toFigures: (answer) => {
    const { data } = answer as {
      data: (SumRow & { local_date_year: number; local_date_month: number })[];
    };
    return sortMonths(
      data.map(({ sum, local_date_year: year, local_date_month: month }) =>
        toMonth(`${year}-${String(month).padStart(2, '0')}`, sum, sum.refund),
      ),
    );
  },
});

const askDirectus = (monthsFor: MonthsFor) => ({
  revenue_months: sumRollup(monthsFor),
  ledger_entries: sumLedger(monthsFor),
});

const lastMonth: MonthsFor = (today) => {
  const month = addMonths(startOfMonth(today), -1);
  return { first: month, last: month };
};
const threeYears: MonthsFor = (today) => {
  const month = startOfMonth(today);
  return { first: addMonths(month, -35), last: month };
};

/** What a property earned last month, and in each of 36 months. */
export const revenueQuestions: readonly Question[] = [
  {
    name: 'revenue, last month',
    lotkeeper: {
      path: (lot, now) => {
        const { first } = lastMonth(toLocalDate(instant(now), lot.timezone));
        const end = addDays(addMonths(first, 1), -1);
        return `/api/reports/custom/?spot=${lot.pk}&measures=gross,net&group=month&start_date=${first}&end_date=${end}`;
      },
      toFigures: (answer) => {
        const { groups } = answer as { groups: { key: string; values: Omit<Month, 'month'> }[] };
        return sortMonths(
          groups.map(({ key, values: { gross, net } }) => ({ month: key.slice(0, 7), gross, net })),
        );
      },
    },
    directus: askDirectus(lastMonth),
  },
  {
    name: 'revenue by month, 36 months',
    lotkeeper: {
      path: readPath('revenue/mom'),
      toFigures: (answer) => {
        const months = answer as { date: string; gross_revenue: number; net_revenue: number }[];
        return sortMonths(
          months.map((row) => ({
            month: row.date.slice(0, 7),
            gross: row.gross_revenue,
            net: row.net_revenue,
          })),
        );
      },
    },
    directus: askDirectus(threeYears),
  },
];
