import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { judged } from '../bench/table.ts';
import { openSqlPool } from '../server/src/kernel/data/database.ts';
import { damageUnderLoad } from './damage-under-load.ts';
import type { Drill } from './drill.ts';
import { judgeLedger } from './ledger.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { isReady, makeDataFolder, waitFor, withLotkeeper } from './lotkeeper.ts';
import { openMountNamespace } from './mount-namespace.ts';
import type { Progress } from './payments.ts';
import { describeStatuses } from './payments.ts';

const name = 'disk full';
const diskSize = '600m';
/** How long the disk stays full once writes are refused. */
const fullMs = 8000;
const maxRecoveryMs = 15_000;

/** Writes a file until the disk has no room left. */
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

/** Uses up the WAL segments that PostgreSQL has in stock; for the next one a full disk has no room: it panics, and can't recover. */
async function useUpWal(lotkeeper: Lotkeeper): Promise<void> {
  const ends = countEnds(lotkeeper);
  const sql = openSqlPool(lotkeeper.databaseUrl());
  const switchSegment = async () => {
    await sql`select pg_logical_emit_message(true, 'drill', 'full')`;
    await sql`select pg_switch_wal()`;
  };
  try {
    await waitFor('the end of PostgreSQL', async () => {
      await switchSegment().catch(() => undefined);
      return countEnds(lotkeeper) > ends;
    });
  } finally {
    await sql.end();
  }
}

const count = (progress: Progress, status: number) => progress.answered?.(status) ?? 0;

/** Milliseconds from free space until the server is ready and a payment was taken again. */
async function fillAndFree(lotkeeper: Lotkeeper, progress: Progress): Promise<number> {
  const ballast = join(lotkeeper.dataDir, 'ballast');
  const refused = count(progress, 503);
  try {
    fillDisk(ballast);
    await useUpWal(lotkeeper);
    await waitFor('a refused payment', () => count(progress, 503) > refused);
    await pause(fullMs);
  } finally {
    rmSync(ballast);
  }
  const freed = performance.now();
  const before = progress.acknowledged();
  await waitFor('ready again', () => isReady(lotkeeper.url), 120_000);
  await waitFor('payments again', () => progress.acknowledged() > before, 120_000);
  return performance.now() - freed;
}

async function measure(lotkeeper: Lotkeeper, rounds: number) {
  const { run, recoveries, servers } = await damageUnderLoad(lotkeeper, rounds, (progress) =>
    fillAndFree(lotkeeper, progress),
  );
  const sentText = `${run.acknowledged.size} acknowledged; ${describeStatuses(run)}`;
  const unexpected = [...run.statuses].filter(([status]) => ![200, 503].includes(status));
  const zero = { most: 0, digits: 0 };
  return [
    ...(await judgeLedger(name, lotkeeper.databaseUrl(), run, sentText)),
    judged(
      `${name}: answers other than 200 and 503`,
      unexpected.reduce((sum, [, times]) => sum + times, 0),
      zero,
    ),
    judged(`${name}: server processes that ended`, servers.size - 1, zero),
    judged(`${name}: ends of PostgreSQL for lack of room`, countEnds(lotkeeper), {
      least: rounds,
      digits: 0,
    }),
    judged(
      `${name}: longest from free space until payments are taken`,
      Math.max(...recoveries) / 1000,
      { most: maxRecoveryMs / 1000, unit: ' s', digits: 1 },
      `${rounds} rounds, full for ${fullMs / 1000} s in each`,
    ),
  ];
}

/** A disk without room for what PostgreSQL writes. */
export const diskFullDrills: Drill[] = [
  {
    name,
    description:
      'The data folder is on a disk of its own, which a ballast file fills while payments are sent, until PostgreSQL ends for lack of room for its WAL. Then the file is removed, and nothing else is done.',
    async run({ rounds }) {
      const namespace = await openMountNamespace();
      if (!namespace) return { skipped: 'a mount namespace isn’t allowed here.' };
      const folder = makeDataFolder();
      const options = `size=${diskSize},mode=755`;
      try {
        const isMounted = await namespace
          .run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)
          .then(() => true)
          .catch(() => false);
        if (!isMounted) return { skipped: 'a tmpfs can’t be mounted here.' };
        const { wrapper, rootDir } = namespace;
        const start = { dataDir: folder, wrapper, rootDir };
        return await withLotkeeper((lotkeeper) => measure(lotkeeper, rounds), start);
      } finally {
        await namespace.killAll();
        await namespace.close();
        rmSync(folder, { recursive: true });
      }
    },
  },
];
