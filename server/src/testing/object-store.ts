import { eventually } from './eventually.ts';
import { makeFolder, type Spawned, start } from './processes.ts';

const storeBucket = 'lots';
export const storeKeys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** An object store in a process of its own, which can be killed and started again on the same port and folder. */
export interface TestStore {
  origin: string;
  folder: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

async function startStore(folder: string, port: string): Promise<{ run: Spawned; origin: string }> {
  // It marks where a list continues by DES, which OpenSSL counts as legacy.
  const settings = { NODE_OPTIONS: '--openssl-legacy-provider' };
  const run = start('testing/object-store.program.ts', settings, [folder, storeBucket, port]);
  const origin = await eventually(() => {
    if (run.child.exitCode !== null) throw new Error(`The store ended: ${run.error()}`);
    return /The store is at (\S+)/.exec(run.out())?.[1];
  }, 30_000);
  return { run, origin };
}

export async function openTestStore(): Promise<TestStore> {
  const folder = makeFolder();
  let { run, origin } = await startStore(folder, '0');
  return {
    origin,
    folder,
    async kill() {
      run.child.kill('SIGKILL');
      await run.ended;
    },
    async restart() {
      ({ run } = await startStore(folder, new URL(origin).port));
    },
  };
}

/** FILES_URL for a store. */
export const toFilesUrl = (origin: string, prefix = 'images', bucket = storeBucket) =>
  `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(origin)}&region=us-east-1`;
