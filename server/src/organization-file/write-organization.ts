import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../kernel/data/files.ts';
import { currentRelease } from '../kernel/data/migrations.ts';
import type { Session } from '../kernel/data/sql/session.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import { must } from '../kernel/must.ts';
import type { SealKey } from '../records/trust/seal-key.ts';
import type { ExportManifest } from './export-manifest.ts';
import { exportFiles, imageFolder, nameDataFile, writeExportManifest } from './export-manifest.ts';
import { copyOut, countRows, readNumbers, readTableForms, selectFiles } from './export-queries.ts';
import { writeReadMe } from './export-read-me.ts';
import { exportedTables } from './tables/exported-tables.ts';
import type { ZipSource } from './zip-writer.ts';
import { writeZip } from './zip-writer.ts';

/** How far an export is. */
export interface ExportProgress {
  allRows: number;
  rows: number;
  allImages: number;
  images: number;
  missingImages: number;
}

export interface ExportOptions {
  /** The URL of the database. */
  url: string;
  organizationId: number;
  files: FileStore;
  key: SealKey;
  now: Instant;
  /** Called for each table and image. */
  onProgress?: (progress: ExportProgress) => void;
}

interface Exporting extends ExportOptions {
  session: Session;
  organization: { uuid: string; name: string };
  progress: ExportProgress;
  listed: ExportManifest['files'];
  imageBytes: number;
  numbers: Record<string, number>;
}

/** Rows of the list of images that are read at once. */
const imageBatch = 500;

const asChunks = async function* (text: string) {
  yield Buffer.from(text);
};

/** A file whose size and hash the manifest lists. */
function listFile(
  { listed }: Exporting,
  name: string,
  content: AsyncIterable<Uint8Array>,
  readRows: () => number | null = () => null,
): ZipSource {
  const measure = async function* () {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    listed.push({ name, bytes, sha256: hash.digest('hex'), rows: readRows() });
  };
  return { name, content: measure(), isPacked: false };
}

async function* listTables(exporting: Exporting): AsyncGenerator<ZipSource> {
  const { session, organizationId, progress, onProgress } = exporting;
  const forms = await readTableForms(session.sql);
  for (const table of exportedTables) {
    const rows = session.client.query(copyTo(copyOut(table, forms, organizationId)));
    yield listFile(exporting, nameDataFile(table.name), rows, () => rows.rowCount);
    progress.rows += rows.rowCount;
    onProgress?.(progress);
  }
}

/** Reads the names of the images' files, in batches. */
async function* listImageNames({ session, organizationId }: Exporting): AsyncGenerator<string> {
  const { sql } = session;
  await sql.unsafe(
    `declare image_files no scroll cursor for ${selectFiles(organizationId)} order by 1`,
  );
  for (;;) {
    const rows = await sql.unsafe<{ file: string }[]>(`fetch ${imageBatch} from image_files`);
    if (rows.length === 0) return;
    for (const { file } of rows) yield file;
  }
}

/** The images, and then their list, which waits in a temporary file. */
async function* listImages(exporting: Exporting): AsyncGenerator<ZipSource> {
  const { files, progress, onProgress } = exporting;
  const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-export-'));
  const list = await open(join(folder, 'list'), 'w+');
  try {
    await list.appendFile('name,bytes,sha256\n');
    for await (const name of listImageNames(exporting)) {
      const file = await files.open(name);
      if (!file) {
        progress.missingImages += 1;
        continue;
      }
      const hash = createHash('sha256');
      const measure = async function* () {
        for await (const chunk of file.stream as AsyncIterable<Buffer>) {
          hash.update(chunk);
          yield chunk;
        }
      };
      yield { name: `${imageFolder}${name}`, content: measure(), isPacked: true };
      await list.appendFile(`${imageFolder}${name},${file.size},${hash.digest('hex')}\n`);
      exporting.imageBytes += file.size;
      progress.images += 1;
      onProgress?.(progress);
    }
    const rows = progress.images;
    const content = list.createReadStream({ start: 0, autoClose: false });
    yield listFile(exporting, exportFiles.images, content, () => rows);
  } finally {
    await list.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function buildManifest({
  organization,
  key,
  listed,
  progress,
  imageBytes,
  numbers,
  now,
}: Exporting): string {
  return writeExportManifest({
    organization,
    as_of: toIso(now),
    release: currentRelease,
    key: key.fingerprint,
    public_key: key.publicKey.toString('hex'),
    files: listed,
    images: { count: progress.images, bytes: imageBytes, missing: progress.missingImages },
    numbers,
  });
}

async function* listSources(exporting: Exporting): AsyncGenerator<ZipSource> {
  const readMe = writeReadMe(exporting.organization.name, toIso(exporting.now));
  yield listFile(exporting, exportFiles.readMe, asChunks(readMe));
  yield* listTables(exporting);
  yield* listImages(exporting);
  const manifest = buildManifest(exporting);
  yield { name: exportFiles.manifest, content: asChunks(manifest), isPacked: false };
  const signature = exporting.key.sign(manifest).toString('hex');
  yield { name: exportFiles.signature, content: asChunks(signature), isPacked: false };
}

/** Begins a transaction that sees one state of the database, and of it only the organization. */
async function beginSnapshot(options: ExportOptions, session: Session): Promise<Exporting> {
  const { organizationId } = options;
  const { sql } = session;
  await sql`begin isolation level repeatable read read only`;
  const numbers = await readNumbers(sql);
  // What a query forgot to limit to the organization is refused by row-level security.
  await sql`set local row_security = on`;
  await sql`set local role lotkeeper_app`;
  await sql`select set_config('lotkeeper.scope', ${String(organizationId)}, true)`;
  const [organization] = await sql<{ uuid: string; name: string }[]>`
    select uuid, name from organizations where pk = ${organizationId}`;
  const [images] = await sql.unsafe<[{ count: number }]>(
    `select count(*) as count from (${selectFiles(organizationId)}) f`,
  );
  const progress = {
    allRows: await countRows(sql, organizationId),
    rows: 0,
    allImages: images.count,
    images: 0,
    missingImages: 0,
  };
  return {
    ...options,
    session,
    organization: must(organization, 'organization'),
    progress,
    listed: [],
    imageBytes: 0,
    numbers,
  };
}

/** Writes everything that an organization has as a ZIP, with the same memory however much that is. */
export async function* writeOrganization(options: ExportOptions): AsyncGenerator<Uint8Array> {
  const session = await openSession(options.url);
  try {
    const exporting = await beginSnapshot(options, session);
    options.onProgress?.(exporting.progress);
    yield* writeZip(listSources(exporting));
  } finally {
    await session.close();
  }
}
