import type { Lasting } from '@lotkeeper/contract/calendar-days';
import { isInForce } from '@lotkeeper/contract/calendar-days';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { eventAt } from '@lotkeeper/contract/recurrence';
import { toEpochMs } from '../kernel/data/epoch-ms.ts';
import type { EnforcementPolicy } from './enforcement-policy.ts';
import type { EventRow } from './events.ts';
import type { Prices, RateRow, Segment } from './rate-in-force.ts';
import { rateInForce } from './rate-in-force.ts';
import type { Recorder } from './recorder.ts';
import type { Rate } from './stay-price.ts';

/** What sets the price of a stay beside events and the property itself. */
type SetPrices = Pick<Prices, 'experiment' | 'point' | 'rate'>;

/** What a rate costs, and the days it applies to. */
const rateFacts = (tx: Recorder['tx']) => tx`
  json_build_object('name', name, 'price', price, 'unit', unit, 'curve', curve,
    'dynamic_daily_max', dynamic_daily_max, 'interval', interval,
    'starts_at', ${toEpochMs(tx, tx`starts_at`)},
    'ends_at', ${toEpochMs(tx, tx`ends_at`)})`;

function withoutDays({ name, price, unit, curve, dynamic_daily_max }: RateRow): RateRow {
  return { name, price, unit, curve, dynamic_daily_max };
}

/** The experiment, the dynamic price and the rate in force at a property at a moment. */
async function readSetPrices(
  { tx, organizationId }: Recorder,
  policy: EnforcementPolicy,
  at: Instant,
): Promise<SetPrices> {
  const spotCondition = tx`organization_id = ${organizationId} and spot_pk = ${policy.spot_pk}`;
  const running = tx`starts_at <= ${at} and (ends_at is null or ends_at > ${at})`;
  const [row] = await tx<
    {
      experiment: { pk: number; segments: Segment[] | null } | null;
      point: Prices['point'];
      rates: (RateRow & Lasting)[];
    }[]
  >`
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
      (select coalesce(json_agg(${rateFacts(tx)}
          order by priority desc, (unit = 'hour') desc, starts_at desc), '[]')
        from rates where ${spotCondition} and unit <> 'month' and ${running}) as rates`;
  const { experiment, point, rates } = row ?? { experiment: null, point: null, rates: [] };
  const found = rates.find((rate) => isInForce(rate, at, policy.timezone));
  return {
    experiment: experiment && { pk: experiment.pk, segments: experiment.segments ?? [] },
    point: policy.dynamic_pricing_enabled ? point : null,
    rate: found ? withoutDays(found) : null,
  };
}

/**
 * The price that a stay is charged which begins at a moment, by the fold of its plate; the events must hold
 * those of that day. null when nothing is sold there.
 */
export async function readRate(
  recorder: Recorder,
  policy: EnforcementPolicy,
  stay: { from: Instant; plateFold: string },
  events: readonly EventRow[],
): Promise<Rate | null> {
  const set = await readSetPrices(recorder, policy, stay.from);
  const event = eventAt(events, stay.from, policy.timezone);
  return rateInForce({ ...set, event, spot: policy.prices }, stay.plateFold);
}
