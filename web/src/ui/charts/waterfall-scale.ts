import { createLinearScale } from './scales.ts';

/** A bar between two running totals. */
export interface WaterfallBar {
  from: number;
  to: number;
}

/** The bars of steps from one total to the next: each begins where the previous one ended. */
export function stackSteps(start: number, steps: readonly number[]): WaterfallBar[] {
  let running = start;
  return steps.map((step) => {
    const from = running;
    running += step;
    return { from, to: running };
  });
}

/** The share of the scale left below the lowest total when it doesn't begin at zero. */
const margin = 0.15;
/** If the totals differ by less than this share, the scale omits zero: their steps would be invisible. */
const closeness = 0.3;

/**
 * The ends of the scale: all running totals, and zero unless the steps would be too small next to
 * the totals. Never empty.
 */
export function waterfallDomain(totals: readonly number[]): { low: number; high: number } {
  const low = Math.min(0, ...totals);
  const high = Math.max(0, ...totals);
  if (low === high) return { low: 0, high: 1 };
  const least = Math.min(...totals);
  const most = Math.max(...totals);
  const spread = most - least;
  const isClose = spread > 0 && spread < closeness * (high - low);
  if (isClose && least > 0) return { low: least - Math.min(least, margin * spread), high };
  if (isClose && most < 0) return { low, high: most + Math.min(-most, margin * spread) };
  return { low, high };
}

/** Where a total is on the scale, in percent of its width. */
export function waterfallScale(totals: readonly number[]): (total: number) => number {
  const { low, high } = waterfallDomain(totals);
  return createLinearScale({ domain: [low, high], range: [0, 100], isExact: true });
}
