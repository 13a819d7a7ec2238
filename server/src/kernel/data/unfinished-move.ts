import { StartError } from '../start-error.ts';
import type { Sql } from './sql/statement.ts';

/** A schema that exists in a database while `npm run move-database` fills it. */
export const moveMarker = 'lotkeeper_move';

export const unfinishedMove = (database: string) =>
  new StartError(
    `The move into ${database} isn’t complete. If it was interrupted, drop that database, create it again, and move again.`,
  );

/** Marks a database as unfinished, so a half-moved one is never used. */
export const beginMove = (sql: Sql) => sql.unsafe(`create schema ${moveMarker}`);

/** Removes the mark, in the transaction that fills the database. */
export const endMove = (sql: Sql) => sql.unsafe(`drop schema ${moveMarker}`);
