import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../kernel/start-error.ts';

/** The account PostgreSQL runs as; undefined stands for our own. */
export type DatabaseUser = { uid: number; gid: number } | undefined;

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: our own unless we are root; then the folder's
 * owner, if they once started Lotkeeper without root; otherwise `postgres`.
 */
export function databaseUser(dataDir: string, clusterFolder: string): DatabaseUser {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existsSync(clusterFolder) ? statSync(clusterFolder) : undefined;
  if (owner && owner.uid !== 0 && owner.uid === statSync(dataDir).uid) {
    return { uid: owner.uid, gid: owner.gid };
  }
  return account() ?? createAccount();
}

function account(): DatabaseUser {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : Number.NaN;
  });
  return uid && gid ? { uid, gid } : undefined;
}

function createAccount(): DatabaseUser {
  const result = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', 'postgres'],
    {
      encoding: 'utf8',
    },
  );
  const user = account();
  if (user) return user;
  const reason = (result.stderr ?? '').trim() || (result.error?.message ?? 'useradd failed');
  throw new StartError(
    `PostgreSQL does not run as root, and the account "postgres" for it could not be created (${reason}): create it, or start Lotkeeper as another user.`,
  );
}

/** Whether the account has these permissions on the path, parents included; asks the system itself. */
export async function may(user: DatabaseUser, flags: string, path: string): Promise<boolean> {
  const test = flags
    .split('')
    .map((flag) => `test -${flag} "$1"`)
    .join(' && ');
  return (await run(user, '/bin/sh', ['-c', test, 'sh', path])).code === 0;
}

/** Makes the account the owner of everything in the folder. */
export function give(user: DatabaseUser, path: string): void {
  if (!user) return;
  const stat = lstatSync(path);
  if (stat.uid !== user.uid || stat.gid !== user.gid) lchownSync(path, user.uid, user.gid);
  if (stat.isDirectory()) for (const name of readdirSync(path)) give(user, join(path, name));
}

/** Lets every account read the tree and enter its folders. */
export function open(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const enter = stat.isDirectory() || stat.mode & 0o100 ? 0o111 : 0;
  chmodSync(path, (stat.mode & 0o777) | 0o444 | enter);
  if (stat.isDirectory()) for (const name of readdirSync(path)) open(join(path, name));
}

/** The environment of database programs: none of our secrets, and messages in English. */
export function environment(): Record<string, string> {
  const variables = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(variables), LC_ALL: 'C' };
}

/** Runs a program as the account; code -1 if it couldn't be started. */
export function run(
  user: DatabaseUser,
  command: string,
  args: string[],
  input = '',
): Promise<{ code: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>();
  // The account may not be allowed to enter our own working directory.
  const cwd = process.platform === 'win32' ? undefined : '/';
  const child = spawn(command, args, { cwd, env: environment(), windowsHide: true, ...user });
  let output = '';
  const collect = (chunk: string) => {
    output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  child.stdin.on('error', () => undefined).end(input);
  child.on('error', (error) => resolve({ code: -1, output: error.message }));
  child.on('close', (code) => resolve({ code: code ?? -1, output }));
  return promise;
}
