import { expect, test } from 'vitest';
import { affiliate, makeOrganization, makePerson } from '../testing/people.factory.ts';
import { testDatabase } from '../testing/test-database.ts';
import { changePolicies, changeScope } from './scope-on-shards.ts';

test('without sub-selects, which Citus refuses, the policies show the same rows and refuse a missing scope', async () => {
  const database = await testDatabase();
  const sql = database.system;
  const own = await makeOrganization(sql);
  const member = await makePerson(sql);
  await affiliate(sql, member, own, 'ADMIN');
  await makePerson(sql);
  const superuser = await makePerson(sql, { superuser: true });
  await changeScope(sql);
  expect(await changePolicies(sql)).toBeGreaterThan(100);
  expect(await changePolicies(sql)).toBe(0);
  const policies = await sql`
    select from pg_policy where pg_get_expr(polqual, polrelid) ilike '%select%'`;
  expect(policies).toEqual([]);
  const rows = await database.app.begin(async (tx) => {
    await tx`select set_config('lotkeeper.scope', ${String(own.pk)}, true)`;
    return tx<{ pk: number }[]>`select pk from people order by pk`;
  });
  expect(rows.map(({ pk }) => pk)).toEqual([member.pk, superuser.pk]);
  await expect(database.app`select pk from people`).rejects.toThrow(
    'A read came without its scope.',
  );
});
