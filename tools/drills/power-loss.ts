import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { queryOnce } from '../../server/src/kernel/data/sql/query-once.ts';
import { atEnd } from '../../server/src/testing/at-end.ts';
import { makeFolder } from '../../server/src/testing/processes.ts';
import type { Figure } from '../bench/table.ts';
import { judged, judging } from '../bench/table.ts';
import type { Drill, DrillResult } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { startLotkeeper, waitFor } from './lotkeeper.ts';
import type { MountNamespace } from './mount-namespace.ts';
import { openMountNamespace } from './mount-namespace.ts';
import type { PaymentRun } from './payments.ts';
import { compareLedger, judgeLedger, startPayments } from './payments.ts';
import { openOrganization } from './people.ts';

const name = 'power loss';
const imageBytes = 3 * 2 ** 30;
const maxReadyMs = 10_000;
/** Payments that must have been acknowledged before the power fails. */
const paymentsPerRound = 40;

/** A file system in an image file that can lose everything not yet written durably. */
interface Disk {
  start(): Promise<Lotkeeper>;
  /** Shuts the file system down, kills all programs on it, and mounts it again. */
  losePower(): Promise<void>;
}

function makeDisk(namespace: MountNamespace, image: string, folder: string): Disk {
  const { wrapper, rootDir } = namespace;
  const run = (command: string, ...args: string[]) => namespace.run(command, ...args);
  return {
    start: () => startLotkeeper({ dataDir: join(folder, 'data'), wrapper, rootDir }),
    async losePower() {
      // Nothing reaches the image anymore: neither what is in memory nor the file system's own journal.
      await run('xfs_io', '-x', '-c', 'shutdown', folder);
      await namespace.killAll();
      await namespace.unmount(folder);
      await run('mount', '-o', 'loop', image, folder);
    },
  };
}

/** Creates and mounts the file system; returns a message if it can't. */
async function mountDisk(namespace: MountNamespace, base: string): Promise<Disk | string> {
  const image = join(base, 'image');
  const folder = join(base, 'disk');
  writeFileSync(image, '');
  truncateSync(image, imageBytes);
  mkdirSync(folder);
  const steps = [
    ['xfs_io', '-V'],
    ['mkfs.ext4', '-q', image],
    ['mount', '-o', 'loop', image, folder],
  ] as const;
  for (const [command, ...args] of steps) {
    const failure = await namespace.run(command, ...args).then(
      () => null,
      () => `\`${[command, ...args.slice(0, -1)].join(' ')}\` doesn’t work here.`,
    );
    if (failure) return failure;
  }
  return makeDisk(namespace, image, folder);
}

/** Opens a separate disk for `work`, and leaves no mount, loop device or program behind. */
async function withDisk(work: (disk: Disk) => Promise<Figure[]>): Promise<DrillResult> {
  const base = makeFolder();
  const namespace = await openMountNamespace();
  if (!namespace) return { skipped: 'a mount namespace isn’t allowed here.' };
  atEnd(async () => {
    await namespace.killAll();
    await namespace.unmount(join(base, 'disk')).catch(() => undefined);
  });
  const disk = await mountDisk(namespace, base);
  return typeof disk === 'string' ? { skipped: disk } : work(disk);
}

/** Sends payments until the power fails among them. */
async function losePowerUnderLoad(disk: Disk, lotkeeper: Lotkeeper): Promise<PaymentRun> {
  const payments = startPayments(await openOrganization(lotkeeper));
  await payments.waitForMore(paymentsPerRound);
  await pause(Math.random() * 1000);
  await disk.losePower();
  return payments.end();
}

/** Merges several runs into one. */
function mergeRuns(runs: readonly PaymentRun[]): PaymentRun {
  const statuses: Record<number, number> = {};
  for (const [status, times] of runs.flatMap((run) => Object.entries(run.statuses))) {
    statuses[Number(status)] = (statuses[Number(status)] ?? 0) + times;
  }
  return {
    acknowledged: new Set(runs.flatMap(({ acknowledged }) => [...acknowledged])),
    recorded: new Set(runs.flatMap(({ recorded }) => [...recorded])),
    recordedTwice: runs.reduce((sum, run) => sum + run.recordedTwice, 0),
    statuses,
    slowestMs: Math.max(...runs.map(({ slowestMs }) => slowestMs)),
  };
}

async function measure(disk: Disk, rounds: number): Promise<Figure[]> {
  const runs: PaymentRun[] = [];
  const starts: number[] = [];
  let lotkeeper = await disk.start();
  for (let round = 0; round < rounds; round++) {
    runs.push(await losePowerUnderLoad(disk, lotkeeper));
    const started = performance.now();
    lotkeeper = await disk.start();
    starts.push(performance.now() - started);
  }
  const slowest = Math.max(...starts);
  return [
    ...(await judgeLedger(name, lotkeeper.databaseUrl(), mergeRuns(runs))),
    judging(name).seconds(
      'longest start after the failure',
      slowest,
      maxReadyMs,
      `${rounds} rounds`,
    ),
  ];
}

async function turnOffFsync(url: string): Promise<void> {
  await queryOnce(url, 'alter system set fsync = off');
  await queryOnce(url, 'select pg_reload_conf()');
  await waitFor('fsync = off', async () => {
    const [row] = await queryOnce<{ fsync: string }>(
      url,
      `select current_setting('fsync') as fsync`,
    );
    return row?.fsync === 'off';
  });
}

/** Payments that are lost without fsync; a database that doesn't start has lost them all. */
async function countLost(disk: Disk, run: PaymentRun): Promise<[lost: number, note: string]> {
  const all = run.acknowledged.size;
  const lotkeeper = await disk.start().catch(() => null);
  if (!lotkeeper) return [all, `${all} acknowledged; the database does not start`];
  try {
    const { lost } = await compareLedger(lotkeeper.databaseUrl(), run);
    return [lost, `${all} acknowledged`];
  } catch (error) {
    return [all, `${all} acknowledged; the database can't be read: ${String(error)}`];
  }
}

async function measureControl(disk: Disk): Promise<Figure[]> {
  const lotkeeper = await disk.start();
  await turnOffFsync(lotkeeper.databaseUrl());
  const run = await losePowerUnderLoad(disk, lotkeeper);
  const [lost, note] = await countLost(disk, run);
  return [judged(`${name}, control: payments lost`, lost, { least: 1, digits: 0 }, note)];
}

/** A machine whose power fails. */
export const powerLossDrills: Drill[] = [
  {
    name,
    description:
      'The data folder is on an ext4 file system of its own, which is shut down while payments are sent, so that everything that was not synced is lost; all programs are killed, the file system is mounted again, and Lotkeeper is started on it. This doesn’t cover a disk’s own cache.',
    run: ({ rounds }) => withDisk((disk) => measure(disk, rounds)),
  },
  {
    name: `${name}, control`,
    description:
      'The same with fsync = off in PostgreSQL, which must lose payments: otherwise the drill above proves nothing.',
    run: () => withDisk(measureControl),
  },
];
