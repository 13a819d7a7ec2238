import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { formatTimestamp, systemClock } from '../kernel/clock.ts';
import type { ErrorReports } from '../kernel/errors/error-reports.ts';
import { noErrorReports } from '../kernel/errors/error-reports.ts';
import { createFaultReporter } from '../kernel/errors/process-faults.ts';
import { buildJsonLine, chooseLogFormat, toPrettyLine } from '../kernel/log/log-lines.ts';

export const clock = systemClock;

/** Read directly from the environment, because an invalid setting is printed too; the settings validate it. */
const format = chooseLogFormat(process.env['LOG_FORMAT'], process.stdout.isTTY);

/** Whether people are still reading the start's messages, which need no time and level. */
let isStarting = true;

/** From here on, lines for people have a time and a level. */
export const endWelcome = (): void => {
  isStarting = false;
};

const prettify = (line: string) => toPrettyLine(line, (time) => formatTimestamp(time as Instant));

/** Where the HTTP server's log goes; undefined = directly to standard output. */
export const logStream =
  format === 'pretty'
    ? { write: (line: string) => void process.stdout.write(prettify(line)) }
    : undefined;

function print(level: 'info' | 'error', message: string, fields: object = {}): void {
  const stream = level === 'error' ? process.stderr : process.stdout;
  if (format === 'pretty' && isStarting) {
    stream.write(`${message}\n`);
    return;
  }
  const line = buildJsonLine({ level, message: message.trim(), time: clock() }, fields);
  stream.write(format === 'pretty' ? prettify(line) : line);
}

export const printLine = (line: string): void => print('info', line);

/** Messages for people, no matter what reads the log; only a log that was asked to be JSON stays so. */
export const printForPeople = (line: string): void => {
  if (process.env['LOG_FORMAT'] === 'json') printLine(line);
  else process.stdout.write(`${line}\n`);
};
export const printError = (line: string): void => print('error', line);

/** Prints a failed job: its name, its error and the ID of its report. */
export const printJobFailure = (failure: object): void => print('error', 'job failed', failure);

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
