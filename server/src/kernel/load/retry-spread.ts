import { maxSpreadSeconds } from '../budgets.ts';

/** Maximum number of callers kept; the oldest are evicted first. */
const defaultMaxKeys = 50_000;

/**
 * Gives refused requests different retry times; otherwise they would all come back at once. For
 * each caller, remembers in memory when its last refused request comes back.
 */
export function createRetrySpread(maxKeys = defaultMaxKeys) {
  const lastReturns = new Map<string, number>();
  return {
    /** Seconds until the next refused request of `key` may come, when `perSecond` are admitted. */
    next(key: string, perSecond: number, now: number): number {
      const last = Math.max(now, lastReturns.get(key) ?? now);
      const next = Math.min(last + 1000 / perSecond, now + maxSpreadSeconds * 1000);
      lastReturns.delete(key);
      if (lastReturns.size >= maxKeys) {
        const [oldest] = lastReturns.keys();
        if (oldest !== undefined) lastReturns.delete(oldest);
      }
      lastReturns.set(key, next);
      // Rounded, so a whole second isn’t slightly more than one.
      return Math.round(next - now) / 1000;
    },
  };
}
