import { retentionClasses } from '@lotkeeper/contract/trust/retention-classes';
import * as z from 'zod/mini';
import { readCanonicalJson, writeCanonicalJson } from './canonical-json.ts';

/** What can be deleted: rows that are sealed, and images that these rows refer to. */
export const deletionSubjects = ['plate_reads', 'visits', 'images'] as const;
export type DeletionSubject = (typeof deletionSubjects)[number];

/** Must change with the form of the entries or the fields of a statement. */
const statementFormat = 'lotkeeper deletion 1';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const positive = z.int().check(z.positive());

const deletionStatement = z.strictObject({
  format: z.literal(statementFormat),
  organization: z.uuid(),
  /** 1 for the first deletion of the organization. */
  number: positive,
  /** ISO 8601 in UTC. */
  deleted_at: z.iso.datetime(),
  /** The rule that deleted it; null if a driver requested it. */
  rule: z.nullable(z.strictObject({ class: z.enum(retentionClasses), keep_days: positive })),
  /** The number of the driver's request, which doesn't identify them. */
  request: z.optional(positive),
  subject: z.enum(deletionSubjects),
  count: positive,
  /** The SHA-256 of the entries: the pk and leaf hash of each row, the UUID and SHA-256 of each image. */
  entries: hash,
  /** The fingerprint of the key that signs it. */
  key: hash,
});

/** The statement that is signed when sealed rows are deleted, which distinguishes it from tampering. */
export type DeletionStatement = z.infer<typeof deletionStatement>;

/** Writes a statement in the only form that is signed. */
export const writeDeletionStatement = (statement: Omit<DeletionStatement, 'format'>): string =>
  writeCanonicalJson({ format: statementFormat, ...statement });

/** Parses a statement; null unless the text is exactly as written. */
export const readDeletionStatement = (text: string): DeletionStatement | null =>
  readCanonicalJson(deletionStatement, text);
