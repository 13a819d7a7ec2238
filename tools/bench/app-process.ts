// The app as `npm start` runs it, on a database of the benchmark. It sends its parent process its URL and a session
// token, and on request the statements of the next responses.
import { join } from 'node:path';
import { makeApp } from '../../server/src/app.ts';
import { openCallers } from '../../server/src/callers.ts';
import { readConfig } from '../../server/src/config.ts';
import { createSecretBox } from '../../server/src/kernel/access/secrets.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { openDatabase } from '../../server/src/kernel/data/database.ts';
import { folderFiles } from '../../server/src/kernel/data/files.ts';
import { noErrorReports } from '../../server/src/kernel/errors/error-reports.ts';
import { openProcessor } from '../../server/src/processor/open-processor.ts';
import type { AppReady, Statement } from './app.ts';
import { unlimited } from './app.ts';

const [url = '', nowText = '', listening = ''] = process.argv.slice(2);
const startedAt = systemClock();
/** The data set's present, advancing in real time. */
const clock: typeof systemClock = () => (Number(nowText) + systemClock() - startedAt) as never;

/** Formats a statement's value as text, arrays in PostgreSQL's syntax. */
function toText(value: unknown): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return `${value as string | number | boolean}`;
  const elements = value.map((element) => {
    const text = toText(element);
    if (text === null || Array.isArray(element)) return text ?? 'NULL';
    return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

let statements: Statement[] | undefined;
const config = readConfig({
  DEMO: '0',
  PORT: '0',
  ...unlimited,
  ...process.env,
  DATABASE_URL: url,
});
const database = openDatabase({
  url,
  pool: config.DATABASE_POOL,
  prepare: config.DATABASE_PREPARE,
  // Listening costs the driver time, so a separate app is measured.
  ...(listening && {
    onStatement: (text, values) => statements?.push({ text, parameters: values.map(toText) }),
  }),
});
const { callers } = await openCallers(database, clock, console.error);
const secretBox = createSecretBox('the secret key of the bench, 32 characters or more');
const files = folderFiles(join(config.DATA_DIR, 'files'));
const publish = () => undefined;
const processors = await openProcessor(config, { sql: database.system, clock });
const app = await makeApp({
  config,
  database,
  ...callers,
  secretBox,
  clock,
  files,
  processors,
  publish,
  areJobsRunning: () => true,
  errorReports: noErrorReports,
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const token = await callers.sessions.start(1, 'bench');

process.on('message', (ask: 'listen' | 'publish' | 'cpu') => {
  if (ask === 'listen') statements = [];
  if (ask === 'publish') {
    process.send?.({ statements });
    statements = undefined;
  }
  if (ask === 'cpu') process.send?.({ cpu: process.cpuUsage() });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: { port: Number(new URL(address).port), token } satisfies AppReady });
