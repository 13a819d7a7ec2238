import { localDateText } from '@lotkeeper/contract/kernel/local-date';
import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { readCanonicalJson, writeCanonicalJson } from './canonical-json.ts';
import { hashToHex } from './proofs.ts';

/** The kinds of leaves in a seal, in the order of its tree. */
export const leafKinds = [
  'ledger_entries',
  'audit_entries',
  'plate_reads',
  'visits',
  'visit_changes',
] as const;
export type LeafKind = (typeof leafKinds)[number];

/** Must change with the form of a leaf, the order of leaves, or the fields of a statement. */
const statementFormat = 'lotkeeper day seal 1';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

const dayStatement = z.strictObject({
  format: z.literal(statementFormat),
  organization: z.uuid(),
  /** 1 for the first seal of the organization. */
  number: z.int().check(z.positive()),
  /** The last day that was over at all of the organization's properties. */
  day: localDateText,
  /** ISO 8601 in UTC. */
  sealed_at: z.iso.datetime(),
  /** The hash of the previous statement; null for the first. */
  previous: z.nullable(hash),
  root: hash,
  counts: z.strictObject(
    Object.fromEntries(leafKinds.map((kind) => [kind, count])) as Record<LeafKind, typeof count>,
  ),
  /** The fingerprint of the key that signs it. */
  key: hash,
});

/** The statement that is signed when a day is sealed. */
export type DayStatement = z.infer<typeof dayStatement>;

/** Writes a statement in the only form that is signed. */
export const writeStatement = (statement: Omit<DayStatement, 'format'>): string =>
  writeCanonicalJson({ format: statementFormat, ...statement });

/** Parses a statement; null unless the text is exactly as written. */
export const readStatement = (text: string): DayStatement | null =>
  readCanonicalJson(dayStatement, text);

/** The hash of a statement, which the next one contains. */
export const hashStatement = (text: string): string => hashToHex(utf8ToBytes(text));

/** The fingerprint of a public key: the SHA-256 of its 32 bytes. */
export const fingerprintKey = (publicKey: Uint8Array): string => hashToHex(publicKey);

/** Whether the owner of a public key signed a text (Ed25519, RFC 8032). */
export function isSignedBy(publicKey: Uint8Array, text: string, signature: Uint8Array): boolean {
  try {
    // Strict RFC 8032 verification, so that every program gets the same result.
    return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false });
  } catch {
    return false;
  }
}
