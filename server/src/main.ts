import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { makeApp } from './app.ts';
import { demoState, openOutsideWorld } from './demo/load-demo.ts';
import { prepareDemo, printDemoLinks } from './demo/prepare-demo.ts';
import { startSimulator } from './demo/start-simulator.ts';
import { valetLinks } from './features/valet/valet-links.ts';
import { createJobHandlers } from './features.ts';
import { openCallers } from './kernel/access/callers.ts';
import type { SecretBox } from './kernel/access/secrets.ts';
import { createSecretBox, secretKey } from './kernel/access/secrets.ts';
import { endPrintedTickets } from './kernel/access/sign-in-tickets.ts';
import { maxPendingConnections } from './kernel/budgets.ts';
import type { Clock } from './kernel/clock.ts';
import { systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { readConfig } from './kernel/config.ts';
import { connectDatabase } from './kernel/data/connect.ts';
import type { Database } from './kernel/data/database.ts';
import { checkAppRole, jobLimits, openDatabase } from './kernel/data/database.ts';
import { folderFiles } from './kernel/data/files.ts';
import { enqueue, migrateJobs, startJobs } from './kernel/data/jobs.ts';
import { migrate } from './kernel/data/migrations.ts';
import { openPool } from './kernel/data/sql/connection-pool.ts';
import { noErrorReports, openErrorReports } from './kernel/errors/error-reports.ts';
import { createFaultReporter, watchProcessFaults } from './kernel/errors/process-faults.ts';
import { isOwnOrigin } from './kernel/http/http.ts';
import type { Live } from './kernel/http/live.ts';
import { startLive } from './kernel/http/live.ts';
import { smtpMessenger } from './kernel/messages/mail.ts';
import type { Messenger } from './kernel/messages/messages.ts';
import { byMedium, outboxMessenger } from './kernel/messages/messages.ts';
import { httpTextMessenger } from './kernel/messages/text-messages.ts';
import { StartError } from './kernel/start-error.ts';
import { openProcessor } from './processor/open-processor.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);

let errorReports = noErrorReports;

const logFault = createFaultReporter(printError);
const reportFault = (fault: string, error: unknown) => {
  logFault(fault, error);
  errorReports.report(error, { kind: 'process', fault });
};

/** What has to be undone at the end, last opened first. */
const closers: (() => Promise<void>)[] = [];

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) {
    await close().catch((error: unknown) => printError(`While stopping: ${String(error)}`));
  }
}

async function listen(app: Awaited<ReturnType<typeof makeApp>>, config: Config): Promise<string> {
  try {
    return await app.listen({
      port: config.PORT,
      host: config.HOST,
      backlog: maxPendingConnections,
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${config.PORT} is in use by another program. Stop it, or set PORT to another number.`,
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new StartError(
        `Lotkeeper isn’t allowed to listen on ${config.HOST}:${config.PORT}. Set HOST and PORT to something it can use.`,
      );
    }
    throw error;
  }
}

/** Mail and text messages go out where a server for them is set, and else into the outbox. */
function openMessenger(config: Config, clock: Clock): Messenger {
  const outbox = outboxMessenger(config.DATA_DIR, clock, printLine);
  const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN, SMS_FROM } = config;
  return byMedium({
    email: SMTP_URL && MAIL_FROM ? smtpMessenger({ url: SMTP_URL, from: MAIL_FROM }) : outbox,
    sms:
      SMS_URL && SMS_TOKEN && SMS_FROM
        ? httpTextMessenger({ url: SMS_URL, token: SMS_TOKEN, from: SMS_FROM })
        : outbox,
  });
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  errorReports = await openErrorReports(config.ERROR_REPORTING_DSN);
  closers.push(() => errorReports.close());
  const clock = systemClock;
  const { database, close } = await connectDatabase(config, {
    log: { info: printLine, error: printError },
  });
  closers.push(close);
  await migrate(database);
  await checkAppRole(database);
  /** For what nobody waits for, so that it may take longer and takes no connection from the pages. */
  const background = openDatabase({
    url: database.url,
    pool: 4,
    prepare: config.DATABASE_PREPARE,
    limits: jobLimits,
  });
  closers.push(() => background.close());
  const pool = openPool({ url: database.url, size: 8, limits: jobLimits });
  // The live events' adapter keeps a client for good when it is closed while it still connects.
  closers.push(() => Promise.race([pool.end(), pause(1000)]));
  await migrateJobs(pool);

  const secretBox = createSecretBox(await secretKey(config.SECRET_KEY, config.DATA_DIR));
  const processors = openProcessor(config, { sql: database.system, clock });
  const { processor } = processors;
  const messenger = openMessenger(config, clock);
  const files = folderFiles(join(config.DATA_DIR, 'files'));
  // Also with DEMO=0: the links of an earlier start with the demo end.
  await endPrintedTickets(database.system);
  if (config.DEMO)
    await prepareDemo(background, { clock, days: config.DEMO_DAYS, files, printLine });

  const { callers, close: closeCallers } = await openCallers(database, clock, (error) =>
    printError(String(error)),
  );
  closers.push(closeCallers);
  let live: Live | undefined;
  const publish: Live['publish'] = (event, spot) => live?.publish(event, spot);
  let areJobsRunning = () => false;
  const app = await makeApp({
    config,
    database,
    ...callers,
    secretBox,
    clock,
    files,
    processors,
    publish,
    areJobsRunning: () => areJobsRunning(),
    errorReports,
  });

  let address = '';
  const publicUrl = () => config.PUBLIC_URL?.replace(/\/$/, '') ?? address;
  const jobs = await startJobs(
    pool,
    createJobHandlers({
      database: background,
      sql: background.system,
      secretBox,
      clock,
      files,
      processor,
      links: valetLinks(secretBox),
      publish,
      messenger,
      publicUrl,
      supportEmail: config.SUPPORT_EMAIL,
    }),
    (name, error) => {
      const report = errorReports.report(error, { kind: 'job', name });
      app.log.error({ job: name, error: String(error), report }, 'job failed');
    },
  );
  areJobsRunning = () => jobs.isRunning();
  closers.push(() => jobs.stop());
  // What a killed process left behind resumes at once, not at the next minute.
  await enqueue(background.system, 'sweep_imports', {});

  const liveServer = startLive(app.server, pool, {
    ...callers,
    isOwnOrigin: (origin, host) => isOwnOrigin(origin, host, config.PUBLIC_URL),
    mayConnect: (request) => app.loadLimits.take(request),
    reportFault,
  });
  live = liveServer;
  // Sockets first, or open ones would keep the server from closing.
  app.addHook('preClose', () => liveServer.close());
  closers.push(() => app.close());
  address = await listen(app, config);
  printLine(`Lotkeeper is at ${address}`);
  // To the supervisor of npm start, where there is one and it is still there.
  process.send?.('ready', undefined, {}, () => undefined);
  if (config.DEMO) {
    await printDemoLinks(database, { address: publicUrl(), now: clock(), printLine });
    if (config.SIMULATOR && (await demoState(database)) === 'loaded') {
      await startOutsideWorld(database, { config, secretBox, now: clock(), address });
    }
  }
}

/** Lets the demo's drivers, cameras and aggregators come. */
async function startOutsideWorld(
  database: Database,
  options: { config: Config; secretBox: SecretBox; now: Instant; address: string },
): Promise<void> {
  const { config, secretBox, now, address } = options;
  const file = join(config.DATA_DIR, 'simulator.json');
  await openOutsideWorld(database, { now, secretBox, url: address, file });
  const simulator = startSimulator(config.DATA_DIR, printError);
  closers.push(() => simulator.stop());
  printLine(
    '\nThe demo lots live: a simulator plays drivers, cameras and booking sites (SIMULATOR=0 ends it).',
  );
}

/** How long the open requests and jobs have to end. */
const patienceMs = 10_000;

let stopping: Promise<void> | undefined;

function stop(code: number): Promise<void> {
  stopping ??= closeAll().then(() => process.exit(code));
  setTimeout(() => {
    printError(`Lotkeeper didn’t stop within ${patienceMs / 1000} seconds and stops now.`);
    process.exit(1);
  }, patienceMs).unref();
  return stopping;
}

process.once('SIGTERM', () => void stop(0));
process.once('SIGINT', () => {
  process.once('SIGINT', () => process.exit(130));
  void stop(0);
});

watchProcessFaults(reportFault, () => void stop(1));

try {
  await start();
} catch (error) {
  if (error instanceof StartError) printError(error.message);
  else {
    printError(
      `Lotkeeper could not start: ${error instanceof Error ? error.stack : String(error)}`,
    );
    errorReports.report(error, { kind: 'process', fault: 'start' });
  }
  await stop(error instanceof StartError ? error.exitCode : 1);
}
