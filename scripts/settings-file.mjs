// Settings can be kept in a file, so that a server and the commands run beside it share them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './bootstrap.mjs';

/** Adds a file's settings to the environment. Variables that are already set are kept; a missing file is ignored. */
export function readSettingsFile(file = join(root, '.env')) {
  if (!existsSync(file)) return;
  if (!process.loadEnvFile) {
    fail(`Node ${process.version} can’t read ${file}: install Node 20.12 or newer.`);
  }
  try {
    process.loadEnvFile(file);
  } catch (error) {
    fail(`The settings in ${file} can’t be read (${error.message}).`);
  }
}
