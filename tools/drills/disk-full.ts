import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { makeFolder } from '../../server/src/testing/processes.ts';
import type { Figure } from '../bench/table.ts';
import { judged, judging } from '../bench/table.ts';
import { damageUnderLoad } from './damage-under-load.ts';
import type { Drill, DrillResult } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { isReady, startLotkeeper, waitFor } from './lotkeeper.ts';
import { openMountNamespace } from './mount-namespace.ts';
import type { Payments } from './payments.ts';
import { countUnexpected, judgeLedger } from './payments.ts';

const name = 'disk full';
const diskSize = '600m';
/** How long the disk stays full once writes are refused. */
const fullMs = 8000;
const maxRecoveryMs = 15_000;

/** Writes a file until the disk is full. */
function fillDisk(file: string): void {
  const ballast = openSync(file, 'w');
  try {
    for (let size = 1 << 20; size >= 1024; ) {
      try {
        writeSync(ballast, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size /= 2;
      }
    }
  } finally {
    closeSync(ballast);
  }
}

// Its own log is on the full disk and may lack the panic.
const countEnds = (lotkeeper: Lotkeeper) =>
  lotkeeper.output().split('PostgreSQL ended unexpectedly').length - 1;

/** Uses up PostgreSQL's reserve of WAL segments; with no room for the next, it panics and can't recover. */
async function useUpWal(lotkeeper: Lotkeeper): Promise<void> {
  const ends = countEnds(lotkeeper);
  const url = lotkeeper.databaseUrl();
  await waitFor('the end of PostgreSQL', async () => {
    await queryOnce(url, `select pg_logical_emit_message(true, 'drill', 'full')`)
      .then(() => queryOnce(url, 'select pg_switch_wal()'))
      .catch(() => undefined);
    return countEnds(lotkeeper) > ends;
  });
}

/** Milliseconds from freeing space until the server is ready and accepts a payment again. */
async function fillAndFree(lotkeeper: Lotkeeper, payments: Payments): Promise<number> {
  const ballast = join(lotkeeper.dataDir, 'ballast');
  const countRefused = () => payments.run.statuses[503] ?? 0;
  const refused = countRefused();
  try {
    fillDisk(ballast);
    await useUpWal(lotkeeper);
    await waitFor('a refused payment', () => countRefused() > refused);
    await pause(fullMs);
  } finally {
    rmSync(ballast);
  }
  const freed = performance.now();
  await Promise.all([
    waitFor('ready again', () => isReady(lotkeeper.url), 120_000),
    payments.waitForMore(1, 120_000),
  ]);
  return performance.now() - freed;
}

async function measure(lotkeeper: Lotkeeper, rounds: number): Promise<Figure[]> {
  const { run, slowestMs, endedServers } = await damageUnderLoad(lotkeeper, rounds, (payments) =>
    fillAndFree(lotkeeper, payments),
  );
  const { zero, seconds } = judging(name);
  const least = { least: rounds, digits: 0 };
  return [
    ...(await judgeLedger(name, lotkeeper.databaseUrl(), run)),
    zero('answers other than 200 and 503', countUnexpected(run)),
    zero('server processes that ended', endedServers),
    judged(`${name}: ends of PostgreSQL for lack of room`, countEnds(lotkeeper), least),
    seconds(
      'longest from free space until payments are taken',
      slowestMs,
      maxRecoveryMs,
      `${rounds} rounds, full for ${fullMs / 1000} s in each`,
    ),
  ];
}

async function run(rounds: number): Promise<DrillResult> {
  const folder = makeFolder();
  const namespace = await openMountNamespace();
  if (!namespace) return { skipped: 'a mount namespace isn’t allowed here.' };
  const { wrapper, rootDir } = namespace;
  const options = `size=${diskSize},mode=755`;
  const isMounted = await namespace
    .run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)
    .then(() => true)
    .catch(() => false);
  if (!isMounted) return { skipped: 'a tmpfs can’t be mounted here.' };
  return measure(await startLotkeeper({ dataDir: folder, wrapper, rootDir }), rounds);
}

/** A disk without room for PostgreSQL's writes. */
export const diskFullDrills: Drill[] = [
  {
    name,
    description:
      'The data folder is on a disk of its own, which a ballast file fills while payments are sent, until PostgreSQL exits for lack of space for its WAL. Then only the file is removed.',
    run: ({ rounds }) => run(rounds),
  },
];
