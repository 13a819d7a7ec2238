import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileIn = (dataDir: string) => join(dataDir, 'postgres-url');

/** Publishes the URL of a data folder's server, readable by its owner only; returns a function that removes it. */
export function announce(dataDir: string, url: string): () => void {
  const draft = `${fileIn(dataDir)}.new`;
  writeFileSync(draft, url, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, fileIn(dataDir));
  return () => rmSync(fileIn(dataDir), { force: true });
}

/** The published URL of a data folder's server; it may have been killed since. */
export function runningPostgres(dataDir: string): string | null {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
