import { createHash } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { PacketImageExtension } from '@lotkeeper/evidence/evidence-packets';
import {
  maxPacketImages,
  namePacketImage,
  packetImageTypes,
} from '@lotkeeper/evidence/evidence-packets';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { ImageRow } from './evidence.queries.ts';

/** Maximum bytes of a packet's images. */
export const maxImageBytes = 16 * 1024 * 1024;

/**
 * `missing`: its file is gone. `deleted`: the organization deleted it by its retention rules. `changed`: its file isn't
 * the one that was stored. `left out`: the packet is full.
 */
export type ImageState = 'included' | 'missing' | 'deleted' | 'changed' | 'left out';

/** An image of a packet. Several rows may refer to it, by several uuids. */
export interface PacketImage {
  /** The name of its file in the packet. */
  name: string;
  sha256: string;
  media_type: ImageRow['media_type'];
  taken_at: Instant;
  state: ImageState;
  /** null unless it's included. */
  content: Buffer | null;
}

const extensions = Object.fromEntries(
  Object.entries(packetImageTypes).map(([extension, type]) => [type, extension]),
) as Record<ImageRow['media_type'], PacketImageExtension>;

export const nameImage = ({ file, media_type }: Pick<ImageRow, 'file' | 'media_type'>): string =>
  namePacketImage(file, extensions[media_type]);

/** Reads a file of the store, unless it's larger; other requests run meanwhile. */
async function readFile(
  files: FileStore,
  name: string,
  maxBytes: number,
): Promise<Pick<PacketImage, 'state' | 'content'>> {
  const file = await files.open(name);
  if (!file) return { state: 'missing', content: null };
  if (file.size > maxBytes) {
    file.stream.destroy();
    return { state: 'left out', content: null };
  }
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of file.stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      chunks.push(chunk);
    }
  } catch {
    return { state: 'missing', content: null };
  }
  if (hash.digest('hex') !== name) return { state: 'changed', content: null };
  return { state: 'included', content: Buffer.concat(chunks) };
}

/**
 * Reads images in time order, as many as fit into a packet, each file once. An image that can't be read is listed as
 * such.
 */
export async function readImages(
  files: FileStore,
  rows: readonly ImageRow[],
  maxBytes: number,
): Promise<PacketImage[]> {
  const images = new Map<string, PacketImage>();
  const live = new Set(rows.filter((row) => !row.is_deleted).map(({ file }) => file));
  let [count, bytes] = [0, 0];
  const readUnlessDeleted = async (
    sha256: string,
    isFull: boolean,
  ): Promise<Pick<PacketImage, 'state' | 'content'>> => {
    if (!live.has(sha256)) return { state: 'deleted', content: null };
    if (isFull) return { state: 'left out', content: null };
    return readFile(files, sha256, maxBytes - bytes);
  };
  for (const row of rows) {
    const { file: sha256, media_type, taken_at } = row;
    if (images.has(sha256)) continue;
    const isFull = count >= maxPacketImages;
    const read = await readUnlessDeleted(sha256, isFull);
    count += read.content ? 1 : 0;
    bytes += read.content?.length ?? 0;
    images.set(sha256, { name: nameImage(row), sha256, media_type, taken_at, ...read });
  }
  return [...images.values()];
}
