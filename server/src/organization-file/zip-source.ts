import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { FileEntry } from '@zip.js/zip.js';
import { Reader, ZipReader } from '@zip.js/zip.js';
import { StartError } from '../kernel/start-error.ts';

/** Nothing is imported from a file that isn't exactly as it was written. */
export const damaged = (reason: string) =>
  new StartError(`The file can’t be imported: ${reason} Nothing was imported.`);

/** Reads parts of an open file. */
class HandleReader extends Reader<FileHandle> {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    super(handle);
    this.#handle = handle;
  }

  override async init(): Promise<void> {
    await super.init?.();
    this.size = (await this.#handle.stat()).size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const size = Math.max(0, Math.min(length, this.size - offset));
    const bytes = new Uint8Array(size);
    let done = 0;
    while (done < size) {
      const { bytesRead } = await this.#handle.read(bytes, done, size - done, offset + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  }
}

/** Reads the entries of a ZIP one after the other, so that they needn't all be in memory. */
export async function* listEntries(handle: FileHandle): AsyncGenerator<FileEntry> {
  const reader = new ZipReader(new HandleReader(handle), {
    strictness: 'strict',
    checkCrc32: true,
    useWebWorkers: false,
  });
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) throw damaged(`it has a folder, ${entry.filename}.`);
      if (entry.encrypted) throw damaged(`${entry.filename} is encrypted.`);
      yield entry;
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message } = error as Error;
    throw damaged(`it isn’t a complete ZIP (${message}).`);
  }
}

/** Reads the content of an entry, in chunks. */
export async function* readEntry(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reading = entry.getData(writable).catch(async (error: unknown) => {
    await writable.abort(error).catch(() => undefined);
    throw error;
  });
  reading.catch(() => undefined);
  try {
    for await (const chunk of readable) yield chunk;
    await reading;
  } catch (error) {
    throw damaged(`${entry.filename} can’t be read (${(error as Error).message}).`);
  }
}

/** The size and SHA-256 of an entry, and the beginning of its content. */
export async function measureEntry(entry: FileEntry) {
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of readEntry(entry)) {
    if (head.length < 4096) head = Buffer.concat([head, chunk.subarray(0, 4096)]);
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex'), head: Buffer.from(head) };
}

/** Reads a small entry as text. */
export async function readText(entry: FileEntry, maxBytes: number): Promise<string> {
  if (entry.uncompressedSize > maxBytes) throw damaged(`${entry.filename} is too large.`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of readEntry(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What the manifest, or the list that it names, says of an entry. */
export interface ListedFile {
  bytes: number;
  sha256: string;
}

/**
 * Reads the content of an entry that was verified before, and fails at its end if it's another by now: a file on a disk
 * can be changed while it is open.
 */
export async function* readVerified(
  entry: FileEntry,
  listed: ListedFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of readEntry(entry)) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== listed.bytes || hash.digest('hex') !== listed.sha256)
    throw damaged(`${entry.filename} was changed while it was imported.`);
}
