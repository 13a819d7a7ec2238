import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { benchFolder } from './place.ts';

// A plain script, which runs on any Node and has no types.
const webBuild = (await import(join(import.meta.dirname, '../scripts/web-build.mjs'))) as {
  buildWeb(): Promise<{ code: number; output: string }>;
};

/** Builds the pages, as `npm start` does. */
export async function buildPages(): Promise<void> {
  const built = await webBuild.buildWeb();
  if (built.code !== 0) throw new Error(`${built.output}\nThe web pages could not be built.`);
}

/** Starts the server itself, as `npm start` does, on a database of the bench, with further settings. */
export async function startServer(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ address: string; pid: number; stop(): Promise<void> }> {
  const folder = join(benchFolder(), 'app');
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      DEMO: '0',
      DATA_DIR: folder,
      LOG_FORMAT: 'pretty',
      ...settings,
      DATABASE_URL: url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const address = /Lotkeeper is at (\S+)/.exec(text)?.[1];
    if (address) resolve(address);
  });
  child.once('exit', () => reject(new Error('The server ended before it was ready.')));
  const address = await promise;
  return {
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
