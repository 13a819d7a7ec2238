import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import type { RentalGroup } from '@lotkeeper/contract/people/rentals';
import type { Fragment, Sql } from '../kernel/data/database.ts';
import type { PaymentRates } from './payment-parts.ts';

/** A tax of a place on some rentals from a day on, in thousandths of a percent. */
export interface PlaceTax {
  authority: string;
  starts_on: LocalDate;
  rate: number;
  rental_groups: readonly RentalGroup[];
}

/** SQL for all taxes of a property, given by its number, as JSON. */
export const selectPlaceTaxes = (
  sql: Sql,
  organizationId: number,
  spotPk: Fragment,
): Fragment => sql`
  (select coalesce(json_agg(json_build_object('authority', t.authority, 'starts_on', t.starts_on,
      'rate', t.rate, 'rental_groups', t.rental_groups)), '[]')
    from tax_rates t where t.organization_id = ${organizationId} and t.spot_pk = ${spotPk})`;

/** The taxes in force on a day for a group of rentals: each authority's newest one that applies to it. */
export function findTaxesInForce<Tax extends PlaceTax>(
  taxes: readonly Tax[],
  day: LocalDate,
  group: RentalGroup,
): Tax[] {
  const newest = new Map<string, Tax>();
  for (const tax of taxes) {
    const known = newest.get(tax.authority);
    const isInForce = tax.starts_on <= day && tax.rental_groups.includes(group);
    if (isInForce && (!known || known.starts_on < tax.starts_on)) newest.set(tax.authority, tax);
  }
  return [...newest.values()];
}

/** What a property's own charges are computed with: the organization's rates, and the taxes of the place. */
export interface TaxedProperty extends PaymentRates {
  timezone: TimeZone;
  place_taxes: readonly PlaceTax[];
}

/**
 * The rates of a transient stay that begins at a time. All charges and refunds of a stay have those of its first day:
 * a change while a car is parked changes nothing that was charged.
 */
export function findStayRates(property: TaxedProperty, from: Instant): PaymentRates {
  const { tax_rate, processing_rate, place_taxes, timezone } = property;
  const taxes = findTaxesInForce(place_taxes, toLocalDate(from, timezone), 'transient');
  if (taxes.length === 0) return { tax_rate, processing_rate };
  const thousandths = taxes.reduce((sum, { rate }) => sum + rate, 0);
  return { tax_rate: (thousandths / 10) as BasisPoints, processing_rate };
}
