import { writeCanonicalJson } from '@lotkeeper/evidence/canonical-json';
import * as z from 'zod/mini';

/** The format of this version; another one isn't imported. */
export const exportFormat = 'lotkeeper organization export 1';

export const exportFiles = {
  readMe: 'README.md',
  /** Name and size of each image. */
  images: 'files.csv',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
} as const;

export const nameDataFile = (table: string) => `data/${table}.csv`;
export const imageFolder = 'files/';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

const exportManifest = z.strictObject({
  format: z.literal(exportFormat),
  organization: z.strictObject({ uuid: z.uuid(), name: z.string() }),
  /** All rows are as of this time, ISO 8601 in UTC. */
  as_of: z.iso.datetime(),
  /** The release that made it. */
  release: z.string(),
  /** The key that signs this manifest. */
  key: hash,
  public_key: hash,
  /** All files but images, the manifest and its signature, in the order of the ZIP. */
  files: z.array(
    z.strictObject({ name: z.string(), bytes: count, sha256: hash, rows: z.nullable(count) }),
  ),
  /** Images in files/, their bytes, and those whose files weren't there. */
  images: z.strictObject({ count, bytes: count, missing: count }),
  /** The last number that each table gave out: numbers are never used again. */
  numbers: z.record(z.string(), count),
});
export type ExportManifest = z.infer<typeof exportManifest>;

export const writeExportManifest = (manifest: Omit<ExportManifest, 'format'>): string =>
  writeCanonicalJson({ format: exportFormat, ...manifest });

/** Parses a manifest; null unless the text is exactly as written. */
export function readExportManifest(text: string): ExportManifest | null {
  try {
    const value: unknown = JSON.parse(text);
    const parsed = exportManifest.safeParse(value);
    return parsed.success && writeCanonicalJson(value) === text ? parsed.data : null;
  } catch {
    return null;
  }
}
