import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';

/** Unpacks a tar of PostgreSQL, which has files and folders, into a folder. What it writes isn't synced. */
export async function unpackTar(
  source: AsyncIterable<Buffer>,
  folder: string,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> {
  const entries = extract();
  // An error of the source ends the entry that is being read, too.
  const reading = pipeline(Readable.from(source), entries);
  reading.catch(() => undefined);
  let total = 0;
  for await (const entry of entries) {
    const { name, type, size = 0, mode = 0o600 } = entry.header;
    if ((type !== 'file' && type !== 'directory') || /^\/|(^|\/)\.\.(\/|$)/.test(name))
      throw new Error(`The tar has an entry that isn't expected: ${name}`);
    const path = join(folder, name);
    await mkdir(type === 'directory' ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (type === 'file') await pipeline(entry, createWriteStream(path, { mode: mode & 0o700 }));
    else entry.resume();
    total += size;
    onBytes(total);
  }
  await reading;
}
