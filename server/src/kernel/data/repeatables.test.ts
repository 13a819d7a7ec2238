import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { unmigratedDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrations.ts';

const makeFunction = (name: string, body: string) =>
  `create or replace function lotkeeper.${name}(n int) returns int language sql immutable return ${body};`;

/** A table with an index on a function that calls another one, and a trigger whose function writes a second table. */
const files = {
  '0000_schema.sql': 'create schema lotkeeper;',
  '0001_readings.sql': `create table readings (pk int primary key);
    create index readings_folded on readings (lotkeeper.fold(pk));`,
  'functions/fold.sql': makeFunction('fold', 'lotkeeper.twice(n) + 1'),
  'functions/twice.sql': makeFunction('twice', '2 * n'),
  'functions/count_readings.sql': `-- Counts, by lotkeeper.gone.
    create or replace function lotkeeper.count_readings() returns trigger language plpgsql as $$
    begin
      insert into counts values (lotkeeper.twice(new.pk));
      return null;
    end $$;`,
  'triggers/readings.sql': `create or replace trigger count after insert on readings
    for each row execute function lotkeeper.count_readings();`,
  '0002_counts.sql': 'create table counts (n int);',
};

async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-functions-'));
  atEnd(() => rm(folder, { recursive: true }));
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const database = await unmigratedDatabase();
  const { system: sql } = database;
  return {
    write,
    run: (options: { release?: string; only?: ReadonlySet<string> } = {}) =>
      migrate(database, { folder, ...options }),
    addReading: async (pk: number) => {
      await sql`insert into readings values (${pk})`;
      return (await sql<{ n: number }[]>`select n from counts order by 1`).map(({ n }) => n);
    },
    twice: async (n: number) =>
      (await sql<[{ twice: number }]>`select lotkeeper.twice(${n})`)[0].twice,
    listRecords: async () =>
      sql<{ name: string; release: string; at: string }[]>`
        select name, release, applied_at::text as at from migrations where release is not null order by 1`,
  };
}

test('a new database gets a function before the table that needs it, and triggers last', async () => {
  const { run, addReading, listRecords } = await prepare();
  expect(await run({ release: '0.1.0' })).toEqual(
    Object.keys(files)
      .filter((name) => name.startsWith('0'))
      .sort(),
  );
  expect(await addReading(4)).toEqual([8]);
  expect((await listRecords()).map(({ name, release }) => [name, release])).toEqual([
    ['functions/count_readings.sql', '0.1.0'],
    ['functions/fold.sql', '0.1.0'],
    ['functions/twice.sql', '0.1.0'],
    ['triggers/readings.sql', '0.1.0'],
  ]);
});

test('a changed function is applied again, and the others aren’t', async () => {
  const { run, twice, write, listRecords } = await prepare();
  await run();
  const before = await listRecords();
  await write('functions/twice.sql', makeFunction('twice', 'n + n + 1'));
  expect(await run()).toEqual([]);
  expect(await twice(4)).toBe(9);
  const after = await listRecords();
  expect(after.filter(({ at }, index) => at !== before[index]?.at).map(({ name }) => name)).toEqual(
    ['functions/twice.sql'],
  );
});

test('a changed trigger takes the place of the one with its name', async () => {
  const { run, addReading, write } = await prepare();
  await run();
  await write(
    'triggers/readings.sql',
    `create or replace trigger count after insert on readings
      for each row when (new.pk > 5) execute function lotkeeper.count_readings();`,
  );
  await run();
  expect([await addReading(4), await addReading(6)]).toEqual([[], [12]]);
});

test('functions and triggers change all together or not at all', async () => {
  const { run, twice, write, listRecords } = await prepare();
  await run();
  const before = await listRecords();
  await write('functions/twice.sql', makeFunction('twice', '0'));
  await write('triggers/readings.sql', 'create or replace trigger count after insert on nowhere');
  await expect(run()).rejects.toThrow('syntax error');
  expect(await twice(4)).toBe(8);
  expect(await listRecords()).toEqual(before);
});

test('a migration that fills rows runs after triggers are there', async () => {
  const { run, addReading, write } = await prepare();
  await run({ only: new Set(['0000_schema.sql', '0001_readings.sql']) });
  await write(
    'functions/fill_counts.sql',
    `create or replace procedure lotkeeper.fill_counts() language plpgsql as $$
    begin
      insert into readings values (7);
    end $$;`,
  );
  await write('0003_fill_counts.sql', '-- migration: concurrent\ncall lotkeeper.fill_counts();\n');
  await run();
  expect(await addReading(4)).toEqual([8, 14]);
});

test('an earlier release leaves the functions of a later one as they are', async () => {
  const { run, twice, write } = await prepare();
  await run({ release: '0.10.0' });
  await write('functions/twice.sql', makeFunction('twice', '0'));
  await run({ release: '0.9.0' });
  expect(await twice(4)).toBe(8);
  await run({ release: '0.10.0' });
  expect(await twice(4)).toBe(0);
});

test('with only some of its migrations, a database gets functions that those need, and the rest at the next start', async () => {
  const { run, addReading, listRecords } = await prepare();
  await run({ only: new Set(['0000_schema.sql', '0001_readings.sql']) });
  expect((await listRecords()).map(({ name }) => name)).toEqual([
    'functions/fold.sql',
    'functions/twice.sql',
  ]);
  await run();
  expect(await addReading(4)).toEqual([8]);
});
