import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unmigratedDatabase } from '../../testing/test-database.ts';
import type { Sql } from './database.ts';

const folder = join(import.meta.dirname, '../../../migrations');

/** Applies the migrations from one number up to another, both included. */
async function applyMigrations(sql: Sql, from: number, to: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) {
    const number = Number(name.slice(0, 4));
    if (number < from || number > to) continue;
    await sql.unsafe(await readFile(join(folder, name), 'utf8'));
  }
}

test('old audit entries keep their subjects', async () => {
  const { system: sql } = await unmigratedDatabase();
  await applyMigrations(sql, 0, 54);
  await sql.unsafe(`
    insert into organizations (pk, name) values (1, 'Desert Parking');
    insert into people (pk, first_name, last_name, email) values (2, 'Ada', 'Admin', 'ada@example.com');
    insert into audit_entries (organization_id, person_pk, act, subject, happened_at)
    select 1, 2, 'change', subject, now() from unnest(array[
      'organization', 'property 12', 'camera feed 3', 'camera 4', 'API key 5', 'invitation 6',
      'custom report 2026', 'discount code 50', 'violation NONE', 'payout bank account', 'something else 7'
    ]) as subject`);
  await applyMigrations(sql, 55, 55);
  const rows = await sql<{ subject_type: string; subject_pk: number; subject_name: string }[]>`
    select subject_type, subject_pk, subject_name from audit_entries order by pk`;
  expect(
    rows.map(({ subject_type, subject_pk, subject_name }) => [
      subject_type,
      subject_pk,
      subject_name,
    ]),
  ).toEqual([
    ['organization', null, null],
    ['property', 12, null],
    ['camera feed', 3, null],
    ['camera', 4, null],
    ['API key', 5, null],
    ['invitation', 6, null],
    ['custom report', null, '2026'],
    ['discount code', null, '50'],
    ['violation', null, 'NONE'],
    ['payout bank account', null, null],
    ['something else 7', null, null],
  ]);
});

test('valet orders that were asked or refused have the new state names after the migration', async () => {
  const { system: sql } = await unmigratedDatabase();
  await applyMigrations(sql, 0, 55);
  await sql.unsafe(`
    set session_replication_role = replica;
    insert into valet_orders
      (organization_id, session_pk, key, amount, quoted_at, state, processor, customer_ref, card_ref, asked_by, created_at)
    select 1, number, state, 100, now(), state, 'sandbox', 'customer', 'card', 2, now()
    from unnest(array['asked', 'paid', 'refused']) with ordinality as state (state, number)`);
  await applyMigrations(sql, 56, 56);
  const rows = await sql<{ key: string; state: string }[]>`select key, state from valet_orders`;
  expect(Object.fromEntries(rows.map(({ key, state }) => [key, state]))).toEqual({
    asked: 'sending',
    paid: 'paid',
    refused: 'failed',
  });
});
