import { StartError } from '../start-error.ts';
import type { Sql } from './sql/statement.ts';

/** A schema that a database has while npm run move-database fills it. */
export const moveMarker = 'lotkeeper_move';

export const unfinishedMove = (database: string) =>
  new StartError(
    `The move into ${database} isn’t complete. If it was interrupted, drop that database, create it again, and move again.`,
  );

/** Marks a database, so that half of a moved one never counts. */
export const beginMove = (sql: Sql) => sql.unsafe(`create schema ${moveMarker}`);

/** Lets the database count, as a part of the transaction that fills it. */
export const endMove = (sql: Sql) => sql.unsafe(`drop schema ${moveMarker}`);
