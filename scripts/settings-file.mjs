// Settings can be kept in a file, so that a server and the commands beside it have the same ones.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './bootstrap.mjs';

/** Adds the settings of a file to the environment. What is set there already stays; without the file nothing happens. */
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
