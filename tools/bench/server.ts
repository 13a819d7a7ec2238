import { join } from 'node:path';
import { addressOfServer, start } from '../../server/src/testing/processes.ts';
import { benchFolder } from './place.ts';

// A plain script that runs on any Node and has no types.
const webBuild = (await import(join(import.meta.dirname, '../../scripts/web-build.mjs'))) as {
  buildWeb(): Promise<{ code: number; output: string }>;
};

/** Builds the pages as `npm start` does. */
export async function buildPages(): Promise<void> {
  const built = await webBuild.buildWeb();
  if (built.code !== 0) throw new Error(`${built.output}\nThe web pages could not be built.`);
}

/** Starts the server as `npm start` does, on a benchmark database, with further settings. */
export async function startServer(url: string, settings: Readonly<Record<string, string>> = {}) {
  const run = start('main.ts', {
    DATA_DIR: join(benchFolder(), 'app'),
    LOG_LEVEL: 'info',
    ...settings,
    DATABASE_URL: url,
  });
  const address = await addressOfServer(run);
  return { address, pid: run.child.pid ?? 0, stop: run.stop };
}
