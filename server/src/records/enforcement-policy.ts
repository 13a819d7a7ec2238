import type { LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { SecondRead } from '@lotkeeper/contract/platform/spot-fields';
import type { Fragment, Tx } from '../kernel/data/database.ts';
import type { PaymentRates } from './payment-parts.ts';
import type { Prices } from './rate-in-force.ts';
import type { Recorder } from './recorder.ts';

/** What a property asks for before it charges a car by itself. */
export interface ChargeGuards {
  /** In percent; null = any. */
  min_charge_confidence: number | null;
  second_read: SecondRead;
  hold_after_outage: boolean;
  hold_above_posted: boolean;
  /** What a driver would pay; null = any. */
  hold_above_amount: Cents | null;
  hold_above_hours: number | null;
}

/** What a property does about cars that don't pay. */
export interface EnforcementPolicy extends PaymentRates, ChargeGuards {
  spot_pk: number;
  timezone: TimeZone;
  enforcement_enabled: boolean;
  grace_minutes: number;
  penalty_amount: Cents;
  dynamic_pricing_enabled: boolean;
  prices: Prices['spot'];
}

/**
 * SQL for the taxes of places at property `s` on a day, in basis points, for transient rentals; null where nobody set
 * any.
 */
const selectPlaceTax = (tx: Tx, organizationId: number, day: LocalDate): Fragment => tx`
  (select sum(t.rate)::float8 / 10 from (
    select distinct on (authority) rate, rental_groups from tax_rates
    where organization_id = ${organizationId} and spot_pk = s.pk and starts_on <= ${day}
    order by authority, starts_on desc) t where 'transient' = any (t.rental_groups))`;

/** A property's enforcement rules and prices, and the tax on a day of its calendar. */
export async function readPolicy(
  { tx, organizationId }: Recorder,
  spotPk: number,
  day: LocalDate,
): Promise<EnforcementPolicy | null> {
  const [policy] = await tx<EnforcementPolicy[]>`
    select s.pk as spot_pk, s.timezone, s.enforcement_enabled, s.grace_minutes, s.penalty_amount,
      s.dynamic_pricing_enabled, s.min_charge_confidence, s.second_read, s.hold_after_outage,
      s.hold_above_posted, s.hold_above_amount, s.hold_above_hours,
      coalesce(${selectPlaceTax(tx, organizationId, day)}, o.tax_rate) as tax_rate, o.processing_rate,
      json_build_object('price_hourly', s.price_hourly, 'price_daily', s.price_daily,
        'price_flat', s.price_flat, 'daily_min', s.daily_min, 'daily_max', s.daily_max) as prices
    from spots s join organizations o on o.pk = s.organization_id
    where s.organization_id = ${organizationId} and s.pk = ${spotPk}`;
  return policy ?? null;
}
