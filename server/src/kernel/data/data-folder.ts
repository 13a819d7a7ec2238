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

/**
 * Creates a folder and its parents. Node's own `recursive` never returns where a folder can't have
 * children, as in /proc.
 */
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

/** The images show cars and plates. Earlier versions let every account on the machine read them. */
function closeFiles(folder: string): void {
  const files = join(folder, 'files');
  if (existsSync(files)) chmodSync(files, 0o700);
}

/**
 * Creates the data folder if needed, and checks that it's writable. When root starts Lotkeeper,
 * other accounts may pass through the folder, because the account that runs PostgreSQL has to.
 * Throws a StartError with one sentence.
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
