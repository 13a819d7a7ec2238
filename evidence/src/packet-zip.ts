import type { Entry, FileEntry } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { maxPacketBytes, maxPacketImages, packetFiles, readImageName } from './evidence-packets.ts';
import type { Finding } from './packet-findings.ts';
import { quoteName } from './packet-findings.ts';

/** The packet's size limit doesn't count the manifest and its signature. */
const maxManifestBytes = 200_000;
const maxContentBytes = maxPacketBytes + maxManifestBytes;
/** The headers and names of a ZIP add about 300 bytes per file. */
export const maxZipBytes = maxContentBytes + 200_000;
const maxEntries = maxPacketImages + Object.keys(packetFiles).length;

/** An Info-ZIP Unicode Path: a second name, which some programs take instead of the first. */
const unicodePathField = 0x7075;
const endRecordBytes = 22;
const localHeaderBytes = 30;
/** Bytes after the data of an entry whose sizes were unknown at its start: 12, and an optional signature of 4. */
const descriptorBytes = [12, 16];

/** The files read from a ZIP, by name. */
export interface PacketContent {
  files: ReadonlyMap<string, Uint8Array>;
  findings: readonly Finding[];
}

/** A ZIP that is rejected. */
export class PacketZipError extends Error {
  /** Whether it is a ZIP that was tampered with. */
  readonly isChanged: boolean;

  constructor(message: string, isChanged = false) {
    super(message);
    this.isChanged = isChanged;
  }
}

const knownNames = new Set<string>(Object.values(packetFiles));
const isKnownName = (name: string) => knownNames.has(name) || readImageName(name) !== null;

const readNumber = (bytes: Uint8Array, offset: number, length: number): number => {
  let value = 0;
  for (let index = length - 1; index >= 0; index--)
    value = value * 256 + (bytes[offset + index] ?? 0);
  return value;
};

/** Reads the end of the ZIP before anything else, so that oversized contents are never opened. */
function readEnd(bytes: Uint8Array): { directory: number } {
  if (bytes.length === 0) throw new PacketZipError('The file is empty.');
  if (bytes.length > maxZipBytes)
    throw new PacketZipError(
      `The file is larger than a packet can be (${maxPacketBytes / 1e6} MB).`,
    );
  const end = bytes.length - endRecordBytes;
  const isEnd = end >= 0 && readNumber(bytes, end, 4) === 0x06054b50;
  if (!isEnd) {
    const isZip = readNumber(bytes, 0, 4) === 0x04034b50;
    throw new PacketZipError(
      isZip
        ? 'The ZIP has no end: it was cut off, or something was added after it.'
        : 'The file is not a ZIP.',
    );
  }
  const entries = readNumber(bytes, end + 10, 2);
  if (entries > maxEntries)
    throw new PacketZipError(
      `The ZIP has ${entries} entries; a packet has no more than ${maxEntries}.`,
      true,
    );
  return { directory: readNumber(bytes, end + 16, 4) };
}

const ambiguities: Record<string, string> = {
  'duplicate filename': 'The ZIP has two entries of the same name.',
  'prepended data': 'The ZIP has data before its first entry.',
  'prepended central directory': 'The ZIP has another ZIP before it.',
  'appended data': 'The ZIP has data after its end.',
  'trailing central directory data': 'The ZIP has data between its directory and its end.',
  'multiple end of central directory records': 'The ZIP has more than one end.',
};

/** Converts an error of zip.js. */
function describeZipError(error: unknown): PacketZipError {
  if (error instanceof PacketZipError) return error;
  const { message, reason, filename } = error as Error & { reason?: string; filename?: string };
  if (message === 'Ambiguous archive')
    return new PacketZipError(
      ambiguities[reason ?? ''] ?? `Two programs could read this ZIP differently: ${reason}.`,
      true,
    );
  if (message === 'Unsafe filename')
    return new PacketZipError(
      `The ZIP has an entry that leads out of its folder: ${quoteName(filename ?? '')}.`,
      true,
    );
  return new PacketZipError(`The ZIP can’t be read: ${quoteName(message)}.`);
}

/** Lists the entries' names and sizes, and rejects what packets can't contain before anything is inflated. */
async function listEntries(reader: ZipReader<unknown>): Promise<FileEntry[]> {
  const entries = await reader.getEntries();
  let total = 0;
  for (const entry of entries) {
    refuseEntry(entry);
    total += entry.uncompressedSize;
  }
  if (total > maxContentBytes)
    throw new PacketZipError(
      `The files of the ZIP have ${total} bytes; a packet has no more than ${maxPacketBytes}.`,
      true,
    );
  return entries as FileEntry[];
}

function refuseEntry(entry: Entry): void {
  const name = quoteName(entry.filename);
  if (entry.directory)
    throw new PacketZipError(
      `The ZIP has an entry for a folder, ${name}; a packet has none.`,
      true,
    );
  if (entry.extraField?.has(unicodePathField))
    throw new PacketZipError(
      `${name} has a second name in the ZIP; a packet’s files have one.`,
      true,
    );
  if (entry.encrypted) throw new PacketZipError(`${name} is encrypted in the ZIP.`, true);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new PacketZipError(`${name} is compressed in a way that packets aren’t.`, true);
  const isManifest =
    entry.filename === packetFiles.manifest || entry.filename === packetFiles.signature;
  const most = isManifest ? maxManifestBytes : maxPacketBytes;
  if (entry.uncompressedSize > most || entry.compressedSize > most)
    throw new PacketZipError(`${name} is larger than a file of a packet can be.`, true);
}

/** Entries must fill the ZIP from its first byte to its directory, so that nothing is hidden between them. */
function findHiddenData(
  bytes: Uint8Array,
  entries: readonly FileEntry[],
  directory: number,
): Finding[] {
  const findings: Finding[] = [];
  let end = 0;
  let descriptors = [0];
  const compare = (offset: number, name: string) => {
    if (descriptors.includes(offset - end)) return;
    const message =
      offset < end
        ? `${name} overlaps another entry of the ZIP.`
        : `The ZIP has data before ${name} that belongs to no entry.`;
    findings.push({ subject: name, message });
  };
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    compare(entry.offset, quoteName(entry.filename));
    const names = readNumber(bytes, entry.offset + 26, 2) + readNumber(bytes, entry.offset + 28, 2);
    end = entry.offset + localHeaderBytes + names + entry.compressedSize;
    descriptors = entry.bitFlag?.dataDescriptor ? descriptorBytes : [0];
  }
  compare(directory, 'its directory');
  return findings;
}

/** Inflates an entry, and stops as soon as it exceeds its declared size. */
async function readEntry(entry: FileEntry): Promise<Uint8Array> {
  const content = new Uint8Array(entry.uncompressedSize);
  const name = quoteName(entry.filename);
  let size = 0;
  const writable = new WritableStream<Uint8Array>({
    write(chunk) {
      if (size + chunk.length > content.length)
        throw new PacketZipError(`${name} has more bytes than the ZIP says.`, true);
      content.set(chunk, size);
      size += chunk.length;
    },
  });
  try {
    await entry.getData(writable);
  } catch (error) {
    if (error instanceof PacketZipError) throw error;
    const { message, reason } = error as Error & { reason?: string };
    throw new PacketZipError(
      `${name} can’t be read from the ZIP: ${quoteName([message, reason].filter(Boolean).join(', '))}.`,
      true,
    );
  }
  if (size !== content.length)
    throw new PacketZipError(`${name} has fewer bytes than the ZIP says.`, true);
  return content;
}

/** Reads the files of a packet within its limits. Throws a PacketZipError if that isn't possible. */
export async function readPacketZip(bytes: Uint8Array): Promise<PacketContent> {
  const { directory } = readEnd(bytes);
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  try {
    const reader = new ZipReader(source, {
      strictness: 'strict',
      checkCrc32: true,
      checkOverlappingEntry: true,
      useWebWorkers: false,
    });
    const entries = await listEntries(reader);
    const findings = findHiddenData(bytes, entries, directory);
    const files = new Map<string, Uint8Array>();
    for (const entry of entries) {
      if (isKnownName(entry.filename)) files.set(entry.filename, await readEntry(entry));
      else {
        const name = quoteName(entry.filename);
        findings.push({ subject: name, message: `${name} is not a file of a packet.` });
      }
    }
    return { files, findings };
  } catch (error) {
    throw describeZipError(error);
  }
}
