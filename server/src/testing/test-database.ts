import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { Database } from '../kernel/database.ts';
import { openDatabase } from '../kernel/database.ts';
import { atEnd } from './at-end.ts';
import { urlOf } from './database-url.ts';

async function onServer(statement: string): Promise<void> {
  const sql = postgres(inject('server'), { max: 1, onnotice: () => undefined });
  await sql.unsafe(statement);
  await sql.end();
}

/** The address of a migrated, empty database of this test file's own, dropped when the file is through. */
async function emptyDatabase(): Promise<string> {
  const name = `lotkeeper_test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${inject('template')}`);
  atEnd(() => onServer(`drop database if exists ${name} with (force)`));
  return urlOf(inject('server'), name);
}

/** Opens pools on a database, by default a new and empty one. */
export async function testDatabase(url?: string, pool = 6): Promise<Database> {
  const database = openDatabase({ url: url ?? (await emptyDatabase()), pool, prepare: true });
  atEnd(() => database.close());
  return database;
}
