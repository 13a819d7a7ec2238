import { rmSync } from 'node:fs';
import type { Figure } from '../bench/table.ts';
import { judged } from '../bench/table.ts';
import { openSqlPool } from '../server/src/kernel/data/database.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { killAll, waitFor } from './lotkeeper.ts';
import type { PaymentRun, Progress } from './payments.ts';
import { compareLedger, sendPayments } from './payments.ts';
import { openOrganization } from './people.ts';

const maxRestoreSeconds = 300;
const zero = { most: 0, digits: 0 };

/** How many payments were acknowledged by each time. */
interface Sample {
  ms: number;
  acknowledged: number;
}

export interface LoadRun {
  run: PaymentRun;
  samples: Sample[];
  /** When everything was killed, on the clock of the samples. */
  killedMs: number;
}

/** Sends payments while `work` runs, then kills everything and removes the data folder. */
export async function loseMachine(
  lotkeeper: Lotkeeper,
  work: (progress: Progress) => Promise<void>,
): Promise<LoadRun> {
  const organization = await openOrganization(lotkeeper);
  const ending = new AbortController();
  const progress: Progress = { acknowledged: () => 0 };
  const samples: Sample[] = [];
  const sample = () =>
    samples.push({ ms: performance.now(), acknowledged: progress.acknowledged() });
  const sampling = setInterval(sample, 50);
  const sending = sendPayments(organization, ending.signal, progress);
  try {
    await work(progress);
    killAll(lotkeeper);
  } finally {
    ending.abort();
    clearInterval(sampling);
  }
  const killedMs = performance.now();
  rmSync(lotkeeper.dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { run: await sending, samples, killedMs };
}

/** Seconds between the end and the first acknowledged payment that is gone; 0 when none is. */
export function measureLoss(
  { run, samples, killedMs }: LoadRun,
  stored: ReadonlySet<string>,
): number {
  const index = [...run.acknowledged].findIndex((id) => !stored.has(id));
  if (index < 0) return 0;
  const sample = samples.findLast(({ acknowledged }) => acknowledged <= index);
  return (killedMs - (sample?.ms ?? 0)) / 1000;
}

export interface Restored {
  seconds: number;
  differences: number;
  /** External ids of the payments in the ledger. */
  stored: Set<string>;
  doubled: number;
}

/** The payments of a restored ledger. */
export async function readStored(
  databaseUrl: string,
  run: PaymentRun,
): Promise<Pick<Restored, 'stored' | 'doubled'>> {
  const { doubled } = await compareLedger(databaseUrl, run);
  const sql = openSqlPool(databaseUrl);
  const rows = await sql<{ id: string }[]>`
    select substr(external_id, 5) as id from ledger_entries
    where source = 'drill' and external_id like 'pay-%'`.finally(() => sql.end());
  return { stored: new Set(rows.map(({ id }) => id)), doubled };
}

export function judgeRestored(name: string, restored: Restored, note: string): Figure[] {
  return [
    judged(`${name}: payments twice`, restored.doubled, zero),
    judged(`${name}: differences that ledger:verify finds`, restored.differences, zero),
    judged(
      `${name}: time to restore and start`,
      restored.seconds,
      { most: maxRestoreSeconds, unit: ' s', digits: 1 },
      note,
    ),
  ];
}

interface MadeBackup {
  loss: LoadRun;
  /** Payments that were acknowledged before the backup began. */
  before: number;
  /** How long the backup took. */
  seconds: number;
}

/** Backs up while payments are sent, then loses the machine. */
export async function backUpAndLose(
  lotkeeper: Lotkeeper,
  backUp: (dataDir: string) => Promise<unknown>,
): Promise<MadeBackup> {
  let before = 0;
  let seconds = 0;
  const loss = await loseMachine(lotkeeper, async (progress) => {
    await waitFor('payments', () => progress.acknowledged() >= 100);
    before = progress.acknowledged();
    const started = performance.now();
    await backUp(lotkeeper.dataDir);
    seconds = (performance.now() - started) / 1000;
  });
  return { loss, before, seconds };
}

export function judgeBackup(
  name: string,
  { loss, before, seconds }: MadeBackup,
  restored: Restored,
  note: string,
): Figure[] {
  const earlier = [...loss.run.acknowledged].slice(0, before);
  return [
    judged(
      `${name}: payments lost that were acknowledged before the backup`,
      earlier.filter((id) => !restored.stored.has(id)).length,
      zero,
      `${before} acknowledged before it, ${loss.run.acknowledged.size - before} during it`,
    ),
    { label: `${name}: time of the backup`, figure: `${seconds.toFixed(1)} s`, target: '' },
    ...judgeRestored(name, restored, note),
  ];
}
