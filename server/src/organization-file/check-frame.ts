import type { FileHandle } from 'node:fs/promises';
import { damaged, listEntries } from './zip-source.ts';
import type { ZipEntry } from './zip-writer.ts';
import { writeDescriptor, writeDirectoryEntry, writeEnd, writeLocalHeader } from './zip-writer.ts';

/**
 * Compares all bytes of a ZIP that aren't content with those that an export has, so that a change is found even where
 * other programs would read over it.
 */
export async function checkFrame(handle: FileHandle): Promise<void> {
  const compare = async (expected: Buffer, position: number) => {
    const found = Buffer.alloc(expected.length);
    await handle.read(found, 0, found.length, position);
    if (!found.equals(expected))
      throw damaged('the ZIP isn’t as it was written. Import the file as it was downloaded.');
    return position + expected.length;
  };
  let offset = 0;
  const directory: { size: number; count: number } = { size: 0, count: 0 };
  const checkEntry = async (entry: ZipEntry) => {
    const start = await compare(writeLocalHeader(entry), offset);
    offset = await compare(writeDescriptor(entry), start + entry.packedBytes);
  };
  const eachEntry = async (check: (entry: ZipEntry) => Promise<void>) => {
    for await (const entry of listEntries(handle)) {
      await check({
        name: Buffer.from(entry.filename),
        isPacked: entry.compressionMethod === 0,
        crc: entry.signature ?? 0,
        packedBytes: entry.compressedSize,
        bytes: entry.uncompressedSize,
        offset: entry.offset,
      });
    }
  };
  await eachEntry(checkEntry);
  await eachEntry(async (entry) => {
    const expected = writeDirectoryEntry(entry);
    await compare(expected, offset + directory.size);
    directory.size += expected.length;
    directory.count += 1;
  });
  const end = await compare(writeEnd({ ...directory, offset }), offset + directory.size);
  if (end !== (await handle.stat()).size) throw damaged('the ZIP has data after its end.');
}
