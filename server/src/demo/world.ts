import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { cents, shareOf, sum, taxIncluded } from '@lotkeeper/contract/kernel/money';
import type { DemoDay } from './days.ts';
import type { DemoLot } from './lot.ts';
import type { DemoOrganization } from './organizations.ts';

/** One operator while its history is made. */
export interface World {
  seed: number;
  now: Instant;
  days: number;
  organization: DemoOrganization;
  organizationPk: number;
  lots: readonly LotInWorld[];
}

export interface LotInWorld {
  lot: DemoLot;
  pk: number;
  days: readonly DemoDay[];
  /** The first moment of the history. */
  since: Instant;
}

/** What a driver pays for a price: tax on top, in whole cents. */
export function paidFor(world: World, price: number): Cents {
  const net = cents(price);
  return sum(net, shareOf(net, world.organization.tax_rate as BasisPoints));
}

/** The tax and the processing fee inside a payment. */
export function partsOf(world: World, amount: Cents): { tax: Cents; processing_fee: Cents } {
  return {
    tax: taxIncluded(amount, world.organization.tax_rate as BasisPoints),
    processing_fee: shareOf(amount, world.organization.processing_rate as BasisPoints),
  };
}
