import { createHash } from 'node:crypto';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Picture } from '../../../kernel/data/pictures.ts';
import { readPicture } from '../../../kernel/data/pictures.ts';
import { Refusal } from '../../../kernel/refusal.ts';

/** An image in the file store. */
export interface StoredPicture extends Pick<Picture, 'media_type'> {
  file: string;
  bytes: number;
}

/** The images of a message by their bytes, and why others were left out. */
export interface StoredPictures {
  of(bytes: Uint8Array | null | undefined): StoredPicture | null;
  files: string[];
  /** A message about the first that isn’t an image or is too large; null when all are stored. */
  leftOut: string | null;
}

/** Stores the images of a message. Invalid or oversized ones are left out instead of refusing the read. */
export async function keepPictures(
  files: FileStore,
  all: readonly (Uint8Array | null | undefined)[],
): Promise<StoredPictures> {
  const picturesByBytes = new Map<Uint8Array, StoredPicture>();
  let leftOut: string | null = null;
  for (const bytes of new Set(all)) {
    if (!bytes) continue;
    try {
      const { media_type } = readPicture(bytes);
      picturesByBytes.set(bytes, { media_type, bytes: bytes.length, file: await files.put(bytes) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      leftOut ??= `An image was left out: ${error.message}`;
    }
  }
  return {
    of: (bytes) => (bytes ? (picturesByBytes.get(bytes) ?? null) : null),
    files: [...new Set([...picturesByBytes.values()].map(({ file }) => file))],
    leftOut,
  };
}

/** The same image of the same message has the same uuid, so that a resent message adds none. */
export function pictureUuid(...identity: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(identity.join('\0')).digest('hex');
  const hexGroups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ];
  return [...hexGroups, hex.slice(20, 32)].join('-');
}
