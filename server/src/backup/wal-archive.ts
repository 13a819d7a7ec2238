import { createHash, type Hash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { fromIso, type Instant } from '@lotkeeper/contract/kernel/calendar';
import * as z from 'zod/mini';
import { writeDurably } from '../kernel/data/durable-file.ts';
import { StartError } from '../kernel/start-error.ts';
import { listNames } from './stored-files.ts';
import { nameSegment, segmentBytes, toSegmentStart } from './wal-segments.ts';

/**
 * The extent of an archive. Segments before `position` are complete, each in its own file; the segment that contains
 * it is in a partial file, where only the bytes before it count.
 */
const stateForm = z.strictObject({
  timeline: z.number(),
  /** Byte positions in the write-ahead log where the archive begins and ends. */
  start: z.number(),
  position: z.number(),
  /** Of the bytes that count in the partial file. */
  sha256: z.string(),
  /** Everything committed before this time, in ISO 8601, is in the archive. */
  complete_until: z.string(),
});

export type ArchiveState = z.infer<typeof stateForm>;

const stateName = 'archive.json';
/** The folder may be on a disk that was unmounted. */
const writeOptions = { isInExistingFolder: true };
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const toArchiveFolder = (backups: string, archive: string) => join(backups, 'wal', archive);

/** Reads the extent of an archive; null if there is none. */
export async function readArchiveState(folder: string): Promise<ArchiveState | null> {
  const text = await readFile(join(folder, stateName), 'utf8').catch(() => null);
  return text === null ? null : stateForm.parse(JSON.parse(text));
}

/** Until when everything is archived in a folder of backups; null without an archive. */
export async function readArchiveTime(backups: string): Promise<Instant | null> {
  const folders = (await listNames(join(backups, 'wal'))).map((name) =>
    toArchiveFolder(backups, name),
  );
  const states = await Promise.all(folders.map(readArchiveState));
  const times = states.flatMap((state) => (state ? [fromIso(state.complete_until)] : []));
  return times.length === 0 ? null : (Math.max(...times) as Instant);
}

const toPartialPath = (folder: string, segment: string) => join(folder, `${segment}.partial`);
const toCompletePath = (folder: string, segment: string) => join(folder, `${segment}.zst`);

async function readPartial(folder: string, { timeline, position }: ArchiveState): Promise<Buffer> {
  const length = position - toSegmentStart(position);
  if (length === 0) return Buffer.alloc(0);
  const bytes = await readFile(toPartialPath(folder, nameSegment(timeline, position)));
  return bytes.subarray(0, length);
}

const startHash = (bytes: Uint8Array): Hash => createHash('sha256').update(bytes);
const toDigest = (hash: Hash): string => hash.copy().digest('hex');

/** A copy of the write-ahead log in a folder, without gaps. */
export class WalArchive {
  readonly #folder: string;
  /** The folder of PostgreSQL's segments. */
  readonly #source: string;
  #state: ArchiveState;
  #hash: Hash;

  private constructor(folder: string, source: string, state: ArchiveState, hash: Hash) {
    this.#folder = folder;
    this.#source = source;
    this.#state = state;
    this.#hash = hash;
  }

  /** Starts an archive with the segment that contains a position. */
  static begin(folder: string, source: string, from: { timeline: number; position: number }) {
    const start = toSegmentStart(from.position);
    const hash = startHash(Buffer.alloc(0));
    const state = {
      timeline: from.timeline,
      start,
      position: start,
      sha256: '',
      complete_until: '',
    };
    return new WalArchive(folder, source, state, hash);
  }

  /** Continues an archive; null if it is gone or was changed. */
  static async resume(folder: string, source: string): Promise<WalArchive | null> {
    const state = await readArchiveState(folder).catch(() => null);
    if (!state) return null;
    const partial = await readPartial(folder, state).catch(() => null);
    const hash = partial && startHash(partial);
    if (!hash || toDigest(hash) !== state.sha256) return null;
    return new WalArchive(folder, source, state, hash);
  }

  get position(): number {
    return this.#state.position;
  }

  get timeline(): number {
    return this.#state.timeline;
  }

  /** Copies the log up to a position that PostgreSQL has written to disk. */
  async copyUntil(position: number, completeUntil: string): Promise<void> {
    while (this.#state.position < position) await this.#copySegment(position);
    await this.#save({ ...this.#state, complete_until: completeUntil });
  }

  async #copySegment(until: number): Promise<void> {
    const { position, timeline } = this.#state;
    const segment = nameSegment(timeline, position);
    const end = Math.min(until, toSegmentStart(position) + segmentBytes);
    const bytes = await this.#readSource(segment, position, end - position);
    await this.#append(segment, position % segmentBytes, bytes);
    if (end % segmentBytes !== 0) {
      this.#hash.update(bytes);
      this.#state = { ...this.#state, position: end };
      return;
    }
    const partial = toPartialPath(this.#folder, segment);
    const params = { [constants.ZSTD_c_checksumFlag]: 1 };
    const content = await compress(await readFile(partial), { params });
    await writeDurably(toCompletePath(this.#folder, segment), content, writeOptions);
    this.#hash = startHash(Buffer.alloc(0));
    await this.#save({ ...this.#state, position: end });
    await rm(partial);
  }

  async #readSource(segment: string, position: number, length: number): Promise<Buffer> {
    const file = await open(join(this.#source, segment), 'r');
    try {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, position % segmentBytes);
      if (bytesRead < length) throw new Error(`The segment ${segment} is shorter than expected.`);
      return buffer;
    } finally {
      await file.close();
    }
  }

  async #append(segment: string, offset: number, bytes: Buffer): Promise<void> {
    const path = toPartialPath(this.#folder, segment);
    const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600);
    try {
      await file.write(bytes, 0, bytes.length, offset);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async #save(state: ArchiveState): Promise<void> {
    const next = { ...state, sha256: toDigest(this.#hash) };
    await writeDurably(join(this.#folder, stateName), JSON.stringify(next), writeOptions);
    this.#state = next;
  }
}

/** The segments of an archive from a position on, each complete, the last one padded with zeros. */
export async function* readSegments(
  folder: string,
  from: number,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const state = await readArchiveState(folder).catch(() => null);
  const fail = (reason: string) =>
    new StartError(
      `The archive in ${folder} ${reason}. Restore the backup alone with --without-archive.`,
    );
  if (!state) throw fail('has no readable archive.json');
  if (from < state.start) throw fail('begins after the backup');
  const last = toSegmentStart(state.position);
  for (let position = toSegmentStart(from); position < last; position += segmentBytes) {
    const name = nameSegment(state.timeline, position);
    const content = await readFile(toCompletePath(folder, name)).catch(() => null);
    if (!content) throw fail(`lacks the segment ${name}`);
    const bytes = await decompress(content).catch(() => null);
    if (bytes?.length !== segmentBytes) throw fail(`has a damaged segment ${name}`);
    yield { name, bytes };
  }
  if (state.position === last) return;
  const name = nameSegment(state.timeline, state.position);
  const partial = await readPartial(folder, state).catch(() => null);
  if (!partial || toDigest(startHash(partial)) !== state.sha256)
    throw fail(`has a damaged segment ${name}`);
  yield { name, bytes: Buffer.concat([partial, Buffer.alloc(segmentBytes - partial.length)]) };
}
