import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import { cents, computeProportion, computeShare, sum } from '@lotkeeper/contract/kernel/money';

/** Tax and fee rates, in basis points. */
export interface PaymentRates {
  /** Added to the price; with up to one decimal place, since places take such as 9.625 %. Small prices may have less. */
  tax_rate: BasisPoints | ((price: number) => BasisPoints);
  /** Deducted from what a driver pays. */
  processing_rate: BasisPoints;
}

/** All of a price, in the unit of `toThousandths`. */
export const wholePrice = 100_000;

/** The tax rate of a price, in thousandths of a percent. */
const toThousandths = (rate: PaymentRates['tax_rate'], price: number) =>
  cents(Math.round((typeof rate === 'function' ? rate(price) : rate) * 10));

/** The tax included in a payment; a rate holds for the price that it leaves. */
function findIncludedTax(amount: Cents, rate: PaymentRates['tax_rate']): Cents {
  let thousandths = toThousandths(rate, amount);
  for (;;) {
    const tax = computeProportion(amount, thousandths, cents(wholePrice + thousandths));
    const ofPrice = toThousandths(rate, amount - tax);
    if (ofPrice >= thousandths) return tax;
    thousandths = ofPrice;
  }
}

/** What a driver pays for a price: the price plus tax, in whole cents. */
export const paidFor = (price: Cents, { tax_rate }: Pick<PaymentRates, 'tax_rate'>): Cents =>
  sum(price, computeProportion(price, toThousandths(tax_rate, price), cents(wholePrice)));

/** The tax and the processing fee included in a payment. */
export const computeBreakdown = (
  amount: Cents,
  { tax_rate, processing_rate }: PaymentRates,
): { tax: Cents; processing_fee: Cents } => ({
  tax: findIncludedTax(amount, tax_rate),
  processing_fee: computeShare(amount, processing_rate),
});
