import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePerson } from '../../testing/people.factory.ts';
import { record, rental } from '../../testing/rentals.factory.ts';
import { readSeals, sealAt } from '../../testing/seals.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { recordAuditEntry } from './audit-entries.ts';
import { readBarrier } from './seal-barrier.ts';
import { sealedColumns, unsealedColumns } from './sealed-forms.ts';

const { system: sql } = await testDatabase(undefined, 20);
const start = '2026-06-15T19:00:00Z';

const person = await makePerson(sql);

/** Writes an audit entry in a transaction that stays open until `release` resolves. */
const audit = (organizationId: number, release: Promise<void> = Promise.resolve()) => {
  const written = Promise.withResolvers<void>();
  const ended = sql.begin(async (tx) => {
    const entry = { act: 'change', subject: 'property' } as const;
    await recordAuditEntry(tx, { organizationId, person }, fromIso(start), entry);
    written.resolve();
    await release;
  });
  return { written: written.promise, ended };
};

test('a row that commits after rows with higher pks is waited for, and no writer is blocked meanwhile', async () => {
  const spot = await makeSpot(sql);
  const release = Promise.withResolvers<void>();
  // Opens more connections than the barrier and an open transaction need: opening one can take longer than 50 entries.
  await Promise.all([readBarrier(sql), readBarrier(sql)]);
  const slow = audit(spot.organization, release.promise);
  await slow.written;
  await audit(spot.organization).ended;
  let isOver = false;
  const barrier = readBarrier(sql, { everyMs: 1, times: 100_000 }).finally(() => {
    isOver = true;
  });
  // The barrier waits for the first entry, but not for these.
  for (let count = 0; count < 50; count++) await audit(spot.organization).ended;
  expect(isOver).toBe(false);
  release.resolve();
  await slow.ended;
  const [row] = await sql<{ pk: number }[]>`
    select min(pk) as pk from audit_entries where organization_id = ${spot.organization}`;
  // The first two entries at least, and none that began after the barrier.
  const mark = (await barrier)?.audit_entries;
  expect(mark).toBeGreaterThanOrEqual((row?.pk ?? 0) + 1);
  expect(mark).toBeLessThan((row?.pk ?? 0) + 51);
});

test('a transaction that stays open for too long leaves the seal to the next run', async () => {
  const spot = await makeSpot(sql);
  const release = Promise.withResolvers<void>();
  const slow = audit(spot.organization, release.promise);
  await slow.written;
  expect(await readBarrier(sql, { everyMs: 1, times: 3 })).toBeNull();
  release.resolve();
  await slow.ended;
  expect(await readBarrier(sql)).toMatchObject({ visits: 0 });
});

test('with transactions that end in any order, the seals contain each row once', async () => {
  const spot = await makeSpot(sql);
  const step = fc.tuple(fc.constantFrom('begin', 'begin', 'end', 'seal'), fc.nat(3));
  const [steps] = fc.sample(fc.array(step, { minLength: 80, maxLength: 80 }), 1);
  const active: { end(): Promise<void> }[] = [];
  const running: Promise<void>[] = [];
  for (const [name, index] of steps ?? []) {
    if (name === 'seal') {
      const day = String(1 + running.length).padStart(2, '0');
      running.push(sealAt(sql, `2026-07-${day}T08:00:00Z`, 7));
    } else if (name === 'begin' && active.length < 4) {
      const release = Promise.withResolvers<void>();
      const { written, ended } = audit(spot.organization, release.promise);
      await written;
      active.push({
        end: () => {
          release.resolve();
          return ended;
        },
      });
    } else await active.splice(index, 1)[0]?.end();
  }
  for (const transaction of active) await transaction.end();
  await Promise.all(running);
  await sealAt(sql, '2026-08-15T08:00:00Z', 7);
  const seals = await readSeals(sql, spot.organization);
  const sealed = seals.flatMap(({ leaves }) => leaves.audit_entries.map(({ pk }) => pk));
  const rows = await sql<{ pk: number }[]>`
    select pk from audit_entries where organization_id = ${spot.organization} order by pk`;
  expect(sealed).toEqual(rows.map(({ pk }) => pk));
});

test('with writers at any pace, the seals contain each row once', async () => {
  const spot = await makeSpot(sql);
  const [paces] = fc.sample(fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }), 1);
  const write = async (own: readonly number[]) => {
    for (const amount of own) {
      const rentals = Array.from({ length: amount + 1 }, () => rental(spot, start, amount));
      await record(sql, spot, rentals);
    }
  };
  const writing = [0, 10, 20, 30].map((from) => write(paces?.slice(from, from + 10) ?? []));
  for (let day = 16; day < 26; day++) await sealAt(sql, `2026-06-${day}T08:00:00Z`, 7);
  await Promise.all(writing);
  await sealAt(sql, '2026-06-27T08:00:00Z', 7);
  const seals = await readSeals(sql, spot.organization);
  const sealed = seals.flatMap(({ leaves }) => leaves.ledger_entries.map(({ pk }) => pk));
  const rows = await sql<{ pk: number }[]>`
    select pk from ledger_entries where organization_id = ${spot.organization} order by pk`;
  expect(sealed).toEqual(rows.map(({ pk }) => pk));
});

test('every column of the sealed tables is sealed, or listed as not sealed', async () => {
  for (const table of ['ledger_entries', 'audit_entries', 'plate_reads', 'visits'] as const) {
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table}`;
    const listed = [...Object.keys(sealedColumns[table]), ...(unsealedColumns[table] ?? [])];
    const names = columns.map(({ name }) => name);
    expect(names.sort(), table).toEqual(['organization_id', 'pk', ...listed].sort());
  }
});
