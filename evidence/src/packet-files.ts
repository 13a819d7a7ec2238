import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { readImageName } from './evidence-packets.ts';

type ZipDate = NonNullable<ConstructorParameters<typeof ZipWriter>[1]>['lastModDate'];

/** A file of a packet. */
export interface PacketFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Writes files as a ZIP without folders. Images are stored uncompressed, since their formats are compressed already.
 */
export async function zipFiles(
  files: readonly PacketFile[],
  lastModDate: ZipDate,
): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    ...(lastModDate ? { lastModDate } : {}),
    extendedTimestamp: false,
    useWebWorkers: false,
  });
  for (const { name, bytes } of files) {
    const isImage = readImageName(name) !== null;
    await zip.add(name, new Uint8ArrayReader(bytes), isImage ? { level: 0 } : {});
  }
  return zip.close();
}

/** Reads a trusted ZIP, such as one that was just written. */
export async function readZip(zip: Uint8Array): Promise<PacketFile[]> {
  const reader = new ZipReader(new Uint8ArrayReader(zip), { useWebWorkers: false });
  const files: PacketFile[] = [];
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    files.push({ name: entry.filename, bytes: await entry.getData(new Uint8ArrayWriter()) });
  }
  return files;
}

/** A file of a ZIP whose content is streamed. */
export interface StreamedFile {
  name: string;
  content: ReadableStream<Uint8Array>;
  /** Whether it is compressed already. */
  isPacked: boolean;
}

/** Streams files as a ZIP, one after the other, with little memory however large they are. */
export function streamZip(
  files: AsyncIterable<StreamedFile>,
  lastModDate: ZipDate,
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, {
    ...(lastModDate ? { lastModDate } : {}),
    extendedTimestamp: false,
    useWebWorkers: false,
  });
  const writeAll = async () => {
    for await (const { name, content, isPacked } of files)
      await zip.add(name, content, isPacked ? { level: 0 } : {});
    await zip.close();
  };
  // The reader of the ZIP gets the error and an incomplete file.
  writeAll().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}
