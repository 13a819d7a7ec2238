import * as z from 'zod/mini';
import type { BasisPoints, Cents } from '../kernel/money.ts';
import {
  amountField,
  cents,
  computeShare,
  priceOfMinutes,
  sum,
  zeroCents,
} from '../kernel/money.ts';

/** How a stay's price depends on its length; decision record 020 explains each model. */
export const pricingModels = [
  'static',
  'linear',
  'stepwise',
  'exponential',
  'moving',
  'moving_total',
  'cumulative_time',
] as const;
export type PricingModel = (typeof pricingModels)[number];

const dayMinutes = 24 * 60;
const most = 24;
const minutes = z
  .int({ error: 'Must be whole minutes.' })
  .check(z.minimum(0, 'Must be whole minutes.'), z.maximum(dayMinutes, 'At most 24 hours.'));

/** Growth in basis points: from -50 to 50 percent per hour. */
const growthError = 'Must be -50 to 50 percent.';
const growth = z
  .int({ error: growthError })
  .check(z.minimum(-5000, growthError), z.maximum(5000, growthError)) as unknown as z.ZodMiniType<
  BasisPoints,
  number
>;

const rises = (values: readonly number[]) =>
  values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
const climbs = (values: readonly number[]) =>
  rises(values) && new Set(values).size === values.length;

const prices = z
  .array(amountField)
  .check(z.minLength(1, 'Enter at least one price.'), z.maxLength(most, 'At most 24 prices.'));

const steps = z
  .array(z.strictObject({ minutes: minutes.check(z.minimum(1)), price: amountField }))
  .check(
    z.minLength(1, 'Enter at least one step.'),
    z.maxLength(most, 'At most 24 steps.'),
    z.refine((all) => climbs(all.map((step) => step.minutes)), 'Each step must be longer.'),
    z.refine((all) => rises(all.map((step) => step.price)), 'A longer stay must not cost less.'),
  );

const brackets = z.array(z.strictObject({ from: minutes, price: amountField })).check(
  z.minLength(1, 'Enter at least one price.'),
  z.maxLength(most, 'At most 24 prices.'),
  z.refine((all) => all[0]?.from === 0, 'The first price must start at 0.'),
  z.refine(
    (all) => climbs(all.map((price) => price.from)),
    'Each price must start later than the one before.',
  ),
);

/** A curve with its parameters. Curves without prices of their own use the rate's price. */
export const rateCurve = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('static') }),
  z.strictObject({ kind: z.literal('linear'), start: amountField }),
  z.strictObject({ kind: z.literal('stepwise'), steps }),
  z.strictObject({ kind: z.literal('exponential'), growth }),
  z.strictObject({ kind: z.literal('moving'), prices }),
  z.strictObject({
    kind: z.literal('moving_total'),
    totals: prices.check(z.refine(rises, 'A longer stay must not cost less.')),
  }),
  z.strictObject({ kind: z.literal('cumulative_time'), brackets }),
]);
export type RateCurve = z.output<typeof rateCurve>;
type Curve<Kind extends PricingModel> = Extract<RateCurve, { kind: Kind }>;

/** A constant price for each started unit. */
export const staticCurve: RateCurve = { kind: 'static' };

export const usesPrice = (kind: PricingModel) =>
  kind === 'static' || kind === 'linear' || kind === 'exponential';

/** What determines a stay's price: cents before tax. */
export interface StayPrice {
  /** `flat`: one price for the whole stay. */
  unit: 'hour' | 'day' | 'flat';
  price: Cents;
  curve: RateCurve;
  /** Minimum and maximum price of 24 hours. Hourly rates only. */
  daily_min: Cents | null;
  daily_max: Cents | null;
}

const countHours = (length: number) => Math.ceil(length / 60);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

function stepwise({ steps: all }: Curve<'stepwise'>, length: number): Cents {
  const last = all[all.length - 1] ?? { minutes: dayMinutes, price: zeroCents };
  const rounds = Math.ceil(length / last.minutes) - 1;
  const rest = length - rounds * last.minutes;
  const step = all.find((bracket) => rest <= bracket.minutes) ?? last;
  return cents(rounds * last.price + step.price);
}

function exponential(price: Cents, rate: BasisPoints, length: number): Cents {
  let hour = price;
  let total = zeroCents;
  for (const index of upTo(countHours(length))) {
    if (index > 0) hour = sum(hour, computeShare(hour, rate));
    total = sum(total, hour);
  }
  return total;
}

function moving({ prices: all }: Curve<'moving'>, length: number): Cents {
  const last = all.length - 1;
  return sum(...upTo(countHours(length)).map((index) => all[Math.min(index, last)] ?? zeroCents));
}

const movingTotal = ({ totals }: Curve<'moving_total'>, length: number): Cents =>
  totals[Math.min(countHours(length), totals.length) - 1] ?? zeroCents;

function cumulativeTime({ brackets: all }: Curve<'cumulative_time'>, length: number): Cents {
  const costs = all.map(({ from, price }, index) => {
    const until = Math.min(all[index + 1]?.from ?? length, length);
    return until > from ? priceOfMinutes(price, until - from) : zeroCents;
  });
  return sum(...costs);
}

/** The price of up to 24 hours, before the daily minimum and maximum. */
function priceWithinDay({ price, curve }: StayPrice, length: number): Cents {
  switch (curve.kind) {
    case 'static':
      return cents(countHours(length) * price);
    case 'linear':
      return sum(curve.start, priceOfMinutes(price, length));
    case 'stepwise':
      return stepwise(curve, length);
    case 'exponential':
      return exponential(price, curve.growth, length);
    case 'moving':
      return moving(curve, length);
    case 'moving_total':
      return movingTotal(curve, length);
    default:
      return cumulativeTime(curve, length);
  }
}

function priceOfDay(rate: StayPrice, length: number): Cents {
  const price = Math.max(rate.daily_min ?? 0, priceWithinDay(rate, length));
  return cents(Math.min(rate.daily_max ?? price, price));
}

/** The minutes that every stay is charged for at least: an hour, the first step, or a day. */
export function firstUnitMinutes({ unit, curve }: Pick<StayPrice, 'unit' | 'curve'>): number {
  if (unit !== 'hour') return dayMinutes;
  return curve.kind === 'stepwise' ? (curve.steps[0]?.minutes ?? 60) : 60;
}

/**
 * The price of a stay in cents before tax. With hourly rates, the curve restarts every 24 hours, and each 24 hours
 * are limited by the daily minimum and maximum. Shared by the preview and enforcement.
 */
export function priceOfStay(rate: StayPrice, stayMinutes: number): Cents {
  if (rate.unit === 'flat') return rate.price;
  const length = Math.max(stayMinutes, firstUnitMinutes(rate));
  if (rate.unit === 'day') return cents(Math.ceil(length / dayMinutes) * rate.price);
  const days = Math.floor(length / dayMinutes);
  const rest = length % dayMinutes;
  const dayCosts = days > 0 ? days * priceOfDay(rate, dayMinutes) : 0;
  return cents(dayCosts + (rest > 0 ? priceOfDay(rate, rest) : 0));
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  minutes: 'Up to how many minutes the step goes.',
  price: 'What a stay within the step costs, in cents.',
  'brackets.price': 'The price of an hour, in cents.',
  from: 'From which minute of the stay the price counts.',
  kind: 'The kind of curve.',
  start: 'What every stay costs at first, in cents; the price by the hour is added.',
  totals:
    'What a stay of one, two, three … hours costs in all, in cents; the last counts for all that are longer.',
  steps: 'What a stay of up to so many minutes costs. Longer stays begin again.',
  prices: 'The price of each hour, in cents; the last counts for all that follow.',
  brackets: 'The price of an hour from so many minutes on.',
  growth:
    'By how much each hour costs more than the one before, in basis points: 1000 is 10 percent. Below 0 for less.',
};
