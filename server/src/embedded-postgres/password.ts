import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { explain } from './explain.ts';
import { run } from './unprivileged.ts';

/** Reads the database password, or creates one; `fresh` means that the cluster doesn't have it yet. */
export function databasePassword(dataDir: string): { password: string; fresh: boolean } {
  const file = join(dataDir, 'postgres-password');
  if (existsSync(file)) {
    const password = readFileSync(file, 'utf8').trim();
    if (password) return { password, fresh: false };
  }
  const password = randomBytes(24).toString('hex');
  const draft = `${file}.new`;
  writeFileSync(draft, password, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
  return { password, fresh: true };
}

/** Sets the database's password to the file's, after someone removed the previous file. */
export async function resetPassword(cluster: Cluster): Promise<void> {
  const sql = `ALTER ROLE lotkeeper PASSWORD '${cluster.password}';\n`;
  const folder = realpathSync(cluster.folder);
  const args = ['--single', '-D', folder, 'postgres'];
  const done = await run(cluster.user, join(cluster.bin, 'postgres'), args, sql);
  if (done.code !== 0) {
    throw explain(done.output, {
      folder: cluster.folder,
      action: 'set the password of its database',
    });
  }
}
