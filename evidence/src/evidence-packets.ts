import * as z from 'zod/mini';
import { writeCanonicalJson } from './canonical-json.ts';
import { readStatement } from './day-statements.ts';

/**
 * An evidence packet is a ZIP of these files:
 *
 * | file | what |
 * |---|---|
 * | `evidence.pdf` | for people |
 * | `evidence.json` | the same for programs |
 * | `proof.json` | rows, the seals they are in, and the keys of the seals; canonical JSON |
 * | `images/<sha256>.<extension>` | each image that a row names |
 * | `manifest.json` | the name, size and SHA-256 of all files above; canonical JSON |
 * | `manifest.sig` | the signature (Ed25519) of manifest.json: 128 hexadecimal digits, no line break |
 *
 * It has no entries for folders.
 */
export const packetFiles = {
  pdf: 'evidence.pdf',
  evidence: 'evidence.json',
  proof: 'proof.json',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
} as const;

/** Images in a packet: the first ones in time order. */
export const maxPacketImages = 100;
/** Maximum bytes of all files of a packet together. */
export const maxPacketBytes = 20_000_000;

/** Image types in a packet, by file extension. */
export const packetImageTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const;
export type PacketImageExtension = keyof typeof packetImageTypes;

const imageName = /^images\/([0-9a-f]{64})\.(jpg|png|webp)$/;

/** The file name of an image in a packet, from the SHA-256 of its bytes. */
export const namePacketImage = (sha256: string, extension: PacketImageExtension): string =>
  `images/${sha256}.${extension}`;

/** The SHA-256 in an image's file name; null if it isn't one. */
export const readImageName = (name: string): string | null => imageName.exec(name)?.[1] ?? null;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/));
const position = z.int().check(z.nonnegative());

const packetManifest = z.strictObject({
  format: z.literal('lotkeeper evidence packet 1'),
  /** UUID of the organization. */
  organization: z.uuid(),
  /** ISO 8601 in UTC. */
  made_at: z.iso.datetime(),
  /** The fingerprint of the key that signs this manifest. */
  key: hash,
  /** The 32 bytes of that key. */
  public_key: hash,
  /** All files except manifest.json and manifest.sig, in the order of their names. */
  files: z.array(z.strictObject({ name: z.string(), size: position, sha256: hash })),
});
export type PacketManifest = z.infer<typeof packetManifest>;

/** The sealed form of a row (docs/evidence.md): its columns, `pk` and `table`. */
const rowForm = z.looseObject({
  pk: position,
  table: z.enum(['ledger_entries', 'audit_entries', 'plate_reads', 'visits']),
});
export type RowForm = z.infer<typeof rowForm>;

const packetProof = z.strictObject({
  /** The keys that signed the seals. */
  keys: z.array(z.strictObject({ fingerprint: hash, public_key: hash })),
  /** In the order of their numbers. */
  seals: z.array(z.strictObject({ statement: z.string(), signature })),
  /**
   * Rows in a seal, each with the path of hashes from the row to the seal's root (`evidence/src/proofs.ts`).
   */
  rows: z.array(
    z.strictObject({
      form: rowForm,
      /** The number of the seal. */
      seal: position,
      proof: z.strictObject({ index: position, size: position, path: z.array(hash) }),
    }),
  ),
  /** Rows that aren't sealed in this form yet. */
  unsealed: z.array(rowForm),
});
export type PacketProof = z.infer<typeof packetProof>;

/** Writes a manifest in the only form that is signed. */
export const writeManifest = (manifest: Omit<PacketManifest, 'format'>): string =>
  writeCanonicalJson({ format: 'lotkeeper evidence packet 1', ...manifest });

export const writeProof = (proof: PacketProof): string => writeCanonicalJson(proof);

function readCanonical<T extends z.ZodMiniType>(schema: T, text: string): z.output<T> | null {
  try {
    const value: unknown = JSON.parse(text);
    const parsed = schema.safeParse(value);
    return parsed.success && writeCanonicalJson(value) === text ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Parses a manifest; null unless the text is exactly as written. */
export const readManifest = (text: string): PacketManifest | null =>
  readCanonical(packetManifest, text);

/** Parses a packet's proof; null unless the text and each of its statements are exactly as written. */
export function readProof(text: string): PacketProof | null {
  const proof = readCanonical(packetProof, text);
  const isReadable = proof?.seals.every(({ statement }) => readStatement(statement) !== null);
  return isReadable ? proof : null;
}
