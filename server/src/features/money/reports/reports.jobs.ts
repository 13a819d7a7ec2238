import { hourMs } from '@lotkeeper/contract/kernel/durations';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import { closeMonths, closingDay } from '../../../records/money/closed-months.ts';

/** Closes old months, so that reports over the whole history don't read each of them. */
const makeMonthCloser =
  ({ sql, clock }: { sql: SqlPool; clock: Clock }) =>
  () =>
    closeMonths(sql, closingDay(clock()));

export const reportsJobs = [
  handleJob(defineJob('close_months', { every: hourMs }), makeMonthCloser),
];
