import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../../server/src/testing/at-end.ts';
import { makeFolder } from '../../server/src/testing/processes.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import { countDifferences, runCommand } from './commands.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { killAll, startLotkeeper } from './lotkeeper.ts';
import type { PaymentRun, Payments } from './payments.ts';
import { compareLedger, startPayments } from './payments.ts';
import { openOrganization } from './people.ts';

const maxRestoreMs = 300_000;

/** How many payments were acknowledged by a given time. */
interface Sample {
  ms: number;
  acknowledged: number;
}

interface Loss {
  run: PaymentRun;
  samples: Sample[];
  /** When everything was killed, by the samples' clock. */
  killedMs: number;
}

/** Sends payments while `work` runs, then kills everything and removes the data folder. */
export async function loseMachine(
  lotkeeper: Lotkeeper,
  work: (payments: Payments) => Promise<void>,
): Promise<Loss> {
  const payments = startPayments(await openOrganization(lotkeeper));
  const samples: Sample[] = [];
  const sampling = setInterval(() => {
    samples.push({ ms: performance.now(), acknowledged: payments.run.acknowledged.size });
  }, 50);
  atEnd(() => clearInterval(sampling));
  await work(payments);
  killAll(lotkeeper);
  const killedMs = performance.now();
  const ending = payments.end();
  rmSync(lotkeeper.dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { run: await ending, samples, killedMs };
}

/** Milliseconds between the end and the first acknowledged payment that is lost; 0 if none is. */
export function measureLoss({ run, samples, killedMs }: Loss, { stored }: Restored): number {
  const index = [...run.acknowledged].findIndex((id) => !stored.has(id));
  if (index < 0) return 0;
  const sample = samples.findLast(({ acknowledged }) => acknowledged <= index);
  return killedMs - (sample?.ms ?? 0);
}

export interface Restored {
  ms: number;
  differences: number;
  /** External IDs of the payments in the ledger. */
  stored: Set<string>;
  doubled: number;
}

/** Restores the newest backup into a new folder, and starts Lotkeeper on it. */
export async function restore(
  backups: string,
  run: PaymentRun,
  settings: Record<string, string>,
): Promise<Restored> {
  const dataDir = join(makeFolder(), 'restored');
  const started = performance.now();
  await runCommand('restore.ts', ['--from', backups, '--to', dataDir]);
  const lotkeeper = await startLotkeeper({ dataDir, settings });
  const ms = performance.now() - started;
  const differences = await countDifferences({ DATA_DIR: dataDir });
  return { ms, differences, ...(await compareLedger(lotkeeper.databaseUrl(), run)) };
}

export function judgeRestored(name: string, restored: Restored, note: string): Figure[] {
  const { zero, seconds } = judging(name);
  return [
    zero('payments twice', restored.doubled),
    zero('differences that ledger:verify finds', restored.differences),
    seconds('time to restore and start', restored.ms, maxRestoreMs, note),
  ];
}
