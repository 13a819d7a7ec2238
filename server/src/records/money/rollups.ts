import { stayDate, taxParts } from '../operations/place-taxes.ts';

const sum = (expression: string) => `lotkeeper.sum_bigint(${expression})`;
const sumEach = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, sum(column)]));

/** The parts of net revenue. */
export const amountColumns = ['gross', 'refunds', 'tax', 'processing_fee', 'commission'] as const;
/** The sums of every revenue rollup. */
export const partColumns = [...amountColumns, 'refund_count', 'rentals'] as const;
const upliftColumns = ['enforcement', 'enforcement_count', 'marketing', 'dynamic_pricing'] as const;
/** The sums of days and months. */
export const moneyColumns = [
  ...partColumns,
  ...upliftColumns,
  'marketing_count',
  'dynamic_pricing_count',
  'entry_count',
] as const;
const partSums = sumEach(...partColumns, 'entry_count');
const moneySums = sumEach(...moneyColumns);
const taxSums = {
  ...sumEach('tax', 'receipts'),
  lowest_rate: 'max(lowest_rate)',
  highest_rate: 'min(highest_rate)',
};

export type SourceTable = 'ledger_entries' | 'rentals' | 'visits';

/**
 * The tables that rollups sum, at one property `p`: ledger entries grouped as finely as any rollup needs, rentals, whose
 * `minutes` is null where they aren't a stay, and the visits that are over.
 */
const sources: Record<SourceTable, string> = {
  ledger_entries: `
    select local_date, local_hour, rental_type, source,
      ${sum('gross')} as gross, ${sum('refund')} as refunds,
      count(*) filter (where kind = 'refund') as refund_count, ${sum('tax')} as tax,
      ${sum('processing_fee')} as processing_fee, ${sum('commission')} as commission,
      ${sum('enforcement')} as enforcement,
      count(*) filter (where enforcement <> 0) as enforcement_count,
      ${sum('marketing')} as marketing, count(*) filter (where marketing <> 0) as marketing_count,
      ${sum('dynamic_pricing')} as dynamic_pricing,
      count(*) filter (where dynamic_pricing <> 0) as dynamic_pricing_count,
      ${sum('rentals')} as rentals, count(*) as entry_count, count(*) as source_rows
    from ledger_entries where organization_id = p.organization_id and spot_pk = p.spot_pk
    group by 1, 2, 3, 4`,
  rentals: `
    select start_local_date as local_date, rental_type, source, start_date, end_date, car_pk, 1 as source_rows,
      case when lotkeeper.is_stay(rental_type, start_date, end_date)
        then lotkeeper.whole_minutes(start_date, end_date) end as minutes
    from rentals where organization_id = p.organization_id and spot_pk = p.spot_pk
      and removed_at is null`,
  visits: `
    select local_date, outcome, uncollected, 1 as source_rows
    from visits where organization_id = p.organization_id and spot_pk = p.spot_pk and outcome <> 'present'`,
};

interface Rollup {
  source: SourceTable;
  /** What to sum, if it isn't every row of the source: some rows, or the recomputed rows of a finer rollup. */
  rows?: string;
  /** The keys after organization and property. */
  keys: Record<string, string>;
  sums: Record<string, string>;
}

/** The definition of each rollup: its keys and sums as expressions of its source. */
const truths = {
  revenue_hours: {
    source: 'ledger_entries',
    keys: { local_date: 'local_date', local_hour: 'local_hour', rental_type: 'rental_type' },
    sums: partSums,
  },
  revenue_days: {
    source: 'ledger_entries',
    keys: { local_date: 'local_date', rental_type: 'rental_type' },
    sums: moneySums,
  },
  revenue_months: {
    source: 'ledger_entries',
    rows: 'true_revenue_days',
    keys: {
      local_date: `date_trunc('month', local_date::timestamp)::date`,
      rental_type: 'rental_type',
    },
    sums: moneySums,
  },
  revenue_sources: {
    source: 'ledger_entries',
    keys: { local_date: 'local_date', source: 'source' },
    sums: partSums,
  },
  tax_days: {
    source: 'ledger_entries',
    rows: `(
      select e.*, parts.*, lotkeeper.rental_group(rental_type) as rental_group, ${stayDate} as rates_date
      from ledger_entries e cross join lateral ${taxParts} parts
      where organization_id = p.organization_id and spot_pk = p.spot_pk) entries`,
    keys: { local_date: 'local_date', rates_date: 'rates_date', rental_group: 'rental_group' },
    sums: taxSums,
  },
  tax_months: {
    source: 'ledger_entries',
    rows: 'true_tax_days',
    keys: {
      local_date: `date_trunc('month', local_date::timestamp)::date`,
      rates_date: `date_trunc('month', rates_date::timestamp)::date`,
      rental_group: 'rental_group',
    },
    sums: taxSums,
  },
  rental_days: {
    source: 'rentals',
    keys: { local_date: 'local_date' },
    sums: { rentals: 'count(*)' },
  },
  rental_stays: {
    source: 'rentals',
    rows: '(select * from source where minutes is not null) stays',
    keys: { local_date: 'local_date', rental_type: 'rental_type', source: 'source' },
    sums: { stays: 'count(*)', minutes: sum('minutes') },
  },
  rental_hours: {
    source: 'rentals',
    rows: `(
      select start_date as moment, true as begins, minutes
      from source where end_date is null or end_date > start_date
      union all
      select end_date, false, null
      from source where end_date > start_date) moves`,
    keys: { hour: `date_bin('1 hour', moment, 'epoch')` },
    sums: {
      begun: 'count(*) filter (where begins)',
      begun_seconds: `${sum('lotkeeper.seconds_into_hour(moment)')} filter (where begins)`,
      ended: 'count(*) filter (where not begins)',
      ended_seconds: `${sum('lotkeeper.seconds_into_hour(moment)')} filter (where not begins)`,
      stays: 'count(minutes)',
      minutes: sum('minutes'),
    },
  },
  first_rentals: {
    source: 'rentals',
    rows: '(select * from source where car_pk is not null) with_cars',
    keys: { car_pk: 'car_pk' },
    sums: { start_ms: 'min(lotkeeper.epoch_ms(start_date))' },
  },
  visit_days: {
    source: 'visits',
    keys: { local_date: 'local_date', outcome: 'outcome' },
    sums: { visits: 'count(*)', uncollected: sum('uncollected') },
  },
  visit_months: {
    source: 'visits',
    rows: 'true_visit_days',
    keys: {
      local_date: `date_trunc('month', local_date::timestamp)::date`,
      outcome: 'outcome',
    },
    sums: { visits: sum('visits'), uncollected: sum('uncollected') },
  },
} satisfies Record<string, Rollup>;

export type RollupName = keyof typeof truths;
export const rollups = Object.keys(truths) as RollupName[];
export const getTruth = (name: RollupName): Rollup => truths[name];

export const sourceTables: readonly SourceTable[] = ['ledger_entries', 'rentals', 'visits'];
export const listRollups = (table: SourceTable) =>
  rollups.filter((name) => truths[name].source === table);

/** The correct rows of a rollup, computed from its source at one property: keys first, then the sums. */
function selectTruth({ rows = 'source', keys, sums }: Rollup): string {
  const columns = Object.entries({ ...keys, ...sums }).map(([name, text]) => `${text} as ${name}`);
  const groups = Object.keys(keys).map((_, index) => index + 1);
  return `select ${columns.join(', ')} from ${rows} group by ${groups.join(', ')}`;
}

/**
 * The common table expressions of a statement about one property `p`: a table's rows as `source`, read once, and the
 * correct rows of each of its rollups as `true_` and its name.
 */
export function withTruths(table: SourceTable, names = listRollups(table)): string {
  const expressions = names.map((name) => `true_${name} as (${selectTruth(getTruth(name))})`);
  return `with source as materialized (${sources[table]}), ${expressions.join(', ')}`;
}
