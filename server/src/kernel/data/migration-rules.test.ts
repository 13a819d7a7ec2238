import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { listBrokenRules } from '../../testing/migration-rules.ts';
import { listMigrationNames, migrationsFolder } from './migration-files.ts';
import { isOfSchema } from './schema-record.ts';

function check(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-rules-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const file = join(folder, '0300_planted.sql');
  writeFileSync(file, text);
  return listBrokenRules([file]).map((problem) => problem.replace(/^0300_planted\.sql:?/, ''));
}

test('every migration after the schema leaves tables usable and the previous release working', async () => {
  // The schema's files run only on new databases, where nothing waits for them.
  const names = (await listMigrationNames()).filter((name) => !isOfSchema(name));
  expect(listBrokenRules(names.map((name) => join(migrationsFolder, name)))).toEqual([]);
});

test.each(
  Object.entries({
    'create index v on visits (pk);': '1: require-concurrent-index-creation',
    'create index concurrently v on visits (pk);':
      ' builds concurrently without "-- migration: concurrent"',
    'drop index visits_pk;': '1: require-concurrent-index-deletion',
    'alter table visits\nalter column pk type int;': '2: changing-column-type',
    'alter table visits alter column pk set not null;': '1: adding-not-nullable-field',
    'alter table visits add constraint c check (pk > 0);': '1: constraint-missing-not-valid',
    'alter table visits drop column pk;': '1: ban-drop-column',
    'alter table visits rename column pk to id;': '1: renaming-column',
    'alter table visits rename to stays;': '1: renaming-table',
    'drop table visits;': '1: ban-drop-table',
    'alter table visits add column u uuid default gen_random_uuid();':
      '1: adding-field-with-default',
    'create or replace function f() returns int language sql return 1;':
      ' has a function or a trigger, which is a file of functions or triggers',
    'update visits set pk = 1;': ' updates rows of visits in one transaction',
    '-- migration: concurrent\ndrop index concurrently v;':
      " a concurrent migration can't repeat: drop index concurrently v;",
    '-- migration: concurrent\n-- batch\nupdate visits set pk = 1;':
      " a concurrent migration can't repeat: update visits set pk = 1;",
  }),
)('a migration of %j is refused, because it has the problem %j', (text, problem) => {
  expect(check(text)).toEqual([problem]);
});

test.each([
  'create table t (pk bigint primary key, n bigint);\ncreate index t_n on t (n);',
  "alter table visits add column kind text not null default 'car';",
  'alter table visits add constraint c check (pk > 0) not valid;',
  // An earlier release used this; the directive names the oldest release that can follow.
  '-- migration: needs release 0.3.0\nalter table visits drop column pk;',
  `-- migration: concurrent
create unique index concurrently v on visits (pk);
drop index concurrently if exists w;
alter table visits validate constraint c;
call lotkeeper.fill_visits();
-- batch
update visits set pk = 1
where pk in (select pk from visits where pk is null limit 1000);
`,
])('a migration may be %j', (text) => expect(check(text)).toEqual([]));
