import { beforeAll, expect, test } from 'vitest';
import { atEnd } from '../../../testing/at-end.ts';
import type { PostgresServer } from '../../../testing/standby.ts';
import { joinHosts, promote, startPrimary, startStandby } from '../../../testing/standby.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { jobLimits } from '../database.ts';
import { openPool } from './connection-pool.ts';

let primary: PostgresServer;
let standby: PostgresServer;
beforeAll(async () => {
  primary = await startPrimary();
  standby = await startStandby(primary);
});

test('writes and notifications go to the primary wherever it is listed, and to the standby after its promotion', async () => {
  const url = joinHosts([standby, primary]);
  const database = await testDatabase(url, 2);
  const pool = openPool({ url, size: 2, limits: jobLimits });
  atEnd(() => pool.end());
  const heard: string[] = [];
  let gaps = 0;
  await database.system.listen(
    'news',
    (text) => heard.push(text),
    () => (gaps += 1),
  );
  await database.system.unsafe('create table facts (value int)');
  await pool.query('insert into facts values (1)');
  await database.system`notify news, 'before'`;
  await expect.poll(() => heard).toEqual(['before']);

  await expect
    .poll(async () => (await testDatabase(standby.url, 1)).system`select value from facts`)
    .toMatchObject([{ value: 1 }]);
  primary.kill();
  await promote(standby);
  const writeAgain = () =>
    database.system`insert into facts values (2)`.then(
      () => true,
      () => false,
    );
  await expect.poll(writeAgain).toBe(true);
  await expect.poll(() => gaps).toBe(1);
  await database.system`notify news, 'after'`;
  await expect.poll(() => heard).toEqual(['before', 'after']);
  expect((await pool.query('select value from facts order by 1')).rows.length).toBeGreaterThan(1);
  await database.withSession((sql) => sql`insert into facts values (3)`);
});

test('a server that has become read-only isn’t used anymore', async () => {
  const database = await testDatabase(`${standby.url}?target_session_attrs=read-write`, 1);
  await database.system.unsafe('create table later (value int)');
  await database.system.unsafe('set default_transaction_read_only = on').catch(() => undefined);
  await expect(database.system`insert into later values (1)`).rejects.toMatchObject({
    code: '25006',
  });
  await database.system`insert into later values (2)`;
  expect(await database.system`select value from later`).toMatchObject([{ value: 2 }]);
});
