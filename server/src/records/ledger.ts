import type { Sql, SqlPool } from '../kernel/data/database.ts';

/** One rollup row that does not agree with the ledger. */
export interface Disagreement {
  rollup: string;
  organization_id: number;
  spot_pk: number;
  /** The day, or the hour in UTC; null where the rollup has neither. */
  local_date: string | null;
  /** null where the rollup knows no types. */
  rental_type: string | null;
  column: string;
  rolled_up: number;
  ledger: number;
}

const sums = `
  coalesce(sum(gross), 0)::bigint as gross, sum(refund)::bigint as refunds,
  count(*) filter (where kind = 'refund') as refund_count, sum(tax)::bigint as tax,
  sum(processing_fee)::bigint as processing_fee, sum(commission)::bigint as commission,
  sum(enforcement)::bigint as enforcement, count(*) filter (where enforcement <> 0) as enforcement_count,
  sum(marketing)::bigint as marketing, sum(dynamic_pricing)::bigint as dynamic_pricing,
  sum(rentals)::bigint as rentals`;

const moneyColumns = [
  'gross',
  'refunds',
  'refund_count',
  'tax',
  'processing_fee',
  'commission',
  'enforcement',
  'enforcement_count',
  'marketing',
  'dynamic_pricing',
  'rentals',
] as const;

const basicSums = `
  sum(gross)::bigint as gross, sum(refund)::bigint as refunds, sum(tax)::bigint as tax,
  sum(processing_fee)::bigint as processing_fee, sum(commission)::bigint as commission,
  sum(rentals)::bigint as rentals`;

const partColumns = ['gross', 'refunds', 'tax', 'processing_fee', 'commission', 'rentals'] as const;

const isStay = 'lotkeeper.is_stay(rental_type, start_date, end_date)';
const stayMinutes = 'lotkeeper.whole_minutes(start_date, end_date)';

/** What each rollup must be, computed from the ledger and the rentals. Keys first, then the sums. */
const truths = {
  revenue_hours: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'local_hour', 'rental_type'],
    truth: `select organization_id, spot_pk, local_date, local_hour, rental_type,
      ${basicSums} from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4, 5`,
    sums: partColumns,
  },
  revenue_days: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'rental_type'],
    truth: `select organization_id, spot_pk, local_date, rental_type, ${sums}
      from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4`,
    sums: moneyColumns,
  },
  revenue_months: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'rental_type'],
    truth: `select organization_id, spot_pk,
      date_trunc('month', local_date::timestamp)::date as local_date, rental_type, ${sums}
      from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4`,
    sums: moneyColumns,
  },
  revenue_closed_months: {
    keys: ['organization_id', 'spot_pk', 'rental_type'],
    truth: `select organization_id, spot_pk, rental_type, ${sums} from ledger_entries
      where kind <> 'payout' and local_date < (select closed_before from revenue_closing) group by 1, 2, 3`,
    sums: moneyColumns,
  },
  revenue_sources: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'source'],
    truth: `select organization_id, spot_pk, local_date, source, ${basicSums}
      from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4`,
    sums: partColumns,
  },
  rental_days: {
    keys: ['organization_id', 'spot_pk', 'local_date'],
    truth: `select organization_id, spot_pk, start_local_date as local_date, count(*) as rentals
      from rentals group by 1, 2, 3`,
    sums: ['rentals'],
  },
  rental_stays: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'rental_type', 'source'],
    truth: `select organization_id, spot_pk, start_local_date as local_date, rental_type, source,
      count(*) as stays, sum(${stayMinutes})::bigint as minutes
      from rentals where ${isStay} group by 1, 2, 3, 4, 5`,
    sums: ['stays', 'minutes'],
  },
  rental_hours: {
    keys: ['organization_id', 'spot_pk', 'hour'],
    truth: `select organization_id, spot_pk, date_bin('1 hour', moment, 'epoch') as hour,
      sum(begun)::bigint as begun,
      sum(begun * lotkeeper.seconds_into_hour(moment))::bigint as begun_seconds,
      sum(ended)::bigint as ended,
      sum(ended * lotkeeper.seconds_into_hour(moment))::bigint as ended_seconds,
      sum(stays)::bigint as stays, sum(minutes)::bigint as minutes
      from (
        select organization_id, spot_pk, start_date as moment, 1 as begun, 0 as ended,
          ${isStay}::int as stays, case when ${isStay} then ${stayMinutes} else 0 end as minutes
        from rentals where end_date is null or end_date > start_date
        union all
        select organization_id, spot_pk, end_date, 0, 1, 0, 0
        from rentals where end_date > start_date) moves
      group by 1, 2, 3`,
    sums: ['begun', 'begun_seconds', 'ended', 'ended_seconds', 'stays', 'minutes'],
  },
} as const;

/** The table whose rows a rollup sums. */
export const getSourceTable = (rollup: keyof typeof truths) =>
  rollup.startsWith('rental_') ? 'rentals' : 'ledger_entries';

export const rollups = Object.keys(truths) as (keyof typeof truths)[];

/** Recomputes a rollup from the ledger and returns the rows that differ, up to 100. */
export async function compareRollup(
  sql: Sql,
  rollup: keyof typeof truths,
): Promise<Disagreement[]> {
  const { keys, truth, sums } = truths[rollup];
  const same = keys.map((key) => `r.${key} = t.${key}`).join(' and ');
  const row = (alias: string) => `(${sums.map((sum) => `${alias}.${sum}`).join(', ')})`;
  const key = (name: string) => `coalesce(r ->> '${name}', t ->> '${name}')`;
  // Most rows agree: only the others are taken apart into their columns, which is slow.
  return sql.unsafe<Disagreement[]>(`
    with differing as (
      select to_jsonb(r) as r, to_jsonb(t) as t
      from (${truth}) t full join ${rollup} r on ${same}
      where ${row('r')} is distinct from ${row('t')})
    select '${rollup}' as rollup, ${key('organization_id')}::bigint as organization_id,
      ${key('spot_pk')}::bigint as spot_pk, coalesce(${key('local_date')}, ${key('hour')}) as local_date,
      ${key('rental_type')} as rental_type, x.name as column, x.rolled_up, x.ledger
    from differing
    cross join unnest(array[${sums.map((sum) => `'${sum}'`).join(', ')}]) name
    cross join lateral (select name, coalesce((r ->> name)::bigint, 0) as rolled_up,
      coalesce((t ->> name)::bigint, 0) as ledger) x
    where x.rolled_up <> x.ledger
    limit 100`);
}

/** Rebuilds a rollup from the ledger, while nobody writes. */
export async function rebuildRollups(sql: SqlPool): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table rentals, ledger_entries in share row exclusive mode`;
    for (const rollup of rollups) {
      const columns = await tx<{ names: string }[]>`
        select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
        where attrelid = ${rollup}::regclass and attnum > 0 and not attisdropped`;
      const names = columns[0]?.names ?? '';
      await tx.unsafe(`truncate ${rollup}`);
      await tx.unsafe(
        `insert into ${rollup} (${names}) select ${names} from (${truths[rollup].truth}) t`,
      );
    }
  });
}
