import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Archiver } from '../backup/archiver.ts';
import { listBackups } from '../backup/manifest.ts';
import { readArchiveTime } from '../backup/wal-archive.ts';
import { openFolder } from '../embedded-postgres/embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { systemClock } from '../kernel/clock.ts';
import { openSqlPool } from '../kernel/data/database.ts';
import { folderFiles } from '../kernel/data/files.ts';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { atEnd } from '../testing/at-end.ts';
import { eventually } from '../testing/eventually.ts';
import { runToEnd } from '../testing/processes.ts';

const log = { info: () => undefined, error: () => undefined };

test('a restore has the rows and files of the backup, and what the archive got after it', async () => {
  const base = openFolder();
  atEnd(() => rmSync(base, { recursive: true, force: true }));
  const [dataDir, backups, restored] = ['data', 'backups', 'restored'].map((name) =>
    join(base, name),
  ) as [string, string, string];
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log });
  atEnd(stop);
  await queryOnce(url, "create table notes (text text); insert into notes values ('before')");
  const name = await folderFiles(join(dataDir, 'files')).put(Buffer.from('the car'));
  const backup = await runToEnd('commands/backup.ts', { DATA_DIR: dataDir }, ['--to', backups]);
  expect([backup.code, backup.error]).toEqual([0, '']);

  const sql = openSqlPool(url);
  const options = { sql, dataDir, to: backups, keep: 3, intervalMs: 50, report: () => undefined };
  const archiver = new Archiver(options);
  await eventually(async () => (await listBackups(backups)).length === 2);
  await queryOnce(url, "insert into notes values ('after')");
  const written = systemClock();
  await eventually(async () => ((await readArchiveTime(backups)) ?? 0) > written);
  await archiver.stop();
  await sql.end();

  const run = await runToEnd('commands/restore.ts', {}, ['--from', backups, '--to', restored]);
  expect([run.code, run.error]).toEqual([0, '']);
  const again = await startEmbeddedPostgres({ dataDir: restored, log });
  const rows = await queryOnce(again.url, 'select text from notes').finally(again.stop);
  expect(rows).toEqual([{ text: 'before' }, { text: 'after' }]);
  const file = join(restored, 'files', name.slice(0, 2), name);
  expect(readFileSync(file, 'utf8')).toBe('the car');
});
