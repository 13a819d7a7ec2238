import type { FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { fingerprintKey, isSignedBy } from '@lotkeeper/evidence/day-statements';
import type { FileEntry } from '@zip.js/zip.js';
import { checkFrame } from './check-frame.ts';
import type { ExportManifest } from './export-manifest.ts';
import {
  exportFiles,
  exportFormat,
  imageFolder,
  nameDataFile,
  readExportManifest,
} from './export-manifest.ts';
import { exportedTables } from './tables/exported-tables.ts';
import type { ListedFile } from './zip-source.ts';
import { damaged, listEntries, measureEntry, readEntry, readText } from './zip-source.ts';

const maxManifestBytes = 1_000_000;
const signaturePattern = /^[0-9a-f]{128}$/;

/** An export whose every byte is as it was signed. */
export interface VerifiedExport {
  manifest: ExportManifest;
  /** The files but images, by name. */
  entries: ReadonlyMap<string, FileEntry>;
  /** Size and hash of each image, by name. */
  images: ReadonlyMap<string, ListedFile>;
}

type VerifiedFiles = Omit<VerifiedExport, 'images'>;

/** All entries but images, by name. */
async function indexEntries(handle: FileHandle): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  for await (const entry of listEntries(handle)) {
    if (entry.filename.startsWith(imageFolder)) continue;
    if (entries.has(entry.filename)) throw damaged(`${entry.filename} is in it twice.`);
    entries.set(entry.filename, entry);
  }
  return entries;
}

function requireEntry(entries: ReadonlyMap<string, FileEntry>, name: string): FileEntry {
  const entry = entries.get(name);
  if (!entry) throw damaged(`${name} is missing.`);
  return entry;
}

/** The format of a manifest of another version, if the text is one. */
function readOtherFormat(text: string): string | null {
  try {
    const { format } = JSON.parse(text) as { format?: unknown };
    return typeof format === 'string' && format !== exportFormat ? format.slice(0, 60) : null;
  } catch {
    return null;
  }
}

async function readManifest(entries: ReadonlyMap<string, FileEntry>): Promise<ExportManifest> {
  const text = await readText(requireEntry(entries, exportFiles.manifest), maxManifestBytes);
  const manifest = readExportManifest(text);
  if (!manifest) {
    const other = readOtherFormat(text);
    throw damaged(
      other
        ? `its format is “${other}”, and this release reads “${exportFormat}”.`
        : `${exportFiles.manifest} isn’t as it was written.`,
    );
  }
  const publicKey = Buffer.from(manifest.public_key, 'hex');
  const signature = await readText(requireEntry(entries, exportFiles.signature), 1000);
  const isSigned =
    fingerprintKey(publicKey) === manifest.key &&
    signaturePattern.test(signature) &&
    isSignedBy(publicKey, text, Buffer.from(signature, 'hex'));
  if (!isSigned) throw damaged(`${exportFiles.manifest} was changed after it was signed.`);
  return manifest;
}

/** The tables must have exactly the columns that this release has. */
function checkHeader(name: string, head: Buffer): void {
  const table = exportedTables.find((other) => nameDataFile(other.name) === name);
  if (!table) return;
  const header = head.toString('utf8').split('\n', 1)[0] ?? '';
  const expected = table.columns.map((column) => column.name).join(',');
  if (header === expected) return;
  throw damaged(
    `${name} has other columns than this release. Import it with the release that made it.`,
  );
}

/** Compares each file with the manifest. */
async function checkFiles({ manifest, entries }: VerifiedFiles): Promise<void> {
  const names = [
    ...exportedTables.map(({ name }) => nameDataFile(name)),
    exportFiles.images,
    exportFiles.readMe,
  ];
  const listed = new Set(manifest.files.map(({ name }) => name));
  for (const name of names)
    if (!listed.has(name))
      throw damaged(`${name} isn’t in ${exportFiles.manifest}, so another release made it.`);
  for (const name of listed)
    if (!names.includes(name)) throw damaged(`this release doesn’t know ${name}.`);
  for (const name of entries.keys())
    if (!listed.has(name) && name !== exportFiles.manifest && name !== exportFiles.signature)
      throw damaged(`${name} was added.`);
  for (const { name, bytes, sha256 } of manifest.files) {
    const found = await measureEntry(requireEntry(entries, name));
    if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(`${name} was changed.`);
    checkHeader(name, found.head);
  }
}

/** The size and hash of each image, from the verified list. */
async function readImageList({ entries }: VerifiedFiles): Promise<Map<string, ListedFile>> {
  const images = new Map<string, ListedFile>();
  const content = Readable.from(readEntry(requireEntry(entries, exportFiles.images)));
  for await (const line of createInterface({ input: content })) {
    const [name = '', bytes, sha256 = ''] = line.split(',');
    if (name !== 'name') images.set(name, { bytes: Number(bytes), sha256 });
  }
  return images;
}

/** Compares each image with the list, which it returns. */
async function checkImages(
  handle: FileHandle,
  verified: VerifiedFiles,
): Promise<Map<string, ListedFile>> {
  const images = await readImageList(verified);
  const found = new Set<string>();
  for await (const entry of listEntries(handle)) {
    const name = entry.filename;
    if (!name.startsWith(imageFolder)) continue;
    const expected = images.get(name);
    if (expected === undefined) throw damaged(`${name} was added.`);
    if (found.has(name)) throw damaged(`${name} is in it twice.`);
    const { bytes, sha256 } = await measureEntry(entry);
    if (bytes !== expected.bytes || sha256 !== expected.sha256)
      throw damaged(`${name} was changed.`);
    found.add(name);
  }
  for (const name of images.keys()) if (!found.has(name)) throw damaged(`${name} is missing.`);
  return images;
}

/**
 * Verifies the signature and every hash of an export; throws a StartError that says what is wrong. Anyone can sign a
 * file with a key of theirs, so `requireTrust` refuses a key that nobody vouched for.
 */
export async function verifyExport(
  handle: FileHandle,
  requireTrust: (fingerprint: string) => void = () => undefined,
): Promise<VerifiedExport> {
  const entries = await indexEntries(handle);
  const manifest = await readManifest(entries);
  requireTrust(manifest.key);
  const verified = { manifest, entries };
  await checkFrame(handle);
  await checkFiles(verified);
  return { ...verified, images: await checkImages(handle, verified) };
}
