import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { openFolder, postmasterPid, startElsewhere } from './embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const log = { info: () => undefined, error: () => undefined };
const base = openFolder();
const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log });

afterAll(() => rmSync(base, { recursive: true, force: true }));

test('a start takes over from a killed run with everything that was committed', async () => {
  const dataDir = join(base, 'data');
  const first = await start(dataDir);
  await queryOnce(first.url, 'create table kept (value int); insert into kept values (42)');
  await first.stop();
  const killed = await startElsewhere(dataDir);
  const url = killed.said.replace(/^up /, '');
  await queryOnce(url, 'insert into kept values (44)');
  const orphan = postmasterPid(dataDir);
  await killed.kill();
  expect(process.kill(orphan, 0)).toBe(true);
  const socketFolder = decodeURIComponent(/@(.*)\//.exec(url)?.[1] ?? '');
  expect(existsSync(socketFolder)).toBe(true);

  const { url: next, stop } = await start(dataDir);
  expect(postmasterPid(dataDir)).not.toBe(orphan);
  expect(await queryOnce(next, 'select max(value) from kept')).toEqual([{ max: 44 }]);
  expect(existsSync(socketFolder)).toBe(false);
  await stop();
});
