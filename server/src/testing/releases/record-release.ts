/**
 * Creates a release's data for server/src/invariants/upgrade.test.ts: a few days of the demo, sealed, and the pages' responses.
 * Run once, from the code of the release: node server/src/testing/releases/record-release.ts 0.1.0
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { loadDemo } from '../../demo/load-demo.ts';
import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts';
import { makeDaySealer } from '../../features/trust/seals/seals.jobs.ts';
import { noLimits, openDatabase } from '../../kernel/data/database.ts';
import { folderFiles } from '../../kernel/data/files.ts';
import { migrateJobsAt } from '../../kernel/data/jobs.ts';
import { migrate } from '../../kernel/data/migrations.ts';
import { must } from '../../kernel/must.ts';
import { clearAway } from '../at-end.ts';
import { testApp } from '../test-app.ts';
import type { RecordedRelease } from './release-data.ts';
import { dumpRows } from './release-data.ts';
import { recordedAt, recordPages } from './release-pages.ts';

const release = must(process.argv[2], 'release to record');
const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-release-'));
// PostgreSQL runs under another account if this one is root.
await chmod(folder, 0o711);
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  log: { info: () => undefined, error: console.error },
});
const database = openDatabase({ url: postgres.url, pool: 8, prepare: true, limits: noLimits });
const migrations = await migrate(database);
await migrateJobsAt(database.url);
await loadDemo(database, {
  now: fromIso(recordedAt),
  days: 2,
  files: folderFiles(join(folder, 'files')),
});
const { app, clock, secretBox, sessions } = await testApp({ now: recordedAt, database });
await makeDaySealer({ sql: database.system, clock, secretBox })();
const target = join(import.meta.dirname, release);
const dump = await dumpRows(database);
await writeFile(`${target}.sql.zst`, zstdCompressSync(dump));
const pages = await recordPages(database.system, { app, sessions });
const recorded: RecordedRelease = { migrations, pages };
await writeFile(`${target}.json.zst`, zstdCompressSync(JSON.stringify(recorded)));
await clearAway();
await database.close();
await postgres.stop();
await rm(folder, { recursive: true });
