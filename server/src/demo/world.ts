import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import {
  computeBreakdown as partsInside,
  paidFor as withTax,
} from '../records/operations/payment-parts.ts';
import type { DemoDay } from './days.ts';
import type { DemoLot } from './lot.ts';
import type { DemoOrganization } from './organizations.ts';

/** One operator while its history is created. */
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
  /** The start of the history. */
  since: Instant;
}

const getRates = ({ organization }: World) => ({
  tax_rate: organization.tax_rate as BasisPoints,
  processing_rate: organization.processing_rate as BasisPoints,
});

/** What a driver pays for a price: tax on top, in whole cents. */
export const paidFor = (world: World, price: number): Cents =>
  withTax(cents(price), getRates(world));

/** The tax and the processing fee inside a payment. */
export const computeDemoBreakdown = (world: World, amount: Cents) =>
  partsInside(amount, getRates(world));
