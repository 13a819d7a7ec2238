import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fromIso, type Instant } from '@lotkeeper/contract/kernel/calendar';
import * as z from 'zod/mini';
import { writeDurably } from '../kernel/data/durable-file.ts';
import { StartError } from '../kernel/start-error.ts';
import { fileName, hashFile, listNames, type StoredFile } from './stored-files.ts';

const manifestName = 'manifest.json';
export const fileListName = 'files.jsonl';
export const sharedFilesName = 'files';

const hashForm = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const positionForm = z.string().check(z.regex(/^[0-9A-F]+\/[0-9A-F]+$/));

/** A line of the list of files. A name is never a path, or a forged list could write outside the data folder. */
const storedFileForm = z.strictObject({
  name: z.string().check(z.regex(fileName)),
  bytes: z.int(),
  sha256: hashForm,
});

/** PostgreSQL's base backup of the built-in database. */
const clusterForm = z.strictObject({
  kind: z.literal('built-in'),
  /** The major version of PostgreSQL. */
  version: z.number(),
  /** Bytes of the uncompressed database. */
  bytes: z.number(),
  timeline: z.number(),
  start: positionForm,
  end: positionForm,
  /** The archive that continues the backup. */
  archive: z.nullable(z.string().check(z.regex(/^[0-9a-f]{8}$/))),
});

const bodyForm = z.strictObject({
  format: z.literal('Lotkeeper backup 1'),
  /** When the backup was completed, in ISO 8601. */
  made_at: z.string(),
  /** Null in a backup of only the files. */
  database: z.nullable(clusterForm),
  files: z.strictObject({ count: z.number(), bytes: z.number() }),
  /** Everything in the backup's folder except this manifest. */
  contents: z.array(z.strictObject({ name: z.string(), bytes: z.number(), sha256: hashForm })),
});

export type ManifestBody = z.infer<typeof bodyForm>;
export type SavedCluster = z.infer<typeof clusterForm>;

/** The time of the backup's data. */
export const getBackupTime = ({ made_at: madeAt }: ManifestBody): Instant => fromIso(madeAt);

/** The archive that continues a backup; null if there is none. */
export const getArchive = ({ database }: ManifestBody): string | null => database?.archive ?? null;

const toHash = (body: ManifestBody) =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex');

/** Writes the manifest, which makes a folder a backup. It includes its own hash. */
export async function writeManifest(folder: string, body: ManifestBody): Promise<void> {
  const text = JSON.stringify({ ...body, sha256: toHash(body) }, null, 2);
  await writeDurably(join(folder, manifestName), `${text}\n`);
}

const damaged = (folder: string, reason: string) =>
  new StartError(`The backup in ${folder} is damaged: ${reason}. Restore another one.`);

/** Reads a backup's manifest, and rejects one that was changed. */
export async function readManifest(folder: string): Promise<ManifestBody> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new StartError(
      `${folder} is not a backup: it has no ${manifestName}. Name a folder that npm run backup made.`,
    );
  });
  try {
    const { sha256, ...rest } = JSON.parse(text) as ManifestBody & { sha256: string };
    const body = bodyForm.parse(rest);
    if (toHash(body) === sha256) return body;
  } catch {}
  throw damaged(folder, `${manifestName} was changed`);
}

/** The folders of complete backups by name, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = (await listNames(folder)).filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z$/.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** Reads the list of files of a backup, line by line. */
export async function* readFileList(folder: string): AsyncGenerator<StoredFile> {
  const lines = createInterface({ input: createReadStream(join(folder, fileListName)) });
  for await (const line of lines) {
    const { data } = storedFileForm.safeParse(parseLine(line));
    if (!data) throw damaged(folder, `${fileListName} has a line that no backup writes`);
    yield data;
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

async function verifyFile(folder: string, path: string, expected: Omit<StoredFile, 'name'>) {
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile()) throw damaged(folder, `${path} is missing`);
  const isSame = found.size === expected.bytes && (await hashFile(path)) === expected.sha256;
  if (!isSame) throw damaged(folder, `${path} was changed`);
}

/** Hashes everything in a backup, and rejects one that was changed. */
export async function verifyBackup(
  folder: string,
  { contents, files }: ManifestBody,
  { toPath, onBytes }: { toPath: (sha256: string) => string; onBytes: (bytes: number) => void },
): Promise<void> {
  let bytes = 0;
  const verify = async (path: string, expected: StoredFile) => {
    await verifyFile(folder, path, expected);
    bytes += expected.bytes;
    onBytes(bytes);
  };
  for (const content of contents) await verify(join(folder, content.name), content);
  let count = 0;
  for await (const file of readFileList(folder)) {
    await verify(toPath(file.sha256), file);
    count += 1;
  }
  if (count !== files.count) throw damaged(folder, `${fileListName} is incomplete`);
}
