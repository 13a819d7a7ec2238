import { refusedRowsDays } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql, Tx } from '../../../kernel/data/database.ts';

export interface ImportKey {
  organization_id: number;
  import_pk: number;
}

export interface RefusedRow {
  line: number;
  reason: string;
  cells: string[];
}

/** A worker that misses its heartbeat this long loses the import. */
export const leaseMs = 5000;

/** Who works on the imports of a table, and what is kept of them when they are over. */
export function makeImportLeases(
  imports: 'visitor_imports' | 'history_imports',
  refusedRows: 'refused_visitor_rows' | 'refused_history_rows',
) {
  return {
    /** Locks an import for the worker that holds it; false when another one has taken over. */
    async hold(tx: Tx, { organization_id, import_pk }: ImportKey, worker: string) {
      const [row] = await tx`
        select pk from ${tx.identifier(imports)}
        where organization_id = ${organization_id} and pk = ${import_pk} and state = 'running'
          and worker = ${worker} for update`;
      return row !== undefined;
    },

    /** Stores refused rows, in the transaction that recorded the others. */
    async keepRefused(
      tx: Tx,
      { organization_id, import_pk }: ImportKey,
      refused: readonly RefusedRow[],
    ) {
      if (refused.length === 0) return;
      const rows = JSON.stringify(refused.map((row) => ({ organization_id, import_pk, ...row })));
      await tx`
        insert into ${tx.identifier(refusedRows)} (organization_id, import_pk, line, reason, cells)
        select organization_id, import_pk, line, reason, cells
        from json_populate_recordset(null::${tx.identifier(refusedRows)}, ${rows}::text::json) order by line
        on conflict do nothing`;
    },

    /** Ends an import, successfully or not. Its file is removed next. */
    async finish(
      sql: Sql,
      { organization_id, import_pk }: ImportKey,
      state: 'done' | 'failed',
      now: Instant,
    ) {
      await sql`
        update ${sql.identifier(imports)} set state = ${state}, finished_at = ${now}, worker = null
        where organization_id = ${organization_id} and pk = ${import_pk} and state = 'running'`;
    },

    /** Releases an import, for the next job to continue. */
    async release(tx: Tx, { organization_id, import_pk }: ImportKey) {
      await tx`
        update ${tx.identifier(imports)} set worker = null
        where organization_id = ${organization_id} and pk = ${import_pk}`;
    },

    /** Imports that aren't done, with the time after which no worker may hold them. */
    listUnfinished: (sql: Sql) => sql<(ImportKey & { free_at: Instant })[]>`
      select organization_id, pk as import_pk,
        beat_at + ${leaseMs} * interval '1 millisecond' as free_at
      from ${sql.identifier(imports)} where state = 'running' order by beat_at limit 1000`,

    /** Files of imports that are over. */
    listLeftFiles: (sql: Sql) => sql<(ImportKey & { file: string })[]>`
      select organization_id, pk as import_pk, file from ${sql.identifier(imports)}
      where file is not null and state <> 'running' limit 1000`,

    /** Records that the file of an import was removed. */
    async forgetFile(sql: Sql, { organization_id, import_pk }: ImportKey) {
      await sql`
        update ${sql.identifier(imports)} set file = null
        where organization_id = ${organization_id} and pk = ${import_pk}`;
    },

    /** Removes the refused rows of imports that ended long enough ago. */
    async removeOldRefused(sql: Sql, now: Instant) {
      await sql`
        with old as (
          update ${sql.identifier(imports)} set keeps_refused = false
          where keeps_refused and finished_at <= ${now - refusedRowsDays * dayMs}
          returning organization_id, pk
        )
        delete from ${sql.identifier(refusedRows)} r using old
        where r.organization_id = old.organization_id and r.import_pk = old.pk`;
    },
  };
}
