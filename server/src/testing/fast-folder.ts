import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps the files in it in memory. */
const memory = '/dev/shm';

/** A run uses half a gigabyte at most; a container often has 64 megabytes here. */
const neededBytes = 4e9;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes && process.availableMemory() >= 2 * neededBytes;
  } catch {
    return false;
  }
}

/**
 * Creates a folder for a database that doesn't outlive the tests, in memory if there is room: each database of a test
 * file has a thousand files, and ext4 takes a fourth of the run to create them where others were just removed.
 */
export function makeFastFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? memory : tmpdir(), 'lotkeeper-test-'));
  // PostgreSQL runs under another account if this one is root.
  chmodSync(folder, 0o755);
  return folder;
}
