import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { Recorder } from '../recorder.ts';
import { timestampCell } from '../recorder.ts';

/** The hourly price at a property from a given time on. */
export interface PricePointInput {
  spot_pk: number;
  starts_at: Instant;
  price: Cents;
  base_price: Cents;
  strategy: 'standard' | 'rate' | 'event';
}

/** Records prices set by dynamic pricing; a point at the same time is replaced. */
export async function recordPricePoints(
  { tx, organizationId }: Recorder,
  points: readonly PricePointInput[],
): Promise<void> {
  const rows = points.map((point) => ({ ...point, starts_at: timestampCell(point.starts_at) }));
  await tx`
    insert into price_points (organization_id, spot_pk, starts_at, price, base_price, strategy)
    select ${organizationId}, spot_pk, starts_at, price, base_price, strategy
    from json_populate_recordset(null::price_points, ${JSON.stringify(rows)}::text::json)
    order by spot_pk, starts_at
    on conflict (organization_id, spot_pk, starts_at) do update set
      price = excluded.price, base_price = excluded.base_price, strategy = excluded.strategy`;
}
