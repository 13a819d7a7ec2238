import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fromIso, type Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { formatTimestamp, systemClock } from '../kernel/clock.ts';
import { toFilesFolder } from '../kernel/data/bucket/open-files.ts';
import type { SqlPool } from '../kernel/data/database.ts';
import {
  advanceArchiveSlot,
  createArchiveSlot,
  dropArchiveSlots,
  findArchiveSlot,
} from './archive-slot.ts';
import { getArchive, listBackups, readManifest, sharedFilesName } from './manifest.ts';
import { ImageCopier } from './stored-files.ts';
import { toArchiveFolder, WalArchive } from './wal-archive.ts';
import { parsePosition, toSegmentStart } from './wal-segments.ts';

/** The maximum loss with the machine, plus the time that a copy takes. */
const usualIntervalMs = 10_000;
const backupPriority = 10;
const backupCommand = join(import.meta.dirname, '../commands/backup.ts');

export interface ArchiverOptions {
  sql: SqlPool;
  dataDir: string;
  /** Where new images appear; by default in the data folder. */
  filesFolders?: readonly string[];
  /** The folder with backups. */
  to: string;
  /** How many backups to keep. */
  keep: number;
  report: (message: string) => void;
  /** Milliseconds between copies. */
  intervalMs?: number;
}

/** The folder is never created, since it may be the mount point of a disk. */
async function checkFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw new Error('it is not a folder. Create it, or mount its disk.');
}

/** Archives the write-ahead log and images every few seconds, and makes a backup each day. */
export class Archiver {
  readonly #options: ArchiverOptions;
  readonly #images: ImageCopier[];
  readonly #intervalMs: number;
  readonly #stopping = new AbortController();
  #current: { archive: string; wal: WalArchive } | undefined;
  #running: Promise<void>;
  #lastError = '';

  constructor(options: ArchiverOptions) {
    const { dataDir, to, intervalMs = usualIntervalMs } = options;
    const { filesFolders = [toFilesFolder(dataDir)] } = options;
    this.#options = options;
    this.#intervalMs = intervalMs;
    this.#images = filesFolders.map((folder) => new ImageCopier(folder, join(to, sharedFilesName)));
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#try(() => this.#work());
      await pause(this.#intervalMs, undefined, { signal }).catch(() => undefined);
    }
    // Also archives what was recorded during the shutdown.
    await this.#try(() => this.#archive());
  }

  async #work(): Promise<void> {
    await this.#archive();
    if (await this.#isBackupDue()) await this.#backUp();
  }

  /** A failure never stops the archiver: PostgreSQL keeps the log for a while, and the next attempt catches up. */
  async #try(work: () => Promise<void>): Promise<void> {
    const { to, report } = this.#options;
    try {
      await work();
      if (this.#lastError) report(`Backups to ${to} work again.`);
      this.#lastError = '';
    } catch (error) {
      const reason: unknown = await checkFolder(to).then(
        () => error,
        (missing: unknown) => missing,
      );
      const message = reason instanceof Error ? reason.message : String(reason);
      if (this.#stopping.signal.aborted || message === this.#lastError) return;
      report(`Backups to ${to} are failing, and nothing is archived until they work: ${message}`);
      this.#lastError = message;
    }
  }

  /** Images first, so that the log copied after them refers only to archived ones. */
  async #archive(): Promise<void> {
    const { sql } = this.#options;
    const at = formatTimestamp(systemClock());
    const [{ flushed }] = await sql<[{ flushed: string }]>`
      select pg_current_wal_flush_lsn()::text as flushed`;
    const position = parsePosition(flushed);
    const { archive, wal } = await this.#open(position);
    for (const images of this.#images) await images.copyNew();
    const before = toSegmentStart(wal.position);
    await wal.copyUntil(position, at);
    const start = toSegmentStart(wal.position);
    if (start > before) await advanceArchiveSlot(sql, archive, start);
  }

  /** The slot's archive, or a new one if it is gone, damaged, or has a gap. */
  async #open(position: number) {
    const { sql, dataDir, to, report } = this.#options;
    const source = join(realpathSync(join(dataDir, 'postgres')), 'pg_wal');
    await checkFolder(to);
    const slot = await findArchiveSlot(sql);
    const isUsable = slot !== null && !slot.isLost;
    if (isUsable && slot.archive !== this.#current?.archive) {
      const wal = await WalArchive.resume(toArchiveFolder(to, slot.archive), source);
      this.#current = wal ? { archive: slot.archive, wal } : undefined;
    }
    if (isUsable && this.#current && this.#current.wal.position <= position) return this.#current;
    if (slot?.isLost)
      report('The archive has a gap, because PostgreSQL could not keep the log any longer.');
    await dropArchiveSlots(sql);
    const { archive, ...from } = await createArchiveSlot(sql);
    const folder = toArchiveFolder(to, archive);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#current = { archive, wal: WalArchive.begin(folder, source, from) };
    return this.#current;
  }

  /** Each archive begins with a backup, and each day has one, so that a restore has little to replay. */
  async #isBackupDue(): Promise<boolean> {
    const newest = (await listBackups(this.#options.to)).at(-1);
    const manifest = newest && (await readManifest(newest).catch(() => null));
    if (!manifest || getArchive(manifest) !== this.#current?.archive) return true;
    const age: number = systemClock() - (fromIso(manifest.made_at) satisfies Instant);
    return age >= dayMs;
  }

  /** Runs in its own process, so that it doesn't slow down requests. */
  async #backUp(): Promise<void> {
    const { dataDir, to, keep } = this.#options;
    const { DATABASE_URL: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [backupCommand, '--to', to, '--keep', String(keep)], {
      env: { ...inherited, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: this.#stopping.signal,
    });
    let errorOutput = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
    if (child.pid !== undefined) setPriority(child.pid, backupPriority);
    // The log is archived as usual while the backup runs.
    const ended = once(child, 'close');
    const finishing = ended.catch(() => undefined);
    for (let isOver = false; !isOver; ) {
      isOver = await Promise.race([finishing.then(() => true), pause(this.#intervalMs, false)]);
      if (!isOver) await this.#archive();
    }
    const [code] = await ended;
    if (code !== 0) throw new Error(errorOutput.trim() || 'The backup process was killed.');
  }
}
