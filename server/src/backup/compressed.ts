import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { syncFile } from '../kernel/data/durable-file.ts';

export const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

/** Saves a stream as a zstd file with a checksum, readable by this account only. Reports each chunk. */
export async function saveCompressed(
  source: AsyncIterable<Buffer>,
  path: string,
  onChunk: (chunk: Buffer) => void,
): Promise<void> {
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        onChunk(chunk);
        yield chunk;
      }
    },
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(path, { mode: 0o600 }),
  );
  await syncFile(path);
}
