import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';

const database = await testDatabase();
const sql = database.system;

test('every listener receives a notification until it unsubscribes', async () => {
  const heard: string[] = [];
  const first = await sql.listen('news', (payload) => heard.push(`first ${payload}`));
  await sql.listen('news', (payload) => heard.push(`second ${payload}`));
  await sql`select pg_notify('news', ${'one'})`;
  await expect.poll(() => heard).toEqual(['first one', 'second one']);
  await first.unlisten();
  await sql`select pg_notify('news', ${'two'})`;
  await expect.poll(() => heard.slice(2)).toEqual(['second two']);
});

test('a listener whose connection is cut is notified of the gap and receives what follows', async () => {
  const heard: string[] = [];
  let gaps = 0;
  await sql.listen(
    'alerts',
    (payload) => heard.push(payload),
    () => {
      gaps += 1;
    },
  );
  await database.withSession(
    (own) => own`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen %' and datname = current_database()`,
  );
  await expect.poll(() => gaps).toBe(1);
  await sql`select pg_notify('alerts', ${'after'})`;
  await expect.poll(() => heard).toEqual(['after']);
});
