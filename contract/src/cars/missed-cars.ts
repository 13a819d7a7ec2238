import { formatCount, formatMoney } from '../kernel/format.ts';
import type { CameraGap } from './outcomes.ts';

/** How many cars were missed, and what they probably cost, each from and to. */
export type Missed = Record<'cars_low' | 'cars_high' | 'lost_low' | 'lost_high', number>;

/** What gaps of hours and days cost together; those seen all along overlap them. */
export function sumMissed(gaps: readonly CameraGap[]): Missed {
  const total = { cars_low: 0, cars_high: 0, lost_low: 0, lost_high: 0 };
  for (const gap of gaps) {
    if (gap.kind === 'one_sided') continue;
    for (const field of Object.keys(total) as (keyof Missed)[]) total[field] += gap[field];
  }
  return total;
}

const formatRange = (low: string, high: string) => (low === high ? low : `${low} to ${high}`);

/** '22 to 40'. */
export const formatMissed = ({ cars_low: low, cars_high: high }: Missed) =>
  formatRange(formatCount(low), formatCount(high));

/** '$110 to $200'. */
export const formatMissedCost = ({ lost_low: low, lost_high: high }: Missed) =>
  formatRange(formatMoney(low), formatMoney(high));
