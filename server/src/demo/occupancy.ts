import { hourMs } from '@lotkeeper/contract/kernel/durations';

/**
 * Counts a lot's cars by the hour, so that it is never overfilled. Returns a function that reserves a space for a
 * stay: false if the lot is full at any hour of it.
 */
export function openOccupancy(since: number, hours: number, spaces: number) {
  const counts = new Int32Array(hours);
  return (from: number, until: number): boolean => {
    const first = Math.max(0, Math.floor((from - since) / hourMs));
    const last = Math.min(counts.length - 1, Math.floor((until - since) / hourMs));
    const hourCounts = counts.subarray(first, last + 1);
    if (hourCounts.some((count) => count >= spaces)) return false;
    for (const [index, count] of hourCounts.entries()) hourCounts[index] = count + 1;
    return true;
  };
}
