import { expect, test } from 'vitest';
import type { Tx } from '../kernel/data/database.ts';
import { affiliate, makeOrganization, makePerson } from '../testing/people.factory.ts';
import { testDatabase } from '../testing/test-database.ts';

const database = await testDatabase();
const sql = database.system;
const own = await makeOrganization(sql);
const foreign = await makeOrganization(sql, { name: 'Rival Parking' });
const member = await makePerson(sql);
const leaver = await makePerson(sql);
const rival = await makePerson(sql);
const superuser = await makePerson(sql, { superuser: true });
const demoted = await makePerson(sql, { superuser: true });
const renter = await makePerson(sql, { is_renter: true });
await affiliate(sql, member, own, 'ADMIN');
await affiliate(sql, leaver, own, 'EMPLOYEE');
await affiliate(sql, rival, foreign, 'ADMIN');
await sql`delete from affiliations where person_pk = ${leaver.pk}`;
await sql`update people set superuser = false where pk = ${demoted.pk}`;

/** Runs a statement as the pages' role, in the scope of some organizations. */
async function runScoped<T extends object>(
  organizations: readonly { pk: number }[],
  run: (tx: Tx) => PromiseLike<T[]>,
): Promise<T[]> {
  return database.app.begin(async (tx) => {
    await tx`select set_config('lotkeeper.scope', ${organizations.map(({ pk }) => pk).join()}, true)`;
    return run(tx);
  });
}

const listVisible = async (organizations: readonly { pk: number }[]) => {
  const rows = await runScoped(organizations, (tx) => tx<{ pk: number }[]>`select pk from people`);
  return rows.map(({ pk }) => pk).sort((a, b) => a - b);
};
const staff = [superuser.pk, demoted.pk];

test('pages see people who are or were members of an organization in scope, and superusers', async () => {
  expect(await listVisible([own])).toEqual([member.pk, leaver.pk, ...staff]);
  expect(await listVisible([foreign])).toEqual([rival.pk, ...staff]);
  expect(await listVisible([own, foreign])).toEqual([member.pk, leaver.pk, rival.pk, ...staff]);
});

test('pages without a scope see nobody', async () => {
  expect(await listVisible([])).toEqual([]);
});

test.each(['seen_news', 'organization_ids', 'is_staff'])(
  'pages can’t read the column %s of people',
  async (column) => {
    const read = runScoped([own], (tx) => tx.unsafe(`select ${column} from people`));
    await expect(read).rejects.toThrow('permission denied for table people');
  },
);

test('pages see email addresses of current members of an organization in scope and nobody else’s', async () => {
  const list = (organizations: readonly { pk: number }[]) =>
    runScoped(organizations, (tx) => tx`select person_pk, email from members`);
  expect(await list([own])).toEqual([{ person_pk: member.pk, email: member.email }]);
  expect(await list([foreign])).toEqual([{ person_pk: rival.pk, email: rival.email }]);
  expect(await list([])).toEqual([]);
});

test.each([
  'update people set superuser = true',
  `update people set first_name = 'Taken' where pk = ${rival.pk}`,
  `update people set seen_news = null where pk = ${member.pk}`,
  "insert into people (first_name, last_name, email) values ('Eve', 'Else', 'eve@example.com')",
  `delete from people where pk = ${renter.pk}`,
  `insert into affiliations (organization_id, person_pk, role) values (${own.pk}, ${rival.pk}, 'ADMIN')`,
  `update affiliations set person_pk = ${rival.pk}`,
  "insert into migrations (name, hash) values ('9999_planted.sql', 'x')",
  'update migrations set hash = null',
  'delete from migrations',
  "insert into operations_regions (name) values ('Elsewhere')",
  "update operations_regions set contact_number = '+16025550100'",
  "insert into organizations (name) values ('Planted')",
  'update audit_entries set person_pk = person_pk',
  'delete from audit_entries',
  `insert into members (organization_id, person_pk, role) values (${own.pk}, ${rival.pk}, 'ADMIN')`,
])('pages may not: %s', async (statement) => {
  await expect(runScoped([own], (tx) => tx.unsafe(statement))).rejects.toThrow(
    /permission denied|cannot insert into view/,
  );
});

test('a person who names themselves in a record of an organization doesn’t become visible to it', async () => {
  await runScoped(
    [own],
    (
      tx,
    ) => tx`insert into audit_entries (organization_id, person_pk, act, subject_type, happened_at)
      values (${own.pk}, ${rival.pk}, 'change', 'organization', now())`,
  );
  expect(await listVisible([own])).not.toContain(rival.pk);
});

test('an affiliation that moves to another organization makes its person visible there', async () => {
  const mover = await makePerson(sql);
  await affiliate(sql, mover, foreign, 'EMPLOYEE');
  await sql`update affiliations set organization_id = ${own.pk} where person_pk = ${mover.pk}`;
  expect(await listVisible([own])).toContain(mover.pk);
});

test('filling in names authors and changed people of earlier records, once', async () => {
  const author = await makePerson(sql);
  const changed = await makePerson(sql);
  await sql`
    insert into audit_entries (organization_id, person_pk, act, subject_type, subject_pk, happened_at)
    values (${own.pk}, ${author.pk}, 'remove', 'person', ${changed.pk}, now())`;
  expect(await listVisible([own])).not.toContain(author.pk);
  for (let run = 0; run < 2; run++) await sql`call lotkeeper.fill_people()`;
  expect(await listVisible([own])).toEqual(expect.arrayContaining([author.pk, changed.pk]));
  const [row] = await sql`select organization_ids from people where pk = ${author.pk}`;
  expect(row).toEqual({ organization_ids: [own.pk] });
});
