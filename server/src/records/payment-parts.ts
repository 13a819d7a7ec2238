import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { computeShare, sum, taxIncluded } from '@lotkeeper/contract/kernel/money';

/** An organization's tax and fee rates, in basis points. */
export interface PaymentRates {
  /** Added to the price. */
  tax_rate: BasisPoints;
  /** Deducted from what a driver pays. */
  processing_rate: BasisPoints;
}

/** What a driver pays for a price: the price plus tax, in whole cents. */
export const paidFor = (price: Cents, { tax_rate }: Pick<PaymentRates, 'tax_rate'>): Cents =>
  sum(price, computeShare(price, tax_rate));

/** The tax and the processing fee included in a payment. */
export const computeBreakdown = (
  amount: Cents,
  { tax_rate, processing_rate }: PaymentRates,
): { tax: Cents; processing_fee: Cents } => ({
  tax: taxIncluded(amount, tax_rate),
  processing_fee: computeShare(amount, processing_rate),
});
