import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { writeCanonicalJson } from '@lotkeeper/evidence/canonical-json';
import { fingerprintKey, isSignedBy, readStatement } from '@lotkeeper/evidence/day-statements';
import type { PacketProof } from '@lotkeeper/evidence/evidence-packets';
import { readProof, writeProof } from '@lotkeeper/evidence/evidence-packets';
import { hashRow, isIncluded } from '@lotkeeper/evidence/proofs';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../kernel/data/database.ts';
import { must } from '../../../kernel/must.ts';
import { removeVisits } from '../../../records/cars/visits/visits.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { makePerson } from '../../../testing/people.factory.ts';
import { countPagesRead, openScope } from '../../../testing/query-plans.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import { sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { endVisit, makeVisit, plateRead, recordReads } from '../../../testing/visits.factory.ts';
import { proveRows } from './prove-rows.ts';

const start = '2026-06-15T19:00:00Z';

let database: Database;
let spot: TestSpot;

const everything = async () => {
  const list = async (table: string) => {
    const rows = await database.system<{ pk: number }[]>`
      select pk from ${database.system.identifier(table)} where organization_id = ${spot.organization}`;
    return rows.map(({ pk }) => pk);
  };
  return {
    ledger_entries: await list('ledger_entries'),
    audit_entries: await list('audit_entries'),
    plate_reads: await list('plate_reads'),
    visits: await list('visits'),
  };
};

const makeScope = () => openScope(database, spot);

const prove = async () => proveRows(makeScope(), await everything());

/** Two payments, an audit entry, a read, and a visit. */
async function recordDay() {
  const { system: sql } = database;
  await record(sql, spot, [rental(spot, start, 1000), rental(spot, start, 2000)]);
  await recordReads(sql, spot, [plateRead(spot, start, 'Entrance')]);
  const person = await makePerson(sql);
  const entry = { act: 'change', subject: 'property', pk: spot.pk } as const;
  const author = { organizationId: spot.organization, person };
  await sql.begin((tx) => recordAuditEntry(tx, author, fromIso(start), entry));
  return makeVisit(sql, spot, start);
}

const seal = (day: number) => sealAt(database.system, `2026-06-${day}T08:00:00Z`);

const leave = (pk: number) => endVisit(database.system, spot, pk, '2026-06-16T20:00:00Z');

const tamper = (statement: string) =>
  database.system.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
  });

/** Verifies a proof like a third party; returns the seal number of each row. */
function verify(proof: PacketProof) {
  expect(readProof(writeProof(proof))).toEqual(proof);
  const keys = new Map(
    proof.keys.map(({ fingerprint, public_key }) => {
      const key = Buffer.from(public_key, 'hex');
      expect(fingerprintKey(key)).toBe(fingerprint);
      return [fingerprint, key];
    }),
  );
  const seals = new Map(
    proof.seals.map(({ statement, signature }) => {
      const stated = must(readStatement(statement), 'statement');
      const key = must(keys.get(stated.key), 'key');
      expect(isSignedBy(key, statement, Buffer.from(signature, 'hex'))).toBe(true);
      return [stated.number, stated];
    }),
  );
  return proof.rows.map(({ form, seal: number, proof: inclusion }) => {
    const leaf = hashRow(writeCanonicalJson(form));
    expect(isIncluded(leaf, inclusion, must(seals.get(number), 'seal').root)).toBe(true);
    return `${form.table} ${form.pk} in ${number}`;
  });
}

const listUnsealed = ({ unsealed }: PacketProof) =>
  unsealed.map(({ table, pk }) => `${table} ${pk}`);

beforeEach(async () => {
  database = await testDatabase();
  spot = await makeSpot(database.system);
});

test('each row of several seals is proved by the seal of the day it arrived', async () => {
  await recordDay();
  await seal(16);
  await recordDay();
  await seal(17);
  await recordDay();
  const proof = await prove();
  expect(verify(proof)).toEqual([
    'ledger_entries 1 in 1',
    'ledger_entries 2 in 1',
    'ledger_entries 3 in 2',
    'ledger_entries 4 in 2',
    'audit_entries 1 in 1',
    'audit_entries 2 in 2',
    'plate_reads 1 in 1',
    'plate_reads 2 in 2',
    'visits 1 in 1',
    'visits 2 in 2',
  ]);
  expect(listUnsealed(proof)).toEqual([
    'ledger_entries 5',
    'ledger_entries 6',
    'audit_entries 3',
    'plate_reads 3',
    'visits 3',
  ]);
  expect([proof.seals.length, proof.keys.length]).toEqual([2, 1]);
});

test('a visit that changed is unsealed until the next seal has its new form', async () => {
  const visit = await recordDay();
  await seal(16);
  await leave(visit);
  expect(listUnsealed(await prove())).toEqual([`visits ${visit}`]);
  await recordDay();
  await seal(17);
  const proof = await prove();
  expect(verify(proof)).toContain(`visits ${visit} in 2`);
  expect(listUnsealed(proof)).toEqual([]);
});

test('rows that were removed are neither proved nor unsealed', async () => {
  const visit = await recordDay();
  await seal(16);
  const pks = await everything();
  await recording(database.system, spot.organization, (recorder) =>
    removeVisits(recorder, [visit]),
  );
  const proof = await proveRows(makeScope(), pks);
  expect([...verify(proof), ...listUnsealed(proof)].join()).not.toContain('visits');
});

test('a row that was changed by hand is unsealed, whatever its table', async () => {
  await recordDay();
  await seal(16);
  await tamper('update ledger_entries set gross = gross + 1 where pk = 1');
  await tamper(`update audit_entries set act = 'remove' where pk = 1`);
  await tamper(`update plate_reads set plate = 'XYZ999' where pk = 1`);
  await tamper(`update visits set exit_at = '2026-06-15T23:00:00Z' where pk = 1`);
  const proof = await prove();
  expect(verify(proof)).toEqual(['ledger_entries 2 in 1']);
  expect(listUnsealed(proof)).toEqual([
    'ledger_entries 1',
    'audit_entries 1',
    'plate_reads 1',
    'visits 1',
  ]);
});

test('a seal whose statement or leaves were changed proves nothing', async () => {
  await recordDay();
  await seal(16);
  await tamper(`update day_seals set leaves = overlay(leaves placing '\\x00' from 20)`);
  expect((await prove()).rows).toEqual([]);
  await tamper(`update day_seals set statement = 'nothing'`);
  const proof = await prove();
  expect([proof.rows, proof.seals, proof.keys]).toEqual([[], [], []]);
  expect(proof.unsealed).toHaveLength(5);
});

test('the rows of another organization are not read', async () => {
  await recordDay();
  await seal(16);
  const pks = await everything();
  spot = await makeSpot(database.system);
  const proof = await proveRows(makeScope(), pks);
  expect([proof.rows, proof.unsealed]).toEqual([[], []]);
});

test('rows and seals are found by an index, however many there are', async () => {
  await recordDay();
  const { system: sql } = database;
  await seal(16);
  await tamper(`
    insert into day_seals select organization_id, number + n, local_date, sealed_at, statement, signature, leaves,
      ledger_entries_to + n, audit_entries_to + n, plate_reads_to + n, visits_to + n, visit_changes_to
    from day_seals, generate_series(1, 5000) n`);
  await sql`vacuum analyze`;
  const pks = await everything();
  const pages = await countPagesRead(makeScope(), async (reader) => {
    await proveRows(reader, pks);
  });
  expect(pages).toBeLessThan(100);
});
