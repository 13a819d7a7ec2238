import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Person } from '../kernel/access/scope.ts';
import { scopeMaker } from '../kernel/access/scope.ts';
import { makeOrganization, makePerson } from '../testing/people.factory.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testDatabase } from '../testing/test-database.ts';

const policyCondition =
  /^\((organization_id|pk) = ANY \(\(\(? ?SELECT lotkeeper\.scope\(\) AS scope\)(::bigint\[\])?\)+\)$/;
/** Installation-wide tables, which don't contain rows of an organization. */
const shared = [
  'code_budgets',
  'demo_loads',
  'known_devices',
  'limits',
  'live_attachments',
  'login_codes',
  'message_servers',
  'migrations',
  'operations_regions',
  'organizations',
  'passkey_challenges',
  'passkeys',
  'people',
  'processor_events',
  'push_devices',
  'seal_keys',
  'secret_keys',
  'sessions',
  'sign_in_tickets',
  'single_sign_ons',
  'unused_files',
  'uploads',
];

const admin: Person = {
  pk: 1,
  first_name: 'Robin',
  last_name: 'Reyes',
  email: null,
  phone: null,
  superuser: false,
  is_renter: false,
  org_type: null,
  affiliations: [],
};

const database = await testDatabase();
const sql = database.system;
const own = await makeOrganization(sql);
const foreign = await makeOrganization(sql, { name: 'Rival Parking' });
const person = await makePerson(sql);
for (const organization of [own, foreign]) {
  const spot = await makeSpot(sql, { organization });
  const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };
  await record(sql, spot, [rental(spot, '2026-06-15T19:00:00Z', 1000, { car })]);
  await sql`insert into affiliations (organization_id, person_pk, role)
    values (${organization.pk}, ${person.pk}, 'ADMIN')`;
}
const rows = await sql<{ name: string }[]>`
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and a.attname = 'organization_id' order by 1`;
const tenants = rows.map((row) => row.name);

const visible = async (scope: string, table: string) => {
  const [, rows] = await database.app.begin((tx) =>
    Promise.all([
      tx`select set_config('lotkeeper.scope', ${scope}, true)`,
      tx.unsafe<{ organization_id: number }[]>(`select * from ${table}`),
    ]),
  );
  return rows;
};

test('every table in the catalog is either an organization’s or declared as shared', async () => {
  const rows = await database.system<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`;
  const others = rows.map((row) => row.name).filter((name) => !tenants.includes(name));
  expect(others.sort()).toEqual(shared);
  expect(tenants.length).toBeGreaterThanOrEqual(20);
});

test('each organization’s table has row-level security with one policy for everything', async () => {
  const rows = await database.system<{ name: string; on: boolean; policies: string[] | null }[]>`
    select c.relname as name, c.relrowsecurity as on,
      (select array_agg(p.polcmd::text || pg_get_expr(p.polqual, p.polrelid)) from pg_policy p
       where p.polrelid = c.oid and p.polwithcheck is null) as policies
    from pg_class c where c.relname = any (${[...tenants, 'organizations']})
      and c.relnamespace = 'public'::regnamespace`;
  expect(rows).toHaveLength(tenants.length + 1);
  for (const { name, on, policies } of rows) {
    expect(on, name).toBe(true);
    expect(policies, name).toHaveLength(1);
    expect(policies?.[0]?.[0], name).toBe('*');
    expect(policies?.[0]?.slice(1), name).toMatch(policyCondition);
  }
});

test('each organization’s table has organization_id first in its primary key', async () => {
  const rows = await database.system<{ name: string; first: string }[]>`
    select c.relname as name, a.attname as first from pg_class c
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where c.relname = any (${tenants}) and c.relnamespace = 'public'::regnamespace`;
  expect(rows).toHaveLength(tenants.length);
  expect(rows.filter((row) => row.first !== 'organization_id')).toEqual([]);
});

test('foreign keys between organizations’ tables begin with organization_id on both sides', async () => {
  const rows = await database.system<{ name: string; from: string; to: string }[]>`
    select k.conrelid::regclass || '.' || k.conname as name, a.attname as from, b.attname as to
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
    where k.contype = 'f' and k.conrelid::regclass::text = any (${tenants})
      and k.confrelid::regclass::text = any (${tenants})`;
  expect(rows.length).toBeGreaterThan(15);
  expect(
    rows.filter((row) => row.from !== 'organization_id' || row.to !== 'organization_id'),
  ).toEqual([]);
});

test('unique keys of organizations’ tables contain organization_id, except those of small tables with secrets', async () => {
  const rows = await database.system<{ name: string }[]>`
    select i.indrelid::regclass || '.' || i.indexrelid::regclass as name from pg_index i
    where i.indisunique and i.indrelid::regclass::text = any (${tenants}) and not exists (
      select from pg_attribute a where a.attrelid = i.indrelid
        and a.attname = 'organization_id' and a.attnum = any (i.indkey))
    order by 1`;
  // A caller shows only the secret, and the key finds the organization. On Citus these are reference tables.
  expect(rows.map(({ name }) => name)).toEqual([
    'api_keys.api_keys_key_hash_key',
    'camera_feeds.camera_feeds_key_hash_key',
    'invitations.invitations_ticket_hash_key',
    'kiosks.kiosks_ticket',
    'kiosks.kiosks_token',
  ]);
});

test('no trigger refuses TRUNCATE along with other statements', async () => {
  // The bits of pg_trigger.tgtype: 32 = truncate, 28 = insert, delete or update.
  const rows = await database.system`
    select tgrelid::regclass::text || '.' || tgname as name from pg_trigger
    where not tgisinternal and tgtype & 32 <> 0 and tgtype & 28 <> 0`;
  expect(rows).toEqual([]);
});

test('the pages’ role can neither bypass row-level security nor touch codes, tokens or the ledger’s past', async () => {
  const [role] = await database.system`
    select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'lotkeeper_app'`;
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcanlogin: false });
  const may = await database.system<{ what: string }[]>`
    select t || ' ' || p as what from unnest(array['sessions', 'login_codes', 'limits', 'live_attachments', 'single_sign_ons', 'uploads', 'known_devices', 'code_budgets', 'sign_in_tickets', 'secret_keys', 'message_servers', 'processor_events', 'push_devices']) t,
      unnest(array['select', 'insert', 'update', 'delete']) p
    where has_table_privilege('lotkeeper_app', t, p)
    union all select 'ledger_entries ' || p from unnest(array['update', 'delete', 'truncate']) p
    where has_table_privilege('lotkeeper_app', 'ledger_entries', p)
    union all select t || ' ' || p from unnest(array['day_seals', 'seal_keys']) t,
      unnest(array['insert', 'update', 'delete', 'truncate']) p
    where has_table_privilege('lotkeeper_app', t, p)
    union all select 'visit_changes ' || p from unnest(array['update', 'delete', 'truncate']) p
    where has_table_privilege('lotkeeper_app', 'visit_changes', p)`;
  expect(may).toEqual([]);
});

test('the pages’ role sees no organization’s rows without a scope', async () => {
  for (const table of [...tenants, 'organizations']) {
    expect(await visible('', table), table).toHaveLength(0);
    expect(await database.app.unsafe(`select * from ${table}`), table).toHaveLength(0);
  }
});

test('the pages’ role sees the rows of its scope and no others, even without a where clause', async () => {
  for (const table of tenants) {
    const rows = await visible(String(own.pk), table);
    expect(
      rows.filter((row) => row.organization_id !== own.pk),
      table,
    ).toEqual([]);
  }
  for (const table of [
    'spots',
    'rentals',
    'cars',
    'ledger_entries',
    'revenue_hours',
    'revenue_days',
    'revenue_months',
    'affiliations',
  ]) {
    expect(await visible(String(own.pk), table), table).toHaveLength(1);
    expect(await visible(`${own.pk},${foreign.pk}`, table), table).toHaveLength(2);
  }
});

test('the pages’ role can neither write into another organization nor change its rows', async () => {
  const scope = scopeMaker(database).organization(admin, own.pk);
  const into = scope.write(
    (tx) =>
      tx`insert into spots ${tx.values({
        organization_id: foreign.pk,
        name: 'x',
        address_line1: 'x',
        city: 'x',
        state: 'AZ',
        timezone: 'UTC',
      })}`,
  );
  await expect(into).rejects.toThrow('row-level security');
  const change = await scope.write(
    (tx) => tx`
    update spots set name = 'taken' where organization_id = ${foreign.pk}`,
  );
  expect(change.count).toBe(0);
  const move = scope.write((tx) => tx`update spots set organization_id = ${foreign.pk}`);
  await expect(move).rejects.toThrow();
});

test('the pages’ role loses its scope with the transaction, also on the same connection', async () => {
  await visible(String(own.pk), 'spots');
  const settings = await Promise.all(
    Array.from(
      { length: 12 },
      () => database.app<{ scope: string | null }[]>`
      select nullif(current_setting('lotkeeper.scope', true), '') as scope`,
    ),
  );
  expect(settings.filter(([row]) => row?.scope)).toEqual([]);
});

test('a scope’s read refuses to write', async () => {
  const scope = scopeMaker(database).organization(admin, own.pk);
  const write = scope.read((sql) => sql`update spots set name = 'changed'`);
  await expect(write).rejects.toThrow('read-only transaction');
});

describe('the server’s text', () => {
  const source = join(import.meta.dirname, '..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(join(source, name), 'utf8')] as const);
  const migrations = join(source, '../migrations');
  const all = [
    ...files,
    ...readdirSync(migrations, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => [name, readFileSync(join(migrations, name), 'utf8')] as const),
  ];

  test('the server’s SQL converts no time zones, because only the calendar knows them', () => {
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter(([, text]) => /at\s+time\s+zone/i.test(text)).map(([name]) => name)).toEqual(
      [],
    );
  });

  test('features read rentals that count, except where they lock or change them', () => {
    const naming = files.filter(
      ([name, text]) =>
        name.startsWith('features/') && /\b(?:from|join|update|into|table)\s+rentals\b/.test(text),
    );
    expect(naming.map(([name]) => name).sort()).toEqual([
      // Both lock rentals, and a view isn’t locked.
      'features/intake/api-keys/test-rentals.ts',
      'features/people/drivers/drivers.queries.ts',
      // Erasing changes them.
      'features/trust/privacy-requests/erase-records.ts',
    ]);
  });

  test('only the clock asks the machine for the time', () => {
    const asking = files.filter(([, text]) => /\bnew Date\b|\bDate\.(now|parse|UTC)\b/.test(text));
    expect(asking.map(([name]) => name)).toEqual(['kernel/clock.ts']);
  });
});
