import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { storeAnswerMs, storeUploadMs } from '../../budgets.ts';
import { withDeadline } from '../../load/deadline.ts';
import type { OpenedFile } from '../files.ts';
import type { BucketAddress } from './bucket-address.ts';
import { StoreProblem, toStoreProblem } from './store-problem.ts';

export interface BucketKeys {
  accessKeyId: string;
  secretAccessKey: string;
}

interface StoredObject {
  name: string;
  bytes: number;
  /** By the store's clock. */
  storedAt: number;
}

const usualListedAtOnce = 1000;
const urlSeconds = 60;

/** A missing bucket must not look like a missing file. */
async function refuseMissingBucket(response: Response): Promise<Response> {
  const text = await response.text();
  if (text.includes('NoSuchBucket')) throw new StoreProblem('bucket');
  const { status, headers } = response;
  return new Response(text, { status, headers });
}

/** Fetches without following redirects, which would take the signature elsewhere, and not forever. */
async function fetchInTime(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const controller = new AbortController();
  const ms = init.method === 'PUT' ? storeUploadMs : storeAnswerMs;
  const timer = setTimeout(() => controller.abort(new StoreProblem('silent')), ms);
  try {
    const response = await fetch(input, {
      ...init,
      redirect: 'manual',
      signal: controller.signal,
    });
    const isMissing = response.status === 404 && init.method === 'GET';
    return isMissing ? await refuseMissingBucket(response) : response;
  } finally {
    clearTimeout(timer);
  }
}

/** The bytes of an answer. One that stops, or ends before its length, is an error and never a short file. */
async function* readBody(response: Response, size: number): AsyncGenerator<Uint8Array> {
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await withDeadline(reader.read(), storeAnswerMs);
      if (done) break;
      received += value.length;
      yield value;
    }
    if (received !== size) throw new StoreProblem('failing', 'its answer was cut short');
  } catch (error) {
    throw toStoreProblem(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A connection that breaks off this soon, in milliseconds, was kept open and has ended in the meantime. */
const brokenMs = 1000;

/**
 * Calls the client; whatever goes wrong is a StoreProblem. A broken connection is tried once more, since every call here
 * may be repeated.
 */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } catch (error) {
    const problem = toStoreProblem(error);
    if (problem.kind !== 'silent' || performance.now() - started > brokenMs) throw problem;
    return work().catch((second: unknown) => {
      throw toStoreProblem(second);
    });
  }
}

/** Files in a bucket of an object store that speaks S3. */
export class Bucket {
  readonly #client: S3mini;
  readonly #prefix: string;
  /** Where browsers are sent, for the pages' content security policy. */
  readonly origin: string;

  constructor({ endpoint, bucket, prefix, region }: BucketAddress, keys: BucketKeys) {
    this.origin = endpoint;
    this.#prefix = prefix;
    this.#client = new S3mini({
      ...keys,
      endpoint: `${endpoint}/${bucket}`,
      region,
      fetch: fetchInTime,
    });
  }

  #toKey = (name: string) => `${this.#prefix}${name}`;

  /** Stores a file of this machine. A store that knows checksums refuses bytes that changed on their way. */
  async put(name: string, path: string): Promise<void> {
    const blob = await openAsBlob(path);
    const hash = createHash('sha256');
    for await (const chunk of blob.stream()) hash.update(chunk);
    const checksum = { 'x-amz-checksum-sha256': hash.digest('base64') };
    const type = 'application/octet-stream';
    await ask(() =>
      this.#client.putObject(this.#toKey(name), blob, type, undefined, checksum, blob.size),
    );
  }

  async open(name: string): Promise<OpenedFile | null> {
    const response = await ask(() => this.#client.getObjectResponse(this.#toKey(name)));
    if (!response) return null;
    const size = Number(response.headers.get('content-length'));
    return { size, stream: Readable.from(readBody(response, size), { objectMode: false }) };
  }

  /** Bytes of a file; null when it doesn't exist. */
  async measure(name: string): Promise<number | null> {
    try {
      return await ask(() => this.#client.getContentLength(this.#toKey(name)));
    } catch (error) {
      if (error instanceof StoreProblem && error.answered === 404) return null;
      throw error;
    }
  }

  /** When a file was stored last; null when it doesn't exist. */
  async findTime(name: string): Promise<number | null> {
    const [first] = await this.#listPage(name, 1).then(({ objects }) => objects);
    return first?.name === name ? first.storedAt : null;
  }

  async remove(name: string): Promise<void> {
    await ask(() => this.#client.deleteObject(this.#toKey(name)));
  }

  async #listPage(start: string, maximum: number, last?: string) {
    const after = last === undefined ? {} : { 'start-after': this.#toKey(last) };
    const page = await ask(() =>
      this.#client.listObjectsPaged('/', this.#toKey(start), maximum, undefined, after),
    );
    if (!page) throw new StoreProblem('bucket');
    const objects = (page.objects ?? []).map(
      ({ Key, Size, LastModified }): StoredObject => ({
        name: Key.slice(this.#prefix.length),
        bytes: Size,
        storedAt: LastModified.getTime(),
      }),
    );
    return { objects, isLast: !page.nextContinuationToken };
  }

  /** Everything in the bucket below the prefix, in the order of names. */
  async *list(listedAtOnce = usualListedAtOnce): AsyncGenerator<StoredObject> {
    for (let last: string | undefined; ; ) {
      const { objects, isLast } = await this.#listPage('', listedAtOnce, last);
      yield* objects;
      last = objects.at(-1)?.name;
      if (isLast || last === undefined) return;
    }
  }

  /** Lists, writes, reads, and removes something; throws a StoreProblem. */
  async check(path: string): Promise<void> {
    const name = `check-${process.pid}`;
    await this.#listPage('', 1);
    await this.put(name, path);
    const found = await this.measure(name);
    await this.remove(name);
    if (found === null) throw new StoreProblem('failing', 'it doesn’t have what was just stored');
  }

  /** A URL that lets anyone who has it read a file for a minute, as this media type. */
  presign(name: string, mediaType: string): Promise<string> {
    return this.#client.getPresignedUrl('GET', this.#toKey(name), urlSeconds, {
      'response-content-type': mediaType,
      'response-cache-control': `private, max-age=${urlSeconds}`,
    });
  }
}
