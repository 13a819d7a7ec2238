import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../data/database.ts';
import { must } from '../must.ts';
import { Refusal } from '../refusal.ts';

/** Counts a hit on `subject`; returns whether the window has no more than `most` hits. Holds across processes. */
export async function withinLimit(
  sql: Sql,
  subject: string,
  most: number,
  now: Instant,
  windowMs: number = hourMs,
): Promise<boolean> {
  const [row] = await sql<{ hits: number }[]>`
    insert into limits as l (subject, hits, until) values (${subject}, 1, ${now + windowMs})
    on conflict (subject) do update set
      hits = case when l.until <= ${now} then 1 else l.hits + 1 end,
      until = case when l.until <= ${now} then excluded.until else l.until end
    returning hits`;
  return must(row, 'row of a limit').hits <= most;
}

/** Takes back a hit that should not count. */
export async function takeBackHit(sql: Sql, subject: string): Promise<void> {
  await sql`update limits set hits = hits - 1 where subject = ${subject} and hits > 0`;
}

/** As `withinLimit`, but refuses with 429; `label` names in the message what there was too much of. */
export async function holdToLimit(
  sql: Sql,
  subject: string,
  most: number,
  now: Instant,
  label: 'attempts from here' | 'downloads' | 'uploads' = 'attempts from here',
): Promise<void> {
  if (!(await withinLimit(sql, subject, most, now))) {
    throw new Refusal('too_many_requests', `Too many ${label}. Wait an hour and try again.`);
  }
}
