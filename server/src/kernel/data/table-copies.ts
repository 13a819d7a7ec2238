import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Sql } from './database.ts';
import { CopyOut } from './sql/copy.ts';
import type { StoredTable } from './tables.ts';

/** The schemas with rows: the product's, the sandbox's, and the job queue's. */
export const copiedSchemas = ['public', 'processor', 'lotkeeper', 'graphile_worker'];

export interface TableCopy {
  rows: number;
  bytes: number;
  /** SHA-256 of the rows as COPY writes them, in their order. */
  sha256: string;
}

const lineEnd = 0x0a;

/** Counts and hashes rows; a row of COPY is a line, since it escapes line ends within values. */
export class RowCounter {
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1))
      this.#rows += 1;
  }

  /** Counts what passes on its way through a pipeline. */
  async *pass(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
  }

  /** What was counted until the end. */
  read(): TableCopy {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

export const listColumns = ({ columns }: StoredTable) => columns.join(', ');

/** The statement that reads the rows of a table. */
export const copyOutStatement = (table: StoredTable) =>
  `copy ${table.name} (${listColumns(table)}) to stdout`;

/** The statement that loads rows into a table. */
export const copyInStatement = (table: StoredTable) =>
  `copy ${table.name} (${listColumns(table)}) from stdin`;

/** Reads a table and keeps nothing of it but its hash. */
export async function hashTable(client: pg.Client, table: StoredTable): Promise<TableCopy> {
  const source = new CopyOut(copyOutStatement(table));
  const counter = new RowCounter();
  client.query(source);
  for await (const chunk of source) counter.add(chunk as Buffer);
  return counter.read();
}

export interface SequenceValue {
  /** With its schema, quoted. */
  name: string;
  last_value: number;
}

/** Sequences that have given a number, and the last one. */
export const listSequences = (sql: Sql) => sql<SequenceValue[]>`
  select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value
  from pg_sequences where schemaname = any (${copiedSchemas}) and last_value is not null order by 1`;

/**
 * Numbers that were given once are never given again, those of removed rows either. A sequence that isn't there belongs
 * to a table that isn't either.
 */
export async function setSequences(sql: Sql, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, last_value: last } of sequences)
    await sql`select setval(to_regclass(${name}), ${last})`;
}
