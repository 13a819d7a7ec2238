import type { Confidence } from '@lotkeeper/contract/operations/local-intelligence';

/** One measured day: its multiple of the usual, and the multiples of ordinary days of its weekday. */
export interface Measured {
  multiple: number;
  ordinary: readonly number[];
}

const sureAtMost = 0.01;
const likelyAtMost = 0.05;
/** Days after which an effect that doesn't show is considered absent. */
const enoughTimes = 3;
/** The minimum share of days that must go the same way. */
const shareOneWay = 0.75;
/** A single day may have had another cause. */
const fewestForSure = 2;

const rankShare = ({ ordinary, multiple }: Measured, isBeyond: (a: number, b: number) => boolean) =>
  (1 + ordinary.filter((ordinaryMultiple) => isBeyond(ordinaryMultiple, multiple)).length) /
  (1 + ordinary.length);

/** The probability that independent shares are jointly as small as these (Fisher's method, in closed form). */
function combineShares(shares: readonly number[]): number {
  const sum = -shares.reduce((total, share) => total + Math.log(share), 0);
  if (sum <= 0) return 1;
  // Term by term in logarithms: many days would exceed the range of numbers.
  let log = -sum;
  let chance = Math.exp(log);
  for (let term = 1; term < shares.length; term += 1) {
    log += Math.log(sum) - Math.log(term);
    chance += Math.exp(log);
  }
  return Math.min(chance, 1);
}

/**
 * The probability that ordinary days are jointly as far above, or as far below, the usual as these: each day is ranked
 * among the ordinary ones of its weekday, and the ranks are combined. 1 when nothing is known.
 */
export function computeChance(measured: readonly Measured[]): number {
  const above = combineShares(measured.map((day) => rankShare(day, (a, b) => a >= b)));
  const below = combineShares(measured.map((day) => rankShare(day, (a, b) => a <= b)));
  return Math.min(1, 2 * Math.min(above, below));
}

/**
 * Whether enough days go the same way: by ranks alone, two very good and two very bad days would count as an effect.
 */
function isOneWay(measured: readonly Measured[]): boolean {
  const above = measured.filter(({ multiple }) => multiple > 1).length;
  const below = measured.filter(({ multiple }) => multiple < 1).length;
  return Math.max(above, below) >= measured.length * shareOneWay;
}

/** The same as a word; days that go both ways aren’t an effect, however far. */
export function computeConfidence(measured: readonly Measured[]): Confidence {
  const chance = isOneWay(measured) ? computeChance(measured) : 1;
  if (chance <= sureAtMost && measured.length >= fewestForSure) return 'sure';
  if (chance <= likelyAtMost) return 'likely';
  return measured.length >= enoughTimes ? 'none' : 'early';
}
