import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../must.ts';
import { StartError } from '../start-error.ts';
import type { Database, Sql } from './database.ts';
import type { Migration } from './migration-files.ts';
import type { LockLimits } from './migration-locks.ts';
import { describeDuration, isLockFailure, watchBlockers } from './migration-locks.ts';
import type { Repeatable } from './repeatable-files.ts';

export interface Applying {
  /** Holds the migration lock. */
  connection: Sql;
  /** Used to see what the connection is waiting for. */
  system: Database['system'];
  limits: LockLimits;
  report: (line: string) => void;
}

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The statement that records a migration. */
export function buildRecord({ name, hash, oldestRelease }: Migration): string {
  const oldest = oldestRelease === null ? 'null' : quoteText(oldestRelease);
  return `insert into migrations (name, hash, oldest_release) values (${quoteText(name)}, ${quoteText(hash)}, ${oldest})`;
}

/** The statement that records which text of a function or of triggers the database has. */
export const buildRepeatableRecord = ({ name, hash }: Repeatable, release: string): string =>
  `insert into migrations (name, hash, release) values (${quoteText(name)}, ${quoteText(hash)}, ${quoteText(release)})
    on conflict (name) do update set hash = excluded.hash, release = excluded.release, applied_at = now()`;

async function readPid(connection: Sql): Promise<number> {
  const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return must(row, 'process of a connection').pid;
}

/** Statements that succeed or fail as a whole. */
interface Transaction {
  /** What they are, in a message. */
  title: string;
  text: string;
}

async function tryTransaction(connection: Sql, text: string, tryMs: number): Promise<void> {
  try {
    await connection.unsafe(`begin;\nset local lock_timeout = ${tryMs};\n${text};commit;`);
  } catch (error) {
    await connection.unsafe('rollback').catch(() => undefined);
    throw error;
  }
}

/** Applies statements as one transaction that yields: the queries queued behind it run between attempts. */
async function applyTransaction({ title, text }: Transaction, applying: Applying): Promise<void> {
  const { connection, system, limits, report } = applying;
  const { tryMs, pausesMs } = limits;
  const watch = watchBlockers(system, await readPid(connection), tryMs / 4);
  try {
    for (const pauseMs of [...pausesMs, null]) {
      try {
        return await tryTransaction(connection, text, tryMs);
      } catch (error) {
        if (!isLockFailure(error)) throw error;
        if (pauseMs === null) {
          throw new StartError(
            `${title} can’t lock a table that it changes: ${watch.describe()} keeps it. It was tried ${pausesMs.length + 1} times, and nothing was changed. Let that session end, or end it with pg_terminate_backend, and start again.`,
          );
        }
        report(
          `${title} waits for ${watch.describe()} and tries again in ${pauseMs / 1000} seconds.`,
        );
        await pause(pauseMs);
      }
    }
  } finally {
    watch.stop();
  }
}

const indexBuild =
  /^create (?:unique )?index concurrently (?:if not exists )?(\w+)\s+on (?:only )?([\w.]+)/i;

/** The result of an earlier index build; null when the step builds no index, or none with this name exists. */
async function findIndex(
  connection: Sql,
  text: string,
): Promise<{ name: string; isValid: boolean } | null> {
  const [, name, table] = indexBuild.exec(text) ?? [];
  if (name === undefined || table === undefined) return null;
  const [row] = await connection<{ name: string; is_valid: boolean }[]>`
    select i.indexrelid::regclass::text as name, i.indisvalid as is_valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and i.indrelid = to_regclass(${table})`;
  return row ? { name: row.name, isValid: row.is_valid } : null;
}

async function runStep(
  { text, isBatch }: NonNullable<Migration['steps']>[number],
  { connection, report }: Applying,
): Promise<void> {
  if (isBatch) {
    while ((await connection.unsafe(text)).count > 0);
    return;
  }
  const index = await findIndex(connection, text);
  if (index?.isValid) return;
  if (index) {
    report(`The index ${index.name} was left half built. It’s built again.`);
    await connection.unsafe(`drop index concurrently if exists ${index.name}`);
  }
  await connection.unsafe(text);
}

/**
 * Applies the statements one by one, each on its own, while others use the same tables. A migration
 * that died halfway starts over from its first statement: finished indexes are kept, half-built
 * ones are rebuilt.
 */
async function applySteps(
  migration: Migration,
  steps: NonNullable<Migration['steps']>,
  applying: Applying,
): Promise<void> {
  const { connection, system, limits, report } = applying;
  report(`Migration ${migration.name} runs while the tables stay in use. It may take a while.`);
  const watch = watchBlockers(
    system,
    await readPid(connection),
    Math.min(limits.buildMs / 4, 1000),
  );
  try {
    await connection.unsafe(`set lock_timeout = ${limits.buildMs}`);
    for (const step of steps) await runStep(step, applying);
    await connection.unsafe(buildRecord(migration));
  } catch (error) {
    if (!isLockFailure(error)) throw error;
    throw new StartError(
      `Migration ${migration.name} waited ${describeDuration(limits.buildMs)} for ${watch.describe()}. Let that session end, or end it with pg_terminate_backend, and start again: the migration begins where it can.`,
    );
  } finally {
    watch.stop();
    await connection.unsafe('set lock_timeout = 0').catch(() => undefined);
  }
}

/** Applies one migration and records it. */
export const applyMigration = (migration: Migration, applying: Applying): Promise<void> =>
  migration.steps
    ? applySteps(migration, migration.steps, applying)
    : applyTransaction(
        {
          title: `Migration ${migration.name}`,
          text: `${migration.text}\n;${buildRecord(migration)}`,
        },
        applying,
      );

/**
 * Applies functions and triggers as one transaction and records them. A function may name tables that come later, so its
 * body isn't checked here; whatever calls it in a test checks it.
 */
export async function applyRepeatables(
  repeatables: readonly Repeatable[],
  release: string,
  applying: Applying,
): Promise<void> {
  if (repeatables.length === 0) return;
  const texts = repeatables.map(
    (repeatable) => `${repeatable.text}\n;${buildRepeatableRecord(repeatable, release)}`,
  );
  await applyTransaction(
    {
      title: `The change of ${repeatables.map(({ name }) => name).join(', ')}`,
      text: ['set local check_function_bodies = off', ...texts].join(';\n'),
    },
    applying,
  );
}
