import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type DatabaseUser, give, may } from './unprivileged.ts';

const folderPrefix = 'lotkeeper-pg-';
/** A socket's path is limited to 103 bytes on macOS and 107 on Linux; PostgreSQL's file name takes 19 of them. */
const maxPathBytes = 80;

export type SocketFolder = {
  /** PostgreSQL's settings for where it listens. */
  settings: Record<string, string>;
  url(password: string, database?: string): string;
  remove(): void;
};

/**
 * A private place to listen: a socket that only we and the database's account can reach; on Windows a local port.
 */
export async function openPlace(user: DatabaseUser): Promise<SocketFolder> {
  return process.platform === 'win32' ? localPort() : socketFolder(user);
}

async function socketFolder(user: DatabaseUser): Promise<SocketFolder> {
  const folder = await privateFolder(user);
  return {
    settings: { listen_addresses: '', unix_socket_directories: `"${folder}"` },
    url: (password, database = 'lotkeeper') =>
      `postgres://lotkeeper:${password}@${encodeURIComponent(folder)}/${database}`,
    remove: () => removeSocketFolder(folder),
  };
}

// The temporary folder's path may be too long for a socket, or the account may not be allowed to enter it.
async function privateFolder(user: DatabaseUser): Promise<string> {
  const fits = tmpdir().length + folderPrefix.length <= maxPathBytes && !/[,"]/.test(tmpdir());
  const parent = fits && (!user || (await may(user, 'x', tmpdir()))) ? tmpdir() : '/tmp';
  const folder = mkdtempSync(join(parent, folderPrefix));
  chmodSync(folder, 0o700);
  give(user, folder);
  return folder;
}

/** Removes a socket folder that we created; leaves any other alone. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(folderPrefix)) rmSync(folder, { recursive: true, force: true });
}

async function localPort(): Promise<SocketFolder> {
  const port = await findFreePort();
  return {
    settings: { listen_addresses: '127.0.0.1', port: `${port}`, unix_socket_directories: '' },
    url: (password, database = 'lotkeeper') =>
      `postgres://lotkeeper:${password}@127.0.0.1:${port}/${database}`,
    remove: () => undefined,
  };
}

/** A port that nothing listens on now. */
export function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().on('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}
