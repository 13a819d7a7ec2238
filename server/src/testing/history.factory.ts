import type { HistoryImport, HistoryReading } from '@lotkeeper/contract/intake/history';
import {
  createHistoryImport,
  listHistoryImports,
  previewHistory,
  undoHistoryImport,
} from '@lotkeeper/contract/intake/history';
import { uploadFile } from '@lotkeeper/contract/intake/visitors-csv';
import { makeImporter, makeTidier, makeUndoer } from '../features/intake/files/public.ts';
import { historyFiles } from '../features/intake/history/history-kind.ts';
import { scopeMaker } from '../kernel/access/scope.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SqlPool } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import { confirmAgain, makeFormerMember } from './people.factory.ts';
import type { TestApp } from './test-app.ts';

/** An Admin who imports history, and the jobs, which run on demand. */
export function historySender(
  at: TestApp,
  organization: { pk: number },
  token: string,
  batches: { rowsAtOnce?: number; pieceBytes?: number; undoneAtOnce?: number } = {},
) {
  const { database, files } = at;
  const openJobScope = scopeMaker(database).job;
  const jobs = { database, openJobScope, clock: at.clock, files, publish: at.publish, ...batches };
  const params = { orgId: String(organization.pk) };
  const upload = async (file: Uint8Array | string) => {
    const body = Buffer.from(file).toString('base64');
    return (await at.call(uploadFile, { headers: { filename: 'old.csv' }, body }, { token })).body
      .url;
  };
  const running = () => database.system<{ organization_id: number; import_pk: number }[]>`
    select organization_id, pk as import_pk from history_imports
    where organization_id = ${organization.pk} and state = 'running'`;
  const importer = makeImporter(historyFiles, jobs);
  /** Runs the jobs of the import one after the other, up to a maximum number. */
  const work = async (most = Number.POSITIVE_INFINITY, clock?: Clock) => {
    const go = clock ? makeImporter(historyFiles, { ...jobs, clock }) : importer;
    for (let ran = 0; ran < most; ran += 1) {
      const [named] = await running();
      if (!named) return;
      await go(named);
    }
  };
  const list = async () => (await at.call(listHistoryImports, { params }, { token })).body.results;
  const start = async (file: Uint8Array | string, reading: HistoryReading = {}) => {
    const body = { csv_url: await upload(file), file: 'old.csv', reading };
    return at.call(createHistoryImport, { params, body }, { token });
  };
  const startUndo = async (pk: number) => {
    await confirmAgain(at, token);
    return at.call(undoHistoryImport, { params: { ...params, import: String(pk) } }, { token });
  };
  const workOnUndo = (pk: number) =>
    makeUndoer(historyFiles, jobs)({ organization_id: organization.pk, import_pk: pk });
  return {
    start,
    work,
    list,
    startUndo,
    workOnUndo,
    tidy: makeTidier([historyFiles], jobs),
    preview: async (file: Uint8Array | string, reading: HistoryReading = {}) =>
      at.call(
        previewHistory,
        { params, body: { csv_url: await upload(file), reading } },
        { token },
      ),
    /** Imports a file, and returns the outcome. */
    async finish(file: Uint8Array | string, reading: HistoryReading = {}): Promise<HistoryImport> {
      const { status, error, body } = await start(file, reading);
      if (status !== 200) throw new Error(error.detail);
      await work();
      return must(
        (await list()).find(({ pk }) => pk === body.pk),
        'import',
      );
    },
    /** Undoes an import, and returns its outcome. */
    async undo(pk: number): Promise<HistoryImport> {
      const { status, error } = await startUndo(pk);
      if (status >= 300) throw new Error(error.detail);
      await workOnUndo(pk);
      return must(
        (await list()).find((found) => found.pk === pk),
        'import',
      );
    },
  };
}

/** An import that is done, with a refused row. */
export async function makeHistoryImport(
  sql: SqlPool,
  organization: { pk: number },
): Promise<string> {
  const person = await makeFormerMember(sql, organization);
  const [made] = await sql<[{ pk: number }]>`
    insert into history_imports ${sql.values({
      organization_id: organization.pk,
      person_pk: person.pk,
      file_name: 'old.csv',
      encoding: 'utf-8',
      delimiter: ',',
      columns: ['Paid at', 'Amount'],
      reading: '{}',
      kinds: ['rental'],
      head_bytes: 15,
      head_lines: 1,
      text_bytes: 100,
      done_bytes: 100,
      done_lines: 3,
      row_count: 1,
      refused: 1,
      state: 'done',
      beat_at: 0,
      started_at: 0,
      finished_at: 0,
    })} returning pk`;
  await sql`
    insert into refused_history_rows (organization_id, import_pk, line, reason, cells)
    values (${organization.pk}, ${made.pk}, 2, 'The row has no amount.', '{2025-01-02,""}')`;
  return String(made.pk);
}
