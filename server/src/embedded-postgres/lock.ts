import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../kernel/start-error.ts';
import { identifyRun } from './alive.ts';

type Holder = { pid: number; run: string };
type Claim = { number: number; file: string };

const claimName = /^lotkeeper\.lock\.(\d+)$/;

/**
 * Locks a folder for this process, or throws an error that names the process that has it. A claim is a numbered file
 * that appears atomically with its content (a hard link); the highest number counts. A dead holder is overruled by
 * the next number, which only one process can create: replacing a dead holder's file instead would let a slow second
 * process replace the winner.
 */
export function lockFolder(
  folder: string,
  describeHolder: (pid: number) => string,
): { release(): void } {
  const refusal = ({ pid }: Holder) => new StartError(describeHolder(pid));
  for (;;) {
    const newest = claims(folder).at(-1);
    const holder = newest && livingHolder(newest.file);
    if (holder) throw refusal(holder);
    const own = claim(folder, (newest?.number ?? 0) + 1);
    if (!own) continue;
    settle(folder, own, refusal);
    return { release: () => rmSync(own.file, { force: true }) };
  }
}

function claim(dataDir: string, number: number): Claim | undefined {
  const file = join(dataDir, `lotkeeper.lock.${number}`);
  const draft = join(dataDir, `.lotkeeper-lock-${process.pid}-${randomBytes(4).toString('hex')}`);
  const holder: Holder = { pid: process.pid, run: identifyRun(process.pid) ?? 'unknown' };
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, file);
    return { number, file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

// A directory that changes while it is read may hide a newer claim: look again, and give way to it.
function settle(dataDir: string, own: Claim, refusal: (holder: Holder) => StartError): void {
  for (const other of claims(dataDir)) {
    if (other.number < own.number) rmSync(other.file, { force: true });
    const holder = other.number > own.number && livingHolder(other.file);
    if (holder) {
      rmSync(own.file, { force: true });
      throw refusal(holder);
    }
  }
}

function claims(dataDir: string): Claim[] {
  return readdirSync(dataDir)
    .flatMap((name) => {
      const number = claimName.exec(name)?.[1];
      return number ? [{ number: Number(number), file: join(dataDir, name) }] : [];
    })
    .sort((a, b) => a.number - b.number);
}

function livingHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    const run = identifyRun(holder.pid);
    const same = run === holder.run || run === 'unknown' || holder.run === 'unknown';
    return run !== undefined && same ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Locks the data folder for this process: only one Lotkeeper, or one restore, may use it. */
export function lockDataFolder(dataDir: string): { release(): void } {
  return lockFolder(
    dataDir,
    (pid) =>
      `Another Lotkeeper (process ${pid}) is already running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
