import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../kernel/database.ts';
import type { JobHandlers } from '../../kernel/jobs.ts';
import type { Live } from '../../kernel/live.ts';

/** Pairs plate reads into visits and decides what each comes to. */
export function makeVisitSettler(_parts: {
  database: Database;
  clock: Clock;
  tell: Live['tell'];
}): JobHandlers['settle_visits'] {
  return async () => undefined;
}
