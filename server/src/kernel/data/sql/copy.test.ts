import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { atEnd } from '../../../testing/at-end.ts';
import { unmigratedDatabase } from '../../../testing/test-database.ts';
import { CopyIn, CopyOut } from './copy.ts';

let client: pg.Client;

beforeAll(async () => {
  const { url } = await unmigratedDatabase();
  client = new pg.Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
  await client.query('create table lines (pk int primary key, words text)');
});

/** Sends text to a table, as chunks. */
async function copyIn(chunks: Iterable<string>): Promise<void> {
  const copy = new CopyIn('copy lines from stdin');
  client.query(copy);
  await pipeline(
    Readable.from(chunks).map((text: string) => Buffer.from(text)),
    copy,
  );
}

async function copyOut(): Promise<string> {
  const copy = new CopyOut('copy (select * from lines order by pk) to stdout');
  client.query(copy);
  return (await copy.setEncoding('utf8').toArray()).join('');
}

const countRows = async () =>
  (await client.query<{ count: number }>('select count(*)::int as count from lines')).rows[0]
    ?.count;

test('rows that go in come out the same, whatever the chunks', async () => {
  const rows = Array.from({ length: 20_000 }, (_, pk) => `${pk}\tword ${pk} ü\n`).join('');
  await copyIn(rows.match(/.{1,7001}/gs) ?? []);
  expect(await copyOut()).toBe(rows);
  await client.query('truncate lines');
});

test('a row that the table refuses ends the copy with its error, and no row stays', async () => {
  await expect(copyIn(['1\tone\n', '1\tagain\n'])).rejects.toThrow('duplicate key value');
  expect(await countRows()).toBe(0);
});

test('a table that isn’t there is an error of the copy', async () => {
  const copy = new CopyIn('copy nothing from stdin');
  client.query(copy);
  await expect(pipeline([Buffer.from('1\n')], copy)).rejects.toThrow('does not exist');
  expect(await countRows()).toBe(0);
});

test('a source that breaks leaves no row, and the connection usable', async () => {
  function* readBroken() {
    yield '1\tone\n';
    throw new Error('The disk is gone.');
  }
  await expect(copyIn(readBroken())).rejects.toThrow('The disk is gone.');
  expect(await countRows()).toBe(0);
});

test('a reader that goes away leaves the connection usable', async () => {
  const copy = new CopyOut(
    "copy (select repeat('x', 1000) from generate_series(1, 50000)) to stdout",
  );
  client.query(copy);
  for await (const _ of copy) break;
  expect(copy.destroyed).toBe(true);
  expect(await countRows()).toBe(0);
});
