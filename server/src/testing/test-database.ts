import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Database, DatabaseOptions } from '../kernel/data/database.ts';
import { jobLimits, openDatabase } from '../kernel/data/database.ts';
import type { TimeLimits } from '../kernel/data/sql/connection-pool.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { atEnd } from './at-end.ts';
import { urlOf } from './database-url.ts';

const onServer = (statement: string) => queryOnce(inject('server'), statement);

/** The URL of a separate database for this test file, migrated and empty, dropped when the file ends. */
async function createDatabase(template = inject('template'), locale = ''): Promise<string> {
  const name = `lotkeeper_test_${randomBytes(6).toString('hex')}`;
  // Copied as files: the template is written once, while WAL for each copy took three times as long.
  await onServer(`create database ${name} template ${template} strategy file_copy ${locale}`);
  atEnd(() => onServer(`drop database if exists ${name} with (force)`));
  return urlOf(inject('server'), name);
}

/** Opens pools on a database, by default a new and empty one. */
export async function testDatabase(
  url?: string,
  pool = 6,
  limits: Partial<TimeLimits> = {},
  options: Pick<DatabaseOptions, 'replicaUrls' | 'reportReplica' | 'onStatement'> = {},
): Promise<Database> {
  const database = openDatabase({
    url: url ?? (await createDatabase()),
    pool,
    prepare: true,
    ...options,
    // A busy machine would exceed the limits of requests; tests about limits set their own.
    limits: { ...jobLimits, ...limits },
  });
  atEnd(() => database.close());
  return database;
}

/** Opens pools on a database without any migrations. */
export const unmigratedDatabase = async (): Promise<Database> =>
  testDatabase(await createDatabase('template0'));

/** Like `unmigratedDatabase`, with the locale C, as `createdb` uses on some servers: `lower` changes only A to Z. */
export const bytewiseDatabase = async (): Promise<Database> =>
  testDatabase(await createDatabase('template0', "locale_provider libc locale 'C'"));
