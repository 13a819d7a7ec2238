import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Lasting } from '@lotkeeper/contract/operations/calendar-days';
import { isInForce } from '@lotkeeper/contract/operations/calendar-days';
import { eventAt } from '@lotkeeper/contract/operations/recurrence';
import type { Sql } from '../../kernel/data/database.ts';
import { toEpochMs } from '../../kernel/data/epoch-ms.ts';
import type { Recorder } from '../recorder.ts';
import type { EnforcementPolicy } from './enforcement-policy.ts';
import type { EventRow } from './events.ts';
import type { Prices, RateRow, Segment } from './rate-in-force.ts';
import { rateInForce } from './rate-in-force.ts';
import type { Rate } from './stay-price.ts';

/** The price of a rate, and the days it applies to. */
const rateFacts = (sql: Sql) => sql`
  json_build_object('name', name, 'price', price, 'unit', unit, 'curve', curve,
    'dynamic_daily_max', dynamic_daily_max, 'interval', interval,
    'starts_at', ${toEpochMs(sql, sql`starts_at`)},
    'ends_at', ${toEpochMs(sql, sql`ends_at`)})`;

function withoutDays({ name, price, unit, curve, dynamic_daily_max }: RateRow): RateRow {
  return { name, price, unit, curve, dynamic_daily_max };
}

/** Everything set at a property that could be in force at a given time. */
export interface SetPricesRow {
  experiment: { pk: number; segments: Segment[] | null } | null;
  point: Prices['point'];
  rates: (RateRow & Lasting)[];
}

/** Selects the experiment, the dynamic price, and the rates that could be in force at a property at a given time. */
export function selectSetPrices(
  sql: Sql,
  { organizationId, spotPk }: { organizationId: number; spotPk: number },
  at: Instant,
) {
  const spotCondition = sql`organization_id = ${organizationId} and spot_pk = ${spotPk}`;
  const running = sql`starts_at <= ${at} and (ends_at is null or ends_at > ${at})`;
  return sql<SetPricesRow[]>`
    select
      (select json_build_object('pk', e.pk, 'segments', (
          select json_agg(json_build_object('pk', s.pk, 'name', s.name, 'percentage', s.percentage,
            'price', s.price, 'unit', s.unit) order by s.pk)
          from rate_experiment_segments s
          where s.organization_id = ${organizationId} and s.experiment_pk = e.pk))
        from rate_experiments e where ${spotCondition} and ${running}
        order by starts_at desc, pk desc limit 1) as experiment,
      (select json_build_object('price', price, 'base_price', base_price) from price_points
        where ${spotCondition} and starts_at <= ${at} order by starts_at desc limit 1) as point,
      (select coalesce(json_agg(${rateFacts(sql)}
          order by priority desc, (unit = 'hour') desc, starts_at desc), '[]')
        from rates where ${spotCondition} and unit <> 'month' and ${running}) as rates`;
}

/** The price of a stay that begins at a given time, by its plate's fold; null when nothing is sold there. */
export function pickRate(
  { experiment, point, rates }: SetPricesRow,
  policy: Pick<EnforcementPolicy, 'timezone' | 'dynamic_pricing_enabled' | 'prices'>,
  stay: { from: Instant; plateFold: string },
  events: readonly EventRow[],
): Rate | null {
  const found = rates.find((rate) => isInForce(rate, stay.from, policy.timezone));
  const prices = {
    event: eventAt(events, stay.from, policy.timezone),
    experiment: experiment && { pk: experiment.pk, segments: experiment.segments ?? [] },
    point: policy.dynamic_pricing_enabled ? point : null,
    rate: found ? withoutDays(found) : null,
    spot: policy.prices,
  };
  return rateInForce(prices, stay.plateFold);
}

/**
 * The price of a stay that begins at a given time, by its plate's fold; the events must include those of that day. null
 * when nothing is sold there.
 */
export async function readRate(
  { tx, organizationId }: Recorder,
  policy: EnforcementPolicy,
  stay: { from: Instant; plateFold: string },
  events: readonly EventRow[],
): Promise<Rate | null> {
  const property = { organizationId, spotPk: policy.spot_pk };
  const [row] = await selectSetPrices(tx, property, stay.from);
  return pickRate(row ?? { experiment: null, point: null, rates: [] }, policy, stay, events);
}
