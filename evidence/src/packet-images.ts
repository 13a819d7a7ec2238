import type { PacketImageExtension, RowForm } from './evidence-packets.ts';
import { packetImageTypes, readImageName } from './evidence-packets.ts';
import type { Finding } from './packet-findings.ts';
import { nameRow } from './packet-rows.ts';
import { hashToHex } from './proofs.ts';

/** An image in a packet. */
export interface PacketImage {
  /** Its file name in the packet. */
  name: string;
  /** Its type, detected from its bytes. */
  type: (typeof packetImageTypes)[PacketImageExtension];
  bytes: Uint8Array;
  /** Rows that refer to it by its hash. */
  rows: string[];
  /** Whether a proved row refers to it. */
  isProved: boolean;
}

/** An image that rows refer to but the packet doesn't contain. */
export interface MissingImage {
  sha256: string;
  rows: string[];
}

const startsWith = (bytes: Uint8Array, prefix: readonly number[], offset = 0) =>
  prefix.every((byte, index) => bytes[offset + index] === byte);

/** Detects an image's type by its first bytes; null if packets can't contain it. */
function readExtension(bytes: Uint8Array): PacketImageExtension | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  const isRiff = startsWith(bytes, [0x52, 0x49, 0x46, 0x46]);
  return isRiff && startsWith(bytes, [0x57, 0x45, 0x42, 0x50], 8) ? 'webp' : null;
}

/** The hashes of images in the columns of a row. */
function listImages(form: RowForm): string[] {
  return Object.values(form).flatMap((value) => {
    const { sha256 } = (value ?? {}) as { sha256?: unknown };
    return typeof sha256 === 'string' ? [sha256] : [];
  });
}

/** Groups rows by the image hashes that they refer to. */
export function groupByImage(forms: readonly RowForm[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const form of forms) {
    for (const sha256 of new Set(listImages(form))) {
      const rows = groups.get(sha256) ?? [];
      rows.push(nameRow(form));
      groups.set(sha256, rows);
    }
  }
  return groups;
}

/** Checks that each image has the hash and type in its name, and returns it with the rows that refer to it. */
export function checkImages(
  files: ReadonlyMap<string, Uint8Array>,
  byImage: ReadonlyMap<string, string[]>,
  proved: ReadonlyMap<string, string[]>,
  findings: Finding[],
): { images: PacketImage[]; missing: MissingImage[] } {
  const images: PacketImage[] = [];
  const hashes = new Set<string>();
  for (const [name, bytes] of files) {
    const sha256 = readImageName(name);
    if (sha256 === null) continue;
    hashes.add(sha256);
    const extension = readExtension(bytes);
    if (hashToHex(bytes) !== sha256)
      findings.push({ subject: name, message: `${name} is not the image that its name says.` });
    if (!extension || !name.endsWith(`.${extension}`)) {
      const message = `${name} is not of the type that its name says.`;
      findings.push({ subject: name, message });
    } else {
      const rows = byImage.get(sha256) ?? [];
      images.push({
        name,
        type: packetImageTypes[extension],
        bytes,
        rows,
        isProved: proved.has(sha256),
      });
    }
  }
  const missing = [...byImage]
    .filter(([sha256]) => !hashes.has(sha256))
    .map(([sha256, rows]) => ({ sha256, rows }));
  return { images, missing };
}
