import { StartError } from '../start-error.ts';
import type { Sql } from './sql/statement.ts';

/** A schema that a database has while npm run restore loads it. */
export const loadMarker = 'lotkeeper_restore';

export const unfinishedLoad = (database: string) =>
  new StartError(
    `The restore into ${database} isn’t complete. If it was interrupted, drop that database, create it again, and restore again.`,
  );

/** Marks a database, so that half of a restored one never counts. */
export async function beginLoad(sql: Sql, database: string): Promise<void> {
  try {
    await sql.unsafe(`create schema ${loadMarker}`);
  } catch (error) {
    if ((error as { code?: string }).code === '42P06') throw unfinishedLoad(database);
    throw error;
  }
}

/** Lets the database count, as a part of the transaction that fills it. */
export const endLoad = (sql: Sql) => sql.unsafe(`drop schema ${loadMarker}`);
