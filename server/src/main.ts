import cluster from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { readConfig, refuseForgottenDemo } from './config.ts';
import { runningPostgres } from './embedded-postgres/running.ts';
import { collectFleetMetrics } from './features/platform/metrics/fleet-metrics.ts';
import { openDataFolder } from './kernel/data/data-folder.ts';
import { openErrorReports } from './kernel/errors/error-reports.ts';
import { watchProcessFaults } from './kernel/errors/process-faults.ts';
import { refuseUsedPort } from './kernel/http/listen.ts';
import { makePublish } from './kernel/http/live.ts';
import { StartError } from './kernel/start-error.ts';
import {
  migrateAll,
  openInstallation,
  openInstallationCallers,
  prepareInstallation,
  toPublicUrl,
} from './start/installation.ts';
import { openBackups, refuseForeignArchive } from './start/open-backups.ts';
import { openHttp } from './start/open-http.ts';
import {
  closeAll,
  closers,
  endWelcome,
  printError,
  printJobFailure,
  reportFault,
  reporting,
} from './start/process-state.ts';
import { runJobs } from './start/run-jobs.ts';
import { welcome } from './start/welcome.ts';
import { divideConnections } from './workers/divide-connections.ts';
import { letFinish } from './workers/let-finish.ts';
import type { WorkerOrder, WorkerReady } from './workers/worker-fleet.ts';
import { startFleet, WorkerRefused } from './workers/worker-fleet.ts';

/** Connections for jobs and live events. */
const jobConnections = 8;
/** A worker's connections for live events. */
const workerConnections = 3;
/** The environment variable through which workers find each other. */
const liveFolderName = 'LOTKEEPER_LIVE_FOLDER';

/** Runs everything in this process. */
async function startAlone(config: Config): Promise<void> {
  const installation = await openInstallation(config, jobConnections, migrateAll);
  const background = await prepareInstallation(installation);
  await openBackups(installation);
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

/** Runs everything but the HTTP app, which runs in workers of this process. */
async function startFirst(config: Config): Promise<void> {
  const installation = await openInstallation(
    { ...config, DATABASE_POOL: 2, DATABASE_REPLICA_URL: [] },
    jobConnections,
    migrateAll,
  );
  const background = await prepareInstallation(installation);
  await openBackups(installation);
  const callers = await openInstallationCallers(installation);
  let address = '';
  const jobs = await runJobs(installation, background, {
    publish: makePublish(callers.changes, reportFault),
    publicUrl: () => toPublicUrl(config, address),
    logFailure: (failure) => {
      if (config.LOG_LEVEL !== 'silent') printJobFailure(failure);
    },
  });
  if (config.METRICS_TOKEN) collectFleetMetrics();
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

/** Runs the HTTP app on a port shared with other workers. */
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

/** Detects what would make the start fail anyway, before it creates or migrates a database. */
async function refuseFailingStart(config: Config): Promise<void> {
  refuseForeignArchive(config);
  // If a Lotkeeper is running on the data folder, it probably has this port, and the folder's lock reports it.
  const isRunning = !config.DATABASE_URL && runningPostgres(config.DATA_DIR) !== null;
  if (!isRunning) await refuseUsedPort(config);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  refuseForgottenDemo(process.env, config);
  openDataFolder(config.DATA_DIR);
  reporting.errors = await openErrorReports(config.ERROR_REPORTING_DSN);
  closers.push(() => reporting.errors.close());
  if (!cluster.worker) await refuseFailingStart(config);
  if (cluster.worker) await startWorker(config, cluster.worker.id);
  else if (config.WORKERS > 1) await startFirst(config);
  else await startAlone(config);
  endWelcome();
}

/** How long open requests and jobs may take to finish. */
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
  // A worker that refused to start has already reported why.
  if (error instanceof StartError) printError(error.message);
  else if (!(error instanceof WorkerRefused)) {
    printError(
      `Lotkeeper could not start: ${error instanceof Error ? error.stack : String(error)}`,
    );
    reporting.errors.report(error, { kind: 'process', fault: 'start' });
  }
  const isRefusal = error instanceof StartError || error instanceof WorkerRefused;
  await stop(isRefusal ? error.exitCode : 1);
}
