import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql } from '../data/database.ts';
import { must } from '../must.ts';
import { Refusal } from '../refusal.ts';

/** Counts how often something happens within a time window, across processes. */
export interface Limiter {
  /** Counts a hit on `subject`; returns whether the window has no more than `most` hits. */
  allow(subject: string, most: number, now: Instant, windowMs?: number): Promise<boolean>;
  /** Like `allow`, but refuses with 429; `label` says in the message what there was too much of. */
  enforce(
    subject: string,
    most: number,
    now: Instant,
    label?: 'attempts from here' | 'downloads' | 'uploads' | 'requests',
  ): Promise<void>;
  /** Takes back a hit that shouldn't count. */
  takeBack(subject: string): Promise<void>;
}

/** Limits aren't scoped: features get a limiter instead of the connection. */
export function createLimiter(sql: Sql): Limiter {
  const limiter: Limiter = {
    async allow(subject, most, now, windowMs = hourMs) {
      const [row] = await sql<{ hits: number }[]>`
        insert into limits as l (subject, hits, until) values (${subject}, 1, ${now + windowMs})
        on conflict (subject) do update set
          hits = case when l.until <= ${now} then 1 else l.hits + 1 end,
          until = case when l.until <= ${now} then excluded.until else l.until end
        returning hits`;
      return must(row, 'row of a limit').hits <= most;
    },
    async enforce(subject, most, now, label = 'attempts from here') {
      if (await limiter.allow(subject, most, now)) return;
      throw new Refusal('too_many_requests', `Too many ${label}. Wait an hour and try again.`);
    },
    async takeBack(subject) {
      await sql`update limits set hits = hits - 1 where subject = ${subject} and hits > 0`;
    },
  };
  return limiter;
}
