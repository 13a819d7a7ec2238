import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { cents, computeProportion, computeShare, sum } from '@lotkeeper/contract/kernel/money';

/** Tax and fee rates, in basis points. */
export interface PaymentRates {
  /** Added to the price; with up to one decimal place, since places take such as 9.625 %. */
  tax_rate: BasisPoints;
  /** Deducted from what a driver pays. */
  processing_rate: BasisPoints;
}

/** All of a price, in the unit of `toThousandths`. */
const wholePrice = 100_000;

/** A tax rate in thousandths of a percent. */
const toThousandths = (rate: BasisPoints) => cents(Math.round(rate * 10));

/** What a driver pays for a price: the price plus tax, in whole cents. */
export const paidFor = (price: Cents, { tax_rate }: Pick<PaymentRates, 'tax_rate'>): Cents =>
  sum(price, computeProportion(price, toThousandths(tax_rate), cents(wholePrice)));

/** The tax and the processing fee included in a payment. */
export const computeBreakdown = (
  amount: Cents,
  { tax_rate, processing_rate }: PaymentRates,
): { tax: Cents; processing_fee: Cents } => ({
  tax: computeProportion(
    amount,
    toThousandths(tax_rate),
    cents(wholePrice + toThousandths(tax_rate)),
  ),
  processing_fee: computeShare(amount, processing_rate),
});
