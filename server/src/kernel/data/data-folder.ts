import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this account isn’t allowed to write there',
  EPERM: 'this account isn’t allowed to write there',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'it’s a file',
};

/** Makes a folder and those above it. Node's own `recursive` never ends where a folder can't hold others, as in /proc. */
function makeFolder(folder: string, mode: number): void {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** The images show cars and plates. Earlier versions let every account of the machine read them. */
function closeFiles(folder: string): void {
  const files = join(folder, 'files');
  if (existsSync(files)) chmodSync(files, 0o700);
}

/**
 * Makes the data folder if there is none, and makes sure that it can be written to. Other accounts may pass through
 * it if root starts Lotkeeper, as the account that PostgreSQL then runs as has to. Throws a StartError with one sentence.
 */
export function openDataFolder(folder: string): void {
  try {
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
    closeFiles(folder);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `Lotkeeper can’t keep its data in ${folder}: ${reasons[code] ?? message}. Set DATA_DIR to a folder that it may write to, or give this account the right to it.`,
    );
  }
}
