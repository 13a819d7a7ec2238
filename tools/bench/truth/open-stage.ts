import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { makeApp } from '../../../server/src/app.ts';
import { openCallers } from '../../../server/src/callers.ts';
import { readConfig } from '../../../server/src/config.ts';
import { createSecretBox } from '../../../server/src/kernel/access/secrets.ts';
import { folderFiles } from '../../../server/src/kernel/data/files.ts';
import { noErrorReports } from '../../../server/src/kernel/errors/error-reports.ts';
import { openProcessor } from '../../../server/src/processor/open-processor.ts';
import type { TruthStage } from '../../../server/src/testing/truth/play-month.ts';
import { unlimited } from '../app.ts';
import { openApp } from '../place.ts';

/** The app in this process, on a database of the benchmark and with a clock that is set. */
export async function openStage(
  url: string,
  start: Instant,
): Promise<TruthStage & { close: () => Promise<void> }> {
  let now = start;
  const clock = Object.assign(() => now, {
    set: (iso: string) => {
      now = fromIso(iso);
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-truth-'));
  const config = readConfig({
    DEMO: '0',
    LOG_LEVEL: 'silent',
    ...unlimited,
    DATA_DIR: folder,
    DATABASE_URL: url,
  });
  const database = openApp(url, 8);
  const { callers, close } = await openCallers(database, clock, console.error);
  const app = await makeApp({
    config,
    database,
    ...callers,
    secretBox: createSecretBox('the secret key of the bench, 32 characters or more'),
    clock,
    files: folderFiles(folder),
    processors: await openProcessor(config, { sql: database.system, clock }),
    publish: () => undefined,
    areJobsRunning: () => true,
    errorReports: noErrorReports,
  });
  const closeAll = async () => {
    await app.close();
    await close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { app, database, clock, close: closeAll };
}
