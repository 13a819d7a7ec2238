import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { writeCanonicalJson } from '@lotkeeper/evidence/canonical-json';
import { hashRow } from '@lotkeeper/evidence/proofs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../kernel/data/database.ts';
import { folderFiles } from '../../kernel/data/files.ts';
import { makePerson } from '../../testing/people.factory.ts';
import { dataFolder } from '../../testing/processes.ts';
import { record, recording, rental } from '../../testing/rentals.factory.ts';
import { makeImage, sealAt } from '../../testing/seals.factory.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { endVisit, makeVisit, plateRead, recordReads } from '../../testing/visits.factory.ts';
import { removeVisits } from '../cars/visits/visits.ts';
import { recordAuditEntry } from './audit-entries.ts';
import { hashForm } from './seal-leaves.ts';
import { verifyImages } from './verify-images.ts';
import { verifySeals } from './verify-seals.ts';

const start = '2026-06-15T19:00:00Z';

const recordVisit = ({ system: sql }: Database, spot: TestSpot) =>
  makeVisit(sql, spot, start, { plate: 'ABC123' });

const leave = ({ system: sql }: Database, spot: TestSpot, pk: number, minute: number) =>
  endVisit(sql, spot, pk, `2026-06-15T20:${String(minute).padStart(2, '0')}:00Z`);

/**
 * A property whose first three days are sealed: two payments each, an audit entry, a read with an image, and a visit.
 */
async function makeSealedSpot() {
  const database = await testDatabase();
  const sql = database.system;
  const spot = await makeSpot(sql);
  const author = { organizationId: spot.organization, person: await makePerson(sql) };
  const folder = dataFolder();
  const files = folderFiles(folder);
  const image = await makeImage({ database, files }, spot, 'the car');
  for (const day of [16, 17, 18]) {
    await record(sql, spot, [rental(spot, start, 1000), rental(spot, start, 2000)]);
    await recordReads(sql, spot, [plateRead(spot, start, 'Entrance', { image: image.uuid })]);
    await recordVisit(database, spot);
    const entry = { act: 'change', subject: 'property', pk: spot.pk } as const;
    await sql.begin((tx) => recordAuditEntry(tx, author, fromIso(start), entry));
    await sealAt(sql, `2026-06-${day}T08:00:00Z`);
  }
  return { database, sql, spot, files, folder, image };
}

/** The differences that verifying finds, without the organization. */
async function verify({ system }: Database) {
  const { differences } = await verifySeals(system);
  return differences.map(({ number, day, problem, row }) => ({ number, day, problem, row }));
}

/** Runs a statement with triggers and foreign keys switched off, as only a privileged user can. */
const tamper = ({ system: sql }: Database, statement: string) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
  });

const second = { number: 2, day: '2026-06-16' };
const third = { number: 3, day: '2026-06-17' };

test('verifying finds no difference when nothing was changed', async () => {
  const { sql } = await makeSealedSpot();
  const { seals, rows, keys, differences } = await verifySeals(sql);
  expect({ seals, rows, keys: keys.size, differences }).toEqual({
    seals: 3,
    rows: 15,
    keys: 1,
    differences: [],
  });
});

test('a changed row of each table is found by its pk', async () => {
  const { database } = await makeSealedSpot();
  // The third and fourth entries, the second read, and the second visit are in the second seal.
  await tamper(database, 'update ledger_entries set gross = gross + 1 where pk = 3');
  await tamper(database, `update audit_entries set act = 'remove' where pk = 2`);
  await tamper(database, `update plate_reads set plate = 'XYZ999' where pk = 2`);
  await tamper(database, `update visits set exit_at = '2026-06-15T23:00:00Z' where pk = 2`);
  const changed = { ...second, problem: 'changed row' };
  expect(await verify(database)).toEqual([
    { ...changed, row: { table: 'ledger_entries', pk: 3 } },
    { ...changed, row: { table: 'audit_entries', pk: 2 } },
    { ...changed, row: { table: 'plate_reads', pk: 2 } },
    { ...changed, row: { table: 'visits', pk: 2 } },
  ]);
});

test('a time changed by one microsecond and a changed image of a read are found', async () => {
  const { database } = await makeSealedSpot();
  await tamper(
    database,
    `update ledger_entries set recorded_at = recorded_at + interval '1 microsecond' where pk = 4`,
  );
  await tamper(database, 'update plate_reads set image = null where pk = 2');
  const changed = { ...second, problem: 'changed row' };
  expect(await verify(database)).toEqual([
    { ...changed, row: { table: 'ledger_entries', pk: 4 } },
    { ...changed, row: { table: 'plate_reads', pk: 2 } },
  ]);
});

test('a removed row and a row that was later inserted among sealed ones are found', async () => {
  const { database } = await makeSealedSpot();
  await tamper(database, 'delete from ledger_entries where pk = 3');
  await tamper(database, 'delete from plate_reads where pk = 2');
  await tamper(database, 'delete from visits where pk = 2');
  await tamper(database, 'update ledger_entries set pk = 3 where pk = 6');
  const removed = { ...second, problem: 'removed row' };
  expect(await verify(database)).toEqual([
    { ...third, problem: 'removed row', row: { table: 'ledger_entries', pk: 6 } },
    { ...second, problem: 'changed row', row: { table: 'ledger_entries', pk: 3 } },
    { ...removed, row: { table: 'plate_reads', pk: 2 } },
    { ...removed, row: { table: 'visits', pk: 2 } },
  ]);
});

test('a row that is later added under an unused pk is found', async () => {
  const { database, sql, spot } = await makeSealedSpot();
  await sql`select nextval('visits_pk_seq')`;
  await recordVisit(database, spot);
  await sealAt(sql, '2026-06-19T08:00:00Z');
  await tamper(
    database,
    `insert into visits (organization_id, pk, spot_pk, plate, status, entrance_at, source, external_id)
      values (${spot.organization}, 4, ${spot.pk}, 'LATE', 'renter', now(), 'test', 'late')`,
  );
  expect(await verify(database)).toEqual([
    { number: 4, day: '2026-06-18', problem: 'added row', row: { table: 'visits', pk: 4 } },
  ]);
});

test('a removed or changed seal, and a wrong signature or key, are found', async () => {
  const broken = { ...third, problem: 'broken chain' };
  const unreadable = { number: 3, day: null, problem: 'unreadable statement' };
  const changes: Record<string, object[]> = {
    'delete from day_seals where number = 2': [
      broken,
      { number: 2, day: null, problem: 'missing seal' },
    ],
    [`update day_seals set statement = replace(statement, '"visits":1', '"visits":2') where number = 2`]:
      [broken, { ...second, problem: 'wrong signature' }, { ...second, problem: 'wrong leaves' }],
    [`update day_seals set statement = 'nothing' where number = 3`]: [unreadable],
    [`update day_seals set local_date = '2026-06-20' where number = 3`]: [unreadable],
    [`update day_seals set signature = decode(repeat('00', 64), 'hex') where number = 3`]: [
      { ...third, problem: 'wrong signature' },
    ],
    [`update day_seals set leaves = overlay(leaves placing '\\x00' from 20) where number = 2`]: [
      { ...second, problem: 'wrong leaves' },
    ],
    [`update seal_keys set public_key = decode(repeat('00', 32), 'hex')`]: [
      third,
      second,
      { number: 1, day: '2026-06-15' },
    ].map((seal) => ({ ...seal, problem: 'unknown key' })),
  };
  const { database, sql } = await makeSealedSpot();
  await sql`create table kept_seals as table day_seals`;
  for (const [statement, found] of Object.entries(changes)) {
    await tamper(database, statement);
    const differences = found.map((one) => ({ ...one, row: null }));
    expect(await verify(database), statement).toEqual(differences);
    await tamper(database, 'delete from day_seals; insert into day_seals table kept_seals');
  }
});

test('seals that another installation signed for another organization are rejected', async () => {
  const { database, sql, spot } = await makeSealedSpot();
  const stranger = await makeSpot(sql);
  await record(sql, stranger, [rental(stranger, start, 1000)]);
  await tamper(
    database,
    `update day_seals set organization_id = ${stranger.organization} where organization_id = ${spot.organization}`,
  );
  const differences = await verify(database);
  expect(new Set(differences.map(({ problem }) => problem))).toContain('unreadable statement');
});

test('the hash of a row equals the one that the contract computes', () => {
  const column = fc.oneof(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger(), fc.constant(null));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), column), (form) => {
      const expected = hashRow(writeCanonicalJson(form));
      expect(Buffer.compare(hashForm(form), expected)).toBe(0);
    }),
  );
});

test('whatever is changed, removed, and sealed in any order, verifying finds no difference', async () => {
  const database = await testDatabase();
  const { system: sql } = database;
  const spot = await makeSpot(sql);
  const action = fc.constantFrom('record', 'record', 'change', 'change', 'remove', 'seal');
  let day = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(action, fc.nat(59)), { maxLength: 30 }), async (actions) => {
      const pks: number[] = [];
      const running: Promise<unknown>[] = [];
      for (const [name, number] of actions) {
        const pk = pks[number % Math.max(1, pks.length)];
        if (name === 'record') pks.push(await recordVisit(database, spot));
        else if (name === 'seal') {
          day++;
          const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' }).format(
            fromIso('2026-06-15T12:00:00Z') + day * 86_400_000,
          );
          // Sealed while the next actions are written.
          running.push(sealAt(sql, `${date}T08:00:00Z`, 4));
        } else if (pk !== undefined && name === 'change') await leave(database, spot, pk, number);
        else if (pk !== undefined) {
          pks.splice(pks.indexOf(pk), 1);
          await recording(sql, spot.organization, (recorder) => removeVisits(recorder, [pk]));
        }
      }
      await Promise.all(running);
      expect(await verify(database)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

test('an image whose file was changed or removed is found', async () => {
  const { sql, spot, files, folder, image } = await makeSealedSpot();
  const problems = async () => {
    const { images, differences } = await verifyImages(sql, files);
    return [images, ...differences.map(({ uuid, problem }) => [uuid, problem])];
  };
  expect(spot.pk).toBeGreaterThan(0);
  expect(await problems()).toEqual([1]);
  const path = join(folder, image.sha256.slice(0, 2), image.sha256);
  await writeFile(path, 'another car');
  expect(await problems()).toEqual([1, [image.uuid, 'changed image']]);
  await rm(path);
  expect(await problems()).toEqual([1, [image.uuid, 'missing image']]);
});

test('an image row that names another file is found by the leaf of its read', async () => {
  const { database, sql, image } = await makeSealedSpot();
  await sql`update images set file = repeat('0', 64) where uuid = ${image.uuid}`;
  const differences = await verify(database);
  expect(differences.map(({ problem, row }) => [problem, row?.table, row?.pk])).toEqual(
    [3, 2, 1].map((pk) => ['changed row', 'plate_reads', pk]),
  );
});
