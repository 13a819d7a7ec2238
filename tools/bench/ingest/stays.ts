import { randomUUID } from 'node:crypto';
import { hourMs } from '@lotkeeper/contract/kernel/durations';

export const pickRandom = <T>(items: readonly T[]) =>
  items[Math.floor(Math.random() * items.length)] as T;

/** A random stay of three hours within the last day at a random lot, and its price in cents. */
export function anyStay(lots: readonly number[], now: number) {
  const start = Math.floor(now - Math.random() * 24 * hourMs);
  return {
    id: randomUUID().slice(0, 18),
    spot: pickRandom(lots),
    rental_type: pickRandom(['hourly', 'hourly', 'hourly', 'daily'] as const),
    start,
    end: start + 3 * hourMs,
    amount: 100 + Math.floor(Math.random() * 3000),
  };
}
