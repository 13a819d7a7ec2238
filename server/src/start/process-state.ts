import { systemClock } from '../kernel/clock.ts';
import type { ErrorReports } from '../kernel/errors/error-reports.ts';
import { noErrorReports } from '../kernel/errors/error-reports.ts';
import { createFaultReporter } from '../kernel/errors/process-faults.ts';

export const printLine = (line: string) => process.stdout.write(`${line}\n`);
export const printError = (line: string) => process.stderr.write(`${line}\n`);

export const clock = systemClock;

/** Where this process reports errors, from the time its settings are read. */
export const reporting: { errors: ErrorReports } = { errors: noErrorReports };

const logFault = createFaultReporter(printError);

export const reportFault = (fault: string, error: unknown) => {
  logFault(fault, error);
  reporting.errors.report(error, { kind: 'process', fault });
};

/** What has to be undone at the end, last opened first. */
export const closers: (() => Promise<void>)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) {
    await close().catch((error: unknown) => printError(`While stopping: ${String(error)}`));
  }
}
