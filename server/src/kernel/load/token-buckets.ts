// Who may start: without it, one caller with 500 connections raises everybody's p99 from tens of milliseconds to a second.

/** A burst of requests at once, then this many per second. */
export interface Rate {
  burst: number;
  perSecond: number;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was computed, in milliseconds on the monotonic clock. */
  updatedAt: number;
}

/** Maximum number of callers kept; the oldest are evicted first, and then start with a full bucket again. */
const defaultMaxKeys = 50_000;

/** Counts requests by key, in memory. */
export function createTokenBuckets(maxKeys = defaultMaxKeys) {
  const buckets = new Map<string, Bucket>();

  const add = (key: string, { burst }: Rate, now: number): Bucket => {
    if (buckets.size >= maxKeys) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    const bucket = { tokens: burst, updatedAt: now };
    buckets.set(key, bucket);
    return bucket;
  };

  return {
    /** Takes one token of `key`. Returns 0, or the seconds until the next token. */
    take(key: string, rate: Rate, now: number): number {
      const bucket = buckets.get(key) ?? add(key, rate, now);
      const earned = ((now - bucket.updatedAt) / 1000) * rate.perSecond;
      bucket.tokens = Math.min(rate.burst, bucket.tokens + earned);
      bucket.updatedAt = now;
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return 0;
      }
      return (1 - bucket.tokens) / rate.perSecond;
    },
  };
}
