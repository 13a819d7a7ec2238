import cluster from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Pool } from 'pg';
import { makeApp } from './app.ts';
import { demoState, openOutsideWorld } from './demo/load-demo.ts';
import { prepareDemo, printDemoLinks } from './demo/prepare-demo.ts';
import { startSimulator } from './demo/start-simulator.ts';
import { valetLinks } from './features/valet/valet-links.ts';
import { createJobHandlers } from './features.ts';
import type { Callers } from './kernel/access/callers.ts';
import { openCallers } from './kernel/access/callers.ts';
import type { SecretBox } from './kernel/access/secrets.ts';
import { createSecretBox, secretKey } from './kernel/access/secrets.ts';
import { endPrintedTickets } from './kernel/access/sign-in-tickets.ts';
import { systemClock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { readConfig } from './kernel/config.ts';
import { connectDatabase } from './kernel/data/connect.ts';
import type { Database } from './kernel/data/database.ts';
import { checkAppRole, jobLimits, openDatabase } from './kernel/data/database.ts';
import type { FileStore } from './kernel/data/files.ts';
import { folderFiles } from './kernel/data/files.ts';
import { enqueue, migrateJobs, startJobs } from './kernel/data/jobs.ts';
import { migrate } from './kernel/data/migrations.ts';
import { openPool } from './kernel/data/sql/connection-pool.ts';
import { noErrorReports, openErrorReports } from './kernel/errors/error-reports.ts';
import { createFaultReporter, watchProcessFaults } from './kernel/errors/process-faults.ts';
import { isOwnOrigin } from './kernel/http/http.ts';
import { listen } from './kernel/http/listen.ts';
import type { Live } from './kernel/http/live.ts';
import { startLive } from './kernel/http/live.ts';
import type { LiveRoute } from './kernel/http/live-routing.ts';
import { openMessenger } from './kernel/messages/open-messenger.ts';
import { StartError } from './kernel/start-error.ts';
import type { Processors } from './processor/open-processor.ts';
import { openProcessor } from './processor/open-processor.ts';
import { divideConnections } from './workers/divide-connections.ts';
import { letFinish } from './workers/let-finish.ts';
import { startFleet, WorkerRefused } from './workers/worker-fleet.ts';
import type { WorkerOrder, WorkerReady } from './workers/worker-messages.ts';

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const printError = (line: string) => process.stderr.write(`${line}\n`);

const clock = systemClock;
/** Connections for jobs and live events. */
const jobConnections = 8;
/** Connections of a worker for live events. */
const workerConnections = 3;
/** The environment variable by which workers find each other. */
const liveFolderName = 'LOTKEEPER_LIVE_FOLDER';

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

/** What every process of an installation has. */
interface Installation {
  config: Config;
  database: Database;
  /** Connections for libraries that need them from `pg`. */
  pool: Pool;
  secretBox: SecretBox;
  processors: Processors;
  files: FileStore;
}

/** Opens what every process needs; `prepare` sees the database before anything depends on it. */
async function openInstallation(
  config: Config,
  livePool: number,
  prepare: (database: Database) => Promise<void> = () => Promise.resolve(),
): Promise<Installation> {
  const { database, close } = await connectDatabase(config, {
    log: { info: printLine, error: printError },
  });
  closers.push(close);
  await prepare(database);
  const pool = openPool({ url: database.url, size: livePool, limits: jobLimits });
  // The live events' adapter keeps a client for good when it is closed while it still connects.
  closers.push(() => Promise.race([pool.end(), pause(1000)]));
  return {
    config,
    database,
    pool,
    secretBox: createSecretBox(await secretKey(config.SECRET_KEY, config.DATA_DIR)),
    processors: openProcessor(config, { sql: database.system, clock }),
    files: folderFiles(join(config.DATA_DIR, 'files')),
  };
}

async function openInstallationCallers({ database }: Installation): Promise<Callers> {
  const { callers, close } = await openCallers(database, clock, (error) =>
    printError(String(error)),
  );
  closers.push(close);
  return callers;
}

/** Prepares the database for everything that follows, the demo included. */
async function prepareInstallation(installation: Installation): Promise<Database> {
  const { config, database, files } = installation;
  /** For what nobody waits for, so that it may take longer and takes no connection from the pages. */
  const background = openDatabase({
    url: database.url,
    pool: 4,
    prepare: config.DATABASE_PREPARE,
    limits: jobLimits,
  });
  closers.push(() => background.close());
  await migrateJobs(installation.pool);
  // Also with DEMO=0: the links of an earlier start with the demo end.
  await endPrintedTickets(database.system);
  if (config.DEMO)
    await prepareDemo(background, { clock, days: config.DEMO_DAYS, files, printLine });
  return background;
}

/** Works on jobs, in one process of an installation. */
async function runJobs(
  installation: Installation,
  background: Database,
  deps: { publish: Live['publish']; publicUrl: () => string; logFailure: LogJobFailure },
) {
  const { config, pool, secretBox, files, processors } = installation;
  const jobs = await startJobs(
    pool,
    createJobHandlers({
      database: background,
      sql: background.system,
      secretBox,
      clock,
      files,
      processor: processors.processor,
      links: valetLinks(secretBox),
      publish: deps.publish,
      messenger: openMessenger(config, clock, printLine),
      publicUrl: deps.publicUrl,
      supportEmail: config.SUPPORT_EMAIL,
    }),
    (name, error) => {
      const report = errorReports.report(error, { kind: 'job', name });
      deps.logFailure({ job: name, error: String(error), report });
    },
  );
  closers.push(() => jobs.stop());
  // What a killed process left behind resumes at once, not at the next minute.
  await enqueue(background.system, 'sweep_imports', {});
  return jobs;
}

type LogJobFailure = (failure: { job: string; error: string; report: unknown }) => void;

/** Makes the app and its live events; nobody is let in before `serve`. */
async function openHttp(installation: Installation, areJobsRunning: () => boolean) {
  const { config, pool } = installation;
  const callers = await openInstallationCallers(installation);
  let live: Live | undefined;
  const publish: Live['publish'] = (event, spot) => live?.publish(event, spot);
  const app = await makeApp({
    ...installation,
    ...callers,
    clock,
    publish,
    areJobsRunning,
    errorReports,
  });
  const serve = (route?: LiveRoute) => {
    const liveServer = startLive(app.server, pool, {
      ...callers,
      isOwnOrigin: (origin, host) => isOwnOrigin(origin, host, config.PUBLIC_URL),
      mayConnect: (request) => app.loadLimits.take(request),
      reportFault,
      route,
    });
    live = liveServer;
    // Sockets first, or open ones would keep the server from closing.
    app.addHook('preClose', () => liveServer.close());
    closers.push(() => app.close());
    return listen(app, config);
  };
  return { app, publish, serve };
}

/** To the supervisor of npm start, where there is one and it is still there. */
function reportReady(): void {
  process.send?.('ready', undefined, {}, () => undefined);
}

/** Tells people where it is, and starts the demo's outside world. */
async function welcome(
  { config, database, secretBox }: Installation,
  address: string,
): Promise<void> {
  printLine(`Lotkeeper is at ${address}`);
  reportReady();
  if (!config.DEMO) return;
  const publicUrl = toPublicUrl(config, address);
  await printDemoLinks(database, { address: publicUrl, now: clock(), printLine });
  if (config.SIMULATOR && (await demoState(database)) === 'loaded') {
    await startOutsideWorld(database, { config, secretBox, now: clock(), address });
  }
}

const toPublicUrl = ({ PUBLIC_URL }: Config, address: string) =>
  PUBLIC_URL?.replace(/\/$/, '') ?? address;

async function migrateAll(database: Database): Promise<void> {
  await migrate(database);
  await checkAppRole(database);
}

/** Everything in this process. */
async function startAlone(config: Config): Promise<void> {
  const installation = await openInstallation(config, jobConnections, migrateAll);
  const background = await prepareInstallation(installation);
  let areJobsRunning = () => false;
  let address = '';
  const { app, publish, serve } = await openHttp(installation, () => areJobsRunning());
  const jobs = await runJobs(installation, background, {
    publish,
    publicUrl: () => toPublicUrl(config, address),
    logFailure: (failure) => app.log.error(failure, 'job failed'),
  });
  areJobsRunning = () => jobs.isRunning();
  address = await serve();
  await welcome(installation, address);
}

/** Everything but the HTTP app, which runs in workers of this process. */
async function startFirst(config: Config): Promise<void> {
  const installation = await openInstallation(
    { ...config, DATABASE_POOL: 2 },
    jobConnections,
    migrateAll,
  );
  const background = await prepareInstallation(installation);
  const callers = await openInstallationCallers(installation);
  // It never listens: what it publishes reaches the workers' connections through PostgreSQL.
  const live = startLive(createServer(), installation.pool, {
    ...callers,
    isOwnOrigin: () => false,
    reportFault,
  });
  closers.push(() => live.close());
  let address = '';
  const jobs = await runJobs(installation, background, {
    publish: (event, spot) => live.publish(event, spot),
    publicUrl: () => toPublicUrl(config, address),
    logFailure: (failure) => {
      if (config.LOG_LEVEL !== 'silent') printError(`Job failed: ${JSON.stringify(failure)}`);
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-live-'));
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  const fleet = await startFleet({
    count: config.WORKERS,
    environment: { DATABASE_URL: installation.database.url, [liveFolderName]: folder },
    report: printError,
  });
  closers.push(() => fleet.stop());
  const watch = setInterval(() => fleet.tellJobs(jobs.isRunning()), 1000).unref();
  closers.push(async () => clearInterval(watch));
  process.on('SIGHUP', () => void fleet.replaceAll());
  address = fleet.address;
  await welcome(installation, address);
}

/** The HTTP app, beside others on the same port. */
async function startWorker(config: Config, worker: number): Promise<void> {
  const installation = await openInstallation(divideConnections(config), workerConnections);
  let areJobsRunning = true;
  const { app, serve } = await openHttp(installation, () => areJobsRunning);
  process.on('message', (order: WorkerOrder) => {
    if (order.kind === 'jobs') areJobsRunning = order.areRunning;
    if (order.kind === 'retire') void letFinish(app.server).then(() => stop(0));
  });
  const address = await serve({ worker, folder: process.env[liveFolderName] ?? '' });
  process.send?.({ kind: 'ready', address } satisfies WorkerReady, undefined, {}, () => undefined);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  errorReports = await openErrorReports(config.ERROR_REPORTING_DSN);
  closers.push(() => errorReports.close());
  if (cluster.worker) await startWorker(config, cluster.worker.id);
  else if (config.WORKERS > 1) await startFirst(config);
  else await startAlone(config);
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
  // A worker that refused to start has said why.
  if (error instanceof StartError) printError(error.message);
  else if (!(error instanceof WorkerRefused)) {
    printError(
      `Lotkeeper could not start: ${error instanceof Error ? error.stack : String(error)}`,
    );
    errorReports.report(error, { kind: 'process', fault: 'start' });
  }
  const isRefusal = error instanceof StartError || error instanceof WorkerRefused;
  await stop(isRefusal ? error.exitCode : 1);
}
