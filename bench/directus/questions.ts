import { driversPageSize } from '@lotkeeper/contract/drivers';
import { instant, toIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { rentalGroups } from '@lotkeeper/contract/rentals';
import type { Question, Request, SumRow } from './question.ts';
import { itemsPath, readPath } from './question.ts';
import { revenueQuestions } from './revenue-questions.ts';

/** The columns that a page shows of a rental, and its car's. */
const rentalFields = `pk,uuid,rental_type,start_date,end_date,price_monthly,paid,auto_started,
  renter_first_name,renter_last_name,renter_email,renter_phone,
  car_pk.plate,car_pk.state,car_pk.country`.replaceAll(/\s/g, '');

const listRentals: Question = {
  name: `active rentals, newest ${driversPageSize} and count`,
  lotkeeper: {
    path: readPath('slots, active'),
    toFigures: (answer) => {
      const { count, results } = answer as { count: number; results: { pk: number }[] };
      return { count, pks: results.map(({ pk }) => pk) };
    },
  },
  directus: {
    rentals: {
      path: (lot, now) => {
        const time = toIso(instant(now));
        const filters = [
          { rental_type: { _in: rentalGroups.transient } },
          { start_date: { _lte: time } },
          { _or: [{ end_date: { _gt: time } }, { end_date: { _null: true } }] },
        ];
        return itemsPath('rentals', lot, filters, {
          fields: rentalFields,
          sort: '-start_date,-pk',
          limit: String(driversPageSize),
          meta: 'filter_count',
        });
      },
      toFigures: (answer) => {
        const { data, meta } = answer as {
          data: { pk: string }[];
          meta: { filter_count: number };
        };
        return { count: meta.filter_count, pks: data.map(({ pk }) => Number(pk)) };
      },
    },
  },
};

/** Rentals by type, without those of 0; Lotkeeper's reports show both hourly types as one. */
function sumTypes(rows: readonly { type: string; rentals: number }[]) {
  const types = new Map<string, number>();
  for (const { type, rentals } of rows) {
    const reported = type === 'free_until_hourly' ? 'hourly' : type;
    if (rentals !== 0) types.set(reported, (types.get(reported) ?? 0) + rentals);
  }
  return [...types].toSorted(([a], [b]) => a.localeCompare(b));
}

const countToday = (table: string): Request => ({
  path: (lot, now) => {
    const today = toLocalDate(instant(now), lot.timezone);
    return itemsPath(table, lot, [{ local_date: { _eq: today } }], {
      'aggregate[sum]': 'rentals',
      groupBy: 'rental_type',
    });
  },
  toFigures: (answer) => {
    const { data } = answer as { data: (SumRow & { rental_type: string })[] };
    return sumTypes(
      data.map(({ sum, rental_type: type }) => ({ type, rentals: Number(sum.rentals) })),
    );
  },
});

const countTypes: Question = {
  name: 'rentals by type, today',
  lotkeeper: {
    path: (lot, now) => {
      const today = toLocalDate(instant(now), lot.timezone);
      return `/api/reports/custom/?spot=${lot.pk}&measures=rentals&group=rental_type&start_date=${today}&end_date=${today}`;
    },
    toFigures: (answer) => {
      const { groups } = answer as { groups: { key: string; values: { rentals: number } }[] };
      return sumTypes(groups.map(({ key, values }) => ({ type: key, rentals: values.rentals })));
    },
  },
  directus: {
    revenue_days: countToday('revenue_days'),
    ledger_entries: countToday('ledger_entries'),
  },
};

/** What both servers are asked. */
export const questions: readonly Question[] = [listRentals, ...revenueQuestions, countTypes];
