import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = join(import.meta.dirname, '../../../package.json');

/** The release of this code, such as "0.1.0". */
export const currentRelease = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string })
  .version;

/** Whether a release comes before another one: 0.9.0 before 0.10.0. */
export const isOlderRelease = (release: string, other: string) =>
  release.localeCompare(other, 'en', { numeric: true }) < 0;
