import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../kernel/start-error.ts';
import { defaultSystemFolder, systemFolder } from './binaries.ts';
import { explain } from './explain.ts';
import { type DatabaseUser, give, may, run } from './unprivileged.ts';

/** The major version of the PostgreSQL that comes with Lotkeeper. */
export const majorVersion = '18';

export type Cluster = {
  dataDir: string;
  /** `<dataDir>/postgres`: the cluster, or a link to it if the account can't enter dataDir. */
  folder: string;
  bin: string;
  user: DatabaseUser;
  password: string;
  /** Settings for replaying archived WAL. */
  recovery?: Record<string, string> | undefined;
};

/** Checks the cluster folder: true if it contains a cluster, false if one has to be created. */
export function hasCluster({ folder, dataDir }: { folder: string; dataDir: string }): boolean {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (!entry) return false;
  if (!existsSync(folder)) {
    throw new StartError(
      `The database of ${dataDir} lies in ${readlinkSync(folder)}, which is gone: bring that folder back, or remove the link ${folder} to start with an empty database.`,
    );
  }
  const names = readdirSync(folder);
  if (names.length === 0 && entry.isDirectory()) {
    rmdirSync(folder);
    return false;
  }
  if (!names.includes('PG_VERSION')) throw damaged(folder, 'its file PG_VERSION is missing');
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion) {
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${version || '(unreadable)'} and this is PostgreSQL ${majorVersion}: carry it over with npm run upgrade:database, or set DATA_DIR to another folder.`,
    );
  }
  return true;
}

/** Creates an empty cluster. */
export function createCluster(cluster: Cluster): Promise<void> {
  return placeCluster(cluster, async (target) => {
    const passwordFile = join(dirname(target), 'password');
    writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
    give(cluster.user, passwordFile);
    const result = await initdb(cluster, target, passwordFile);
    if (result.code !== 0) {
      throw explain(result.output, { folder: cluster.folder, action: 'create its database' });
    }
    rmSync(passwordFile);
  });
}

/** Creates a cluster from files that `unpack` writes, and syncs them. */
export function restoreCluster(
  cluster: Cluster,
  unpack: (target: string) => Promise<void>,
): Promise<void> {
  return placeCluster(cluster, async (target) => {
    mkdirSync(target, { mode: 0o700 });
    await unpack(target);
    give(cluster.user, target);
    const args = ['--sync-only', '-D', target];
    const { code, output } = await run(cluster.user, join(cluster.bin, 'initdb'), args);
    if (code !== 0) throw explain(output, { folder: cluster.folder, action: 'sync its files' });
  });
}

/** Creates the cluster next to its final location and moves it there atomically. */
async function placeCluster(
  cluster: Cluster,
  fill: (target: string) => Promise<void>,
): Promise<void> {
  const draft = `${cluster.folder}.new`;
  removeCluster(draft);
  const target = await placeDraft(cluster, draft);
  try {
    await fill(target);
  } catch (error) {
    removeCluster(draft);
    throw error;
  }
  commit(cluster.folder, draft, target);
}

async function initdb(cluster: Cluster, target: string, passwordFile: string) {
  // Text is compared as bytes, which is fast and the same everywhere; trigrams need lc_ctype to treat ü as a letter,
  // and not every system has it under this name.
  const wide = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const account = ['-U', 'lotkeeper', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const all = ['-D', target, ...account, '-E', 'UTF8', ...locale, '--no-instructions'];
  const start = (ctype: string[]) =>
    run(cluster.user, join(cluster.bin, 'initdb'), [...all, ...ctype]);
  const result = await start([`--lc-ctype=${wide}`]);
  return result.code !== 0 && result.output.includes('invalid locale name') ? start([]) : result;
}

/**
 * The folder to create: in the data folder, or in the system folder if the account can't enter there. The name is
 * new each time, because a start that was killed may leave its initdb running.
 */
async function placeDraft({ user }: Cluster, draft: string): Promise<string> {
  const name = randomBytes(6).toString('hex');
  mkdirSync(draft, { mode: 0o700 });
  if (!user || (await worksIn(user, draft))) return join(draft, name);
  rmdirSync(draft);
  const elsewhere = join(systemFolder(), name);
  symlinkSync(join(elsewhere, 'cluster'), draft);
  mkdirSync(elsewhere, { mode: 0o700 });
  give(user, elsewhere);
  return join(elsewhere, 'cluster');
}

async function worksIn(user: DatabaseUser, folder: string): Promise<boolean> {
  try {
    give(user, folder);
  } catch {
    // A mounted folder may not support owners, and PostgreSQL insists on owning its data.
    return false;
  }
  return may(user, 'rwx', folder);
}

function commit(folder: string, draft: string, target: string): void {
  if (lstatSync(draft).isSymbolicLink()) {
    renameSync(draft, folder);
  } else {
    renameSync(target, folder);
    removeCluster(draft);
  }
}

/** Removes the remains of an interrupted creation, including those in the system folder. */
export function removeCluster(draft: string): void {
  const all = { recursive: true, force: true, maxRetries: 5 };
  if (lstatSync(draft, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const elsewhere = dirname(readlinkSync(draft));
    if (dirname(elsewhere) === defaultSystemFolder) rmSync(elsewhere, all);
  }
  rmSync(draft, all);
}

/** Sets the owner and permissions that PostgreSQL requires on a cluster restored from a backup. */
export function takeOver({ user, folder }: Cluster): void {
  const real = realpathSync(folder);
  const { uid, mode } = statSync(real);
  if (user && uid !== user.uid) give(user, real);
  const isOwn = user !== undefined || uid === process.getuid?.();
  if (isOwn && (mode & 0o027) !== 0) chmodSync(real, 0o700);
}

function damaged(folder: string, reason: string): StartError {
  return new StartError(
    `The database folder ${folder} is damaged (${reason}): restore it from a backup, or move it away to start with an empty database.`,
  );
}
