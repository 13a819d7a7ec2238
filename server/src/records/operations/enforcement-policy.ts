import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { SecondRead } from '@lotkeeper/contract/platform/spot-fields';
import type { RecordReader } from '../recorder.ts';
import type { TaxedProperty } from './place-taxes.ts';
import { selectPlaceTaxes } from './place-taxes.ts';
import type { Prices } from './rate-in-force.ts';

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
export interface EnforcementPolicy extends TaxedProperty, ChargeGuards {
  spot_pk: number;
  /** How many minutes after the grace minutes stays turned out to owe nothing, newest first. */
  late_minutes: readonly number[];
  enforcement_enabled: boolean;
  grace_minutes: number;
  penalty_amount: Cents;
  dynamic_pricing_enabled: boolean;
  prices: Prices['spot'];
}

/** A property's enforcement rules and prices, and all taxes of its place. */
export async function readPolicy(
  { tx, organizationId }: RecordReader,
  spotPk: number,
): Promise<EnforcementPolicy | null> {
  const [policy] = await tx<EnforcementPolicy[]>`
    select s.pk as spot_pk, s.timezone, s.enforcement_enabled, s.grace_minutes, s.penalty_amount,
      s.dynamic_pricing_enabled, s.min_charge_confidence, s.second_read, s.hold_after_outage,
      s.hold_above_posted, s.hold_above_amount, s.hold_above_hours, s.late_minutes,
      o.tax_rate, o.processing_rate,
      ${selectPlaceTaxes(tx, organizationId, tx`s.pk`)} as place_taxes,
      json_build_object('price_hourly', s.price_hourly, 'price_daily', s.price_daily,
        'price_flat', s.price_flat, 'daily_min', s.daily_min, 'daily_max', s.daily_max) as prices
    from spots s join organizations o on o.pk = s.organization_id
    where s.organization_id = ${organizationId} and s.pk = ${spotPk}`;
  return policy ?? null;
}
