import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { PricePoint } from '@lotkeeper/contract/operations/pricing';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';

export interface PricePointRow {
  starts_at: Instant;
  price: number;
  base_price: number;
  strategy: PricePoint['strategy'];
}

/**
 * The prices set from `from` until now, and the one in force at `from`. PostgreSQL returns them as one value: decoding
 * a week's rows would take the server longer than answering.
 */
export async function readPricePoints(scope: SpotScope, from: Instant, now: Instant) {
  const { organizationId, spotPk } = scope;
  const [row] = await scope.read<{ points: PricePointRow[] }[]>((sql) => {
    const spotFilter = sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;
    // In two index ranges: a bound that is itself looked up makes the planner expect a third of the history.
    return sql`
      select coalesce(json_agg(json_build_object(
        'starts_at', ${toEpochMs(sql, sql`starts_at`)}, 'price', price,
        'base_price', base_price, 'strategy', strategy) order by starts_at), '[]') as points
      from (
        (select starts_at, price, base_price, strategy from price_points
          where ${spotFilter} and starts_at <= ${from} order by starts_at desc limit 1)
        union all
        (select starts_at, price, base_price, strategy from price_points
          where ${spotFilter} and starts_at > ${from} and starts_at <= ${now})) p`;
  });
  return row?.points ?? [];
}
