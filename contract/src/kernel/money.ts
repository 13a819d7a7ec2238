import * as z from 'zod/mini';

/** An amount in whole US cents. Never a float of dollars. */
export type Cents = number & { readonly __unit: 'cents' };

/** A share in hundredths of a percent: 1250 = 12.5 %. */
export type BasisPoints = number & { readonly __unit: 'basis points' };

/**
 * Converts a number to cents; throws a RangeError on fractions and on integers that a double cannot hold exactly.
 */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  return (amount === 0 ? 0 : amount) as Cents;
}

export const zeroCents = cents(0);

/** Cents on the wire: a safe integer, may be negative. */
export const centsField = z.int({
  error: 'Must be a whole number of cents.',
}) as unknown as z.ZodMiniType<Cents, number>;

const largestAmount = 100_000_000;
const amountError = `Must be a whole number of cents, 0 to ${largestAmount}.`;

/** The amount of one ledger entry on the wire: whole cents, 0 to $1,000,000. */
export const amountField = z
  .int({ error: amountError })
  .check(
    z.minimum(0, amountError),
    z.maximum(largestAmount, amountError),
  ) as unknown as z.ZodMiniType<Cents, number>;

/** Formats dollars and, if any are given, cents. */
function formatDollars(amount: Cents, centsText: string): string {
  const dollars = String(Math.floor(Math.abs(amount) / 100));
  let grouped = dollars.slice(-3);
  for (let end = dollars.length - 3; end > 0; end -= 3) {
    grouped = `${dollars.slice(Math.max(0, end - 3), end)},${grouped}`;
  }
  return `${amount < 0 ? '-' : ''}$${grouped}${centsText}`;
}

const centsText = (amount: Cents) => `.${String(Math.abs(amount) % 100).padStart(2, '0')}`;

/** Formats cents for people: `$1,234.50`, `-$0.05`. */
export const dollarsText = (amount: Cents): string => formatDollars(amount, centsText(amount));

/** Formats cents for people without '.00': `$12.50`, but `$12`. */
export const shortDollarsText = (amount: Cents): string =>
  formatDollars(amount, amount % 100 === 0 ? '' : centsText(amount));

/** Formats cents as decimal dollars for programs: `1234.50`, `-0.05`. */
export function decimalDollars(amount: Cents): string {
  const size = Math.abs(amount);
  const text = `${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
  return amount < 0 ? `-${text}` : text;
}

/** Parses typed dollars to whole cents; null if empty, NaN if it isn’t a price (the server then reports it). */
export function typedToCents(dollars: string): number | null {
  const text = dollars.trim().replace(/^\$/, '');
  if (!text) return null;
  // Commas are allowed only as thousands separators: "2,5" isn't $25.
  const digits = /^\d{1,3}(,\d{3})+(?=\.|$)/.test(text) ? text.replaceAll(',', '') : text;
  const [, dollarDigits = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(digits) ?? [];
  return dollarDigits ? Number(dollarDigits) * 100 + Number(part.padEnd(2, '0')) : Number.NaN;
}

/** Formats cents as a person would type them: 1250 is '12.50', 500 is '5', null is ''. */
export function centsAsTyped(amount: number | null): string {
  return amount === null ? '' : decimalDollars(cents(amount)).replace(/\.00$/, '');
}

/** Converts a percentage with up to two decimals to basis points. */
export const percentToRate = (percent: number) => Math.round(percent * 100) as BasisPoints;

/** Converts basis points to a percentage: 825 is 8.25. */
export const rateToPercent = (rate: BasisPoints) => rate / 100;

/** Adds amounts; throws if the sum leaves the exact range. */
export function sum(...amounts: Cents[]): Cents {
  return cents(amounts.reduce((total, amount) => total + amount, 0));
}

/** Rounds a quotient of integers half to even (banker's rounding), exactly, in integer arithmetic. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('The denominator must be positive.');
  const negative = numerator < 0n;
  const n = negative ? -numerator : numerator;
  const quotient = n / denominator;
  const twice = (n % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** The part of an amount that a rate takes, rounded half to even: tax, commission, discounts. */
export function computeShare(amount: Cents, rate: BasisPoints): Cents {
  return cents(Number(divideHalfEven(BigInt(amount) * BigInt(rate), 10_000n)));
}

/** An amount × share ÷ total, rounded half to even: the tax in a part of a payment. */
export function computeProportion(amount: Cents, share: Cents, total: Cents): Cents {
  return cents(Number(divideHalfEven(BigInt(amount) * BigInt(share), BigInt(total))));
}

/** Half of an amount, including the odd cent. */
export function largerHalf(amount: Cents): Cents {
  return cents(Math.ceil(amount / 2));
}

/** The tax inside a tax-inclusive amount: 10825 at 825 bp contains 825. Rounded half to even. */
export function taxIncluded(amount: Cents, rate: BasisPoints): Cents {
  return cents(Number(divideHalfEven(BigInt(amount) * BigInt(rate), 10_000n + BigInt(rate))));
}

/** The price of a stay in minutes at an hourly price, rounded half to even. */
export function priceOfMinutes(perHour: Cents, minutes: number): Cents {
  return cents(Number(divideHalfEven(BigInt(perHour) * BigInt(minutes), 60n)));
}
