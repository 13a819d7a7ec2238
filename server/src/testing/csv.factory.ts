import type { FileReading, VisitorImport } from '@lotkeeper/contract/intake/visitors-csv';
import {
  getVisitorImport,
  listRecentImports,
  previewImportUndo,
  previewVisitorFile,
  startVisitorImport,
  undoVisitorImport,
  uploadFile,
} from '@lotkeeper/contract/intake/visitors-csv';
import { makeImporter, makeTidier, makeUndoer } from '../features/intake/files/public.ts';
import { visitorFiles } from '../features/intake/visitors-csv/visitor-files.ts';
import { scopeMaker } from '../kernel/access/scope.ts';
import type { Clock } from '../kernel/clock.ts';
import { confirmAgain } from './people.factory.ts';
import type { TestSpot } from './spots.factory.ts';
import type { Answered, TestApp } from './test-app.ts';

interface Named {
  organization_id: number;
  import_pk: number;
}

/** A person who uploads files to a property, and their jobs, which run on demand. */
export function csvSender(
  at: TestApp,
  spot: TestSpot,
  token: string,
  code: string,
  batches: { rowsAtOnce?: number; pieceBytes?: number; undoneAtOnce?: number } = {},
) {
  const { database, files } = at;
  const openJobScope = scopeMaker(database).job;
  const jobs = { database, openJobScope, clock: at.clock, files, publish: at.publish, ...batches };
  const upload = (file: Uint8Array | string, name = 'guests.csv') =>
    at.call(
      uploadFile,
      { headers: { filename: name }, body: Buffer.from(file).toString('base64') },
      { token },
    );
  const begin = (
    csv_url: string,
    of: { code?: string; token?: string; reading?: FileReading } = {},
  ) =>
    at.call(
      startVisitorImport,
      {
        body: {
          spot: spot.pk,
          code: of.code ?? code,
          file: 'guests.csv',
          csv_url,
          ...(of.reading ? { reading: of.reading } : {}),
        },
      },
      { token: of.token ?? token },
    );
  const preview = (csv_url: string, reading: FileReading = {}) =>
    at.call(previewVisitorFile, { body: { spot: spot.pk, csv_url, reading } }, { token });
  const look = () => at.call(getVisitorImport, { query: { spot: String(spot.pk) } }, { token });
  const running = () => database.system<Named[]>`
    select organization_id, pk as import_pk from visitor_imports
    where spot_pk = ${spot.pk} and state = 'running'`;
  /** Runs the jobs of the property's import one after the other, up to a maximum number. */
  const work = async (most = Number.POSITIVE_INFINITY, clock: Clock = at.clock) => {
    const go = makeImporter(visitorFiles, { ...jobs, clock });
    for (let ran = 0; ran < most; ran += 1) {
      const [named] = await running();
      if (!named) return;
      await go(named);
    }
  };
  const listRecent = async () =>
    (await at.call(listRecentImports, { query: { spot: String(spot.pk) } }, { token })).body
      .results;
  const byPk = (pk: number) => ({ params: { id: String(pk) } });
  /** Starts an import of a file and returns the whole response. */
  const send = async (
    file: Uint8Array | string,
    reading?: FileReading,
  ): Promise<Answered<unknown>> => begin((await upload(file)).body.url, reading ? { reading } : {});
  return {
    upload,
    begin,
    /** Uploads a file, and returns how it would be read. */
    previewFile: async (file: Uint8Array | string, reading?: FileReading) =>
      preview((await upload(file)).body.url, reading),
    look,
    running,
    work,
    send,
    tidy: makeTidier([visitorFiles], jobs),
    listRecent,
    previewUndo: async (pk: number) => (await at.call(previewImportUndo, byPk(pk), { token })).body,
    startUndo: async (pk: number) => {
      await confirmAgain(at, token);
      return at.call(undoVisitorImport, byPk(pk), { token });
    },
    /** Runs the job of an undo once, by its own clock. */
    workOnUndo: (pk: number, clock: Clock = at.clock) =>
      makeUndoer(visitorFiles, { ...jobs, clock })({
        organization_id: spot.organization,
        import_pk: pk,
      }),
    /** Uploads a file, adds its visitors, and returns the outcome. */
    async finish(file: Uint8Array | string, reading?: FileReading): Promise<VisitorImport> {
      const { status, error } = await send(file, reading);
      if (status !== 200) throw new Error(error.detail);
      await work();
      const { latest } = (await look()).body;
      if (!latest) throw new Error('There is no import.');
      return latest;
    },
  };
}
