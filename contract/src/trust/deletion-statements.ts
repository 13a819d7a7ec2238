import * as z from 'zod/mini';
import { readCanonicalJson, writeCanonicalJson } from './canonical-json.ts';
import { retentionClasses } from './retention-classes.ts';

/** What a deletion can be of: rows that are sealed, and images that these rows name. */
export const deletionSubjects = ['plate_reads', 'visits', 'images'] as const;
export type DeletionSubject = (typeof deletionSubjects)[number];

/** Changes with the form of the entries or the fields of a statement. */
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
  /** The rule that deleted it; null when a driver asked for it. */
  rule: z.nullable(z.strictObject({ class: z.enum(retentionClasses), keep_days: positive })),
  /** The number of the driver's request; it doesn't say whom it was about. */
  request: z.optional(positive),
  subject: z.enum(deletionSubjects),
  count: positive,
  /** The SHA-256 of the entries: of each row its pk and the hash of its leaf, of each image its uuid and SHA-256. */
  entries: hash,
  /** The fingerprint of the key that signs it. */
  key: hash,
});

/** What is signed when sealed rows are deleted, so that nobody else's removal can be taken for it. */
export type DeletionStatement = z.infer<typeof deletionStatement>;

/** Writes a statement in the only form that is signed. */
export const writeDeletionStatement = (statement: Omit<DeletionStatement, 'format'>): string =>
  writeCanonicalJson({ format: statementFormat, ...statement });

/** Reads a statement; null when the text isn't one exactly as it's written. */
export const readDeletionStatement = (text: string): DeletionStatement | null =>
  readCanonicalJson(deletionStatement, text);
