import { buffer } from 'node:stream/consumers';
import type { FileStore } from '../kernel/data/files.ts';

/** Reads a stored file completely; null if there is none. */
export async function readStoredFile(files: FileStore, name: string): Promise<Buffer | null> {
  const file = await files.open(name);
  return file && buffer(file.stream);
}
