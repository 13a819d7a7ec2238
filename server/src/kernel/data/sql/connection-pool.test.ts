import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';

const backendOf = async (database: Awaited<ReturnType<typeof testDatabase>>) => {
  const [row] = await database.app<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid;
};

test('a connection that is cut while idle is replaced', async () => {
  const database = await testDatabase(undefined, 1);
  const before = await backendOf(database);
  await database.system`select pg_terminate_backend(${before ?? 0})`;
  await expect.poll(() => backendOf(database).catch(() => before)).not.toBe(before);
});

test('a connection that a task leaves in a transaction is replaced, and the transaction is rolled back', async () => {
  const database = await testDatabase(undefined, 1);
  const before = await backendOf(database);
  await database.system.unsafe(
    'create table abandoned (value int); grant all on abandoned to public',
  );
  await database.pools.writers.use('test', async ({ sql }) => {
    await sql`begin`;
    await sql`insert into abandoned values (1)`;
  });
  expect(await backendOf(database)).not.toBe(before);
  expect(await database.system`select * from abandoned`).toEqual([]);
});

test('closing waits for running tasks and refuses new ones', async () => {
  const database = await testDatabase(undefined, 1);
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  const running = database.pools.writers.use('test', async ({ sql }) => {
    send();
    return sql`select pg_sleep(0.2), 1 as one`;
  });
  await isSent;
  const closing = database.close();
  await expect(database.app`select 1`).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  expect(await running).toMatchObject([{ one: 1 }]);
  await closing;
});

test('an unreachable database is an error, and the next task tries again', async () => {
  const database = await testDatabase('postgres://nobody@127.0.0.1:1/none', 1);
  for (let turn = 0; turn < 2; turn++) {
    await expect(database.app`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
});
