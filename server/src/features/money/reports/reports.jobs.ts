import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandlers } from '../../../kernel/data/jobs.ts';
import { closeMonths, closingDay } from '../../../records/closed-months.ts';

/** Closes the months that are long over, so that reports of a lifetime don't read each of them. */
export const makeMonthCloser =
  ({ sql, clock }: { sql: SqlPool; clock: Clock }): JobHandlers['close_months'] =>
  () =>
    closeMonths(sql, closingDay(clock()));
