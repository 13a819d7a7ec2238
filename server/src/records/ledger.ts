import type { Sql } from '../kernel/database.ts';

/** One rollup row that does not agree with the ledger. */
export interface Disagreement {
  rollup: string;
  organization_id: number;
  spot_pk: number;
  local_date: string;
  rental_type: string;
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

/** What each rollup must be, computed from the ledger. Keys first, then the sums. */
const truths = {
  revenue_hours: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'local_hour', 'rental_type'],
    truth: `select organization_id, spot_pk, local_date, local_hour, rental_type,
      sum(gross)::bigint as gross, sum(rentals)::bigint as rentals
      from ledger_entries where kind in ('charge', 'penalty') group by 1, 2, 3, 4, 5`,
  },
  revenue_days: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'rental_type'],
    truth: `select organization_id, spot_pk, local_date, rental_type, ${sums}
      from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4`,
  },
  revenue_months: {
    keys: ['organization_id', 'spot_pk', 'local_date', 'rental_type'],
    truth: `select organization_id, spot_pk,
      date_trunc('month', local_date::timestamp)::date as local_date, rental_type, ${sums}
      from ledger_entries where kind <> 'payout' group by 1, 2, 3, 4`,
  },
} as const;

export const rollups = Object.keys(truths) as (keyof typeof truths)[];

/** Recomputes a rollup from the ledger and tells each row where they differ, at most 100. */
export async function compareRollup(
  sql: Sql,
  rollup: keyof typeof truths,
): Promise<Disagreement[]> {
  const { keys, truth } = truths[rollup];
  const same = keys.map((key) => `r.${key} = t.${key}`).join(' and ');
  const key = (name: string) => `coalesce(r.${name}, t.${name}) as ${name}`;
  return sql.unsafe<Disagreement[]>(`
    with t as (${truth})
    select '${rollup}' as rollup, ${key('organization_id')}, ${key('spot_pk')},
      ${key('local_date')}, ${key('rental_type')}, x.key as column,
      coalesce((to_jsonb(r) ->> x.key)::bigint, 0) as rolled_up, coalesce(x.value::bigint, 0) as ledger
    from t full join ${rollup} r on ${same}
    cross join lateral jsonb_each_text(
      coalesce(to_jsonb(t), to_jsonb(r)) - array[${keys.map((name) => `'${name}'`).join(', ')}]) j(key, raw)
    cross join lateral (select j.key, to_jsonb(t) ->> j.key as value) x
    where coalesce((to_jsonb(r) ->> x.key)::bigint, 0) <> coalesce(x.value::bigint, 0)
    limit 100`);
}

/** Makes a rollup anew from the ledger, while nobody writes. */
export async function rebuildRollups(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table ledger_entries in share row exclusive mode`;
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
