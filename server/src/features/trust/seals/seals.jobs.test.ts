import { createHash, createPublicKey, verify } from 'node:crypto';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { fingerprintKey, hashStatement, isSignedBy } from '@lotkeeper/evidence/day-statements';
import { expect, test } from 'vitest';
import { removeVisits } from '../../../records/cars/visits/visits.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { makeOrganization, makePerson } from '../../../testing/people.factory.ts';
import { movement, record, recording, rental } from '../../../testing/rentals.factory.ts';
import { makeImage, readSeals, sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { endVisit, makeVisit, plateRead, recordReads } from '../../../testing/visits.factory.ts';

const app = await testApp({ now: '2026-06-16T08:00:00Z' });
const sql = app.database.system;

/** Phoenix is seven hours behind: its June 15 is over at 07:00 UTC, and sealed an hour later. */
const endOf15June = '2026-06-16T08:00:00Z';
const endOf16June = '2026-06-17T08:00:00Z';

const pay = (
  spot: TestSpot,
  start: string,
  amount = 1000,
  external_id: string = crypto.randomUUID(),
) =>
  record(sql, spot, [
    rental(spot, start, amount, {
      external_id,
      movements: [movement(start, amount, { external_id })],
    }),
  ]);

const visit = (spot: TestSpot, entrance_image: string | null = null) =>
  makeVisit(sql, spot, '2026-06-15T19:00:00Z', { plate: 'ABC123', entrance_image });
const leave = (spot: TestSpot, pk: number, exit: string) => endVisit(sql, spot, pk, exit);

const hashText = (text: string) => createHash('sha256').update(text).digest();
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex');

test('a day that is over is sealed with its payments, reads, visits, and audit entries', async () => {
  const organization = await makeOrganization(sql);
  const spot = await makeSpot(sql, { organization });
  const image = await makeImage(app, spot, 'the car');
  await pay(spot, '2026-06-15T19:00:00Z', 1000, 'payment-1');
  await recordReads(sql, spot, [
    plateRead(spot, '2026-06-15T19:00:00Z', 'Entrance', { image: image.uuid }),
  ]);
  const visitPk = await visit(spot, image.uuid);
  const person = await makePerson(sql);
  const author = { organizationId: spot.organization, person };
  const entry = {
    act: 'change',
    subject: 'property',
    pk: spot.pk,
    before: { price: 1.5 },
  } as const;
  const changedAt = fromIso('2026-06-15T20:00:00Z');
  await sql.begin((tx) => recordAuditEntry(tx, author, changedAt, entry));
  await sealAt(sql, endOf15June);

  const [seal, ...others] = await readSeals(sql, spot.organization);
  expect(others).toEqual([]);
  expect(seal?.stated).toMatchObject({
    organization: organization.uuid,
    number: 1,
    day: '2026-06-15',
    sealed_at: '2026-06-16T08:00:00.000Z',
    previous: null,
    counts: { ledger_entries: 1, audit_entries: 1, plate_reads: 1, visits: 1, visit_changes: 0 },
  });
  // The leaf of the visit, written by hand: sorted keys, no white space, and a zero byte before it.
  const form =
    '{"car_pk":null,"doubtful":false,' +
    `"entrance_at":${fromIso('2026-06-15T19:00:00Z')}000,"entrance_image":{"sha256":"${image.sha256}","uuid":"${image.uuid}"},` +
    `"entrance_plate_image":null,"exit_at":null,"exit_image":null,"exit_missed":false,"exit_plate_image":null,` +
    `"external_id":"${await readName(visitPk)}","pk":${visitPk},"plate":"ABC123","rate":null,"rental_pk":null,` +
    `"source":"test","spot_pk":${spot.pk},"state":"AZ","status":"renter","table":"visits"}`;
  expect(seal?.leaves.visits.map(({ pk }) => pk)).toEqual([visitPk]);
  expect(hex(seal?.leaves.visits[0]?.hash)).toBe(hex(hashText(`\0${form}`)));
  // The root of four leaves, by hand: a one byte before each pair.
  const [a, b, c, d] = Object.values(seal?.leaves ?? {}).flatMap((leaves) =>
    leaves.map(({ hash }) => hash),
  );
  const hashPair = (left?: Uint8Array, right?: Uint8Array) =>
    createHash('sha256')
      .update(Buffer.concat([Buffer.of(1), left ?? Buffer.of(), right ?? Buffer.of()]))
      .digest();
  expect(seal?.stated.root).toBe(hex(hashPair(hashPair(a, b), hashPair(c, d))));
});

const readName = async (visitPk: number) => {
  const [row] = await sql<
    { external_id: string }[]
  >`select external_id from visits where pk = ${visitPk}`;
  return row?.external_id;
};

test('a statement is signed by the installation’s key, as Node and the contract both find', async () => {
  const spot = await makeSpot(sql);
  await pay(spot, '2026-06-15T19:00:00Z');
  await sealAt(sql, endOf15June);
  const [seal] = await readSeals(sql, spot.organization);
  const [key] = await sql<{ fingerprint: string; public_key: Buffer }[]>`
    select fingerprint, public_key from seal_keys`;
  if (!seal || !key) throw new Error('There is no seal.');
  expect(fingerprintKey(key.public_key)).toBe(key.fingerprint);
  expect(seal.stated.key).toBe(key.fingerprint);
  expect(isSignedBy(key.public_key, seal.statement, seal.signature)).toBe(true);
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.public_key]);
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(seal.statement), publicKey, seal.signature)).toBe(true);
});

test('late rows go into the day they arrive, each seal names the previous one, and a quiet day has none', async () => {
  const spot = await makeSpot(sql);
  await pay(spot, '2026-06-15T19:00:00Z');
  await sealAt(sql, endOf15June);
  await pay(spot, '2026-06-15T19:00:00Z');
  await sealAt(sql, '2026-06-16T23:00:00Z');
  expect(await readSeals(sql, spot.organization)).toHaveLength(1);
  await sealAt(sql, endOf16June);
  await sealAt(sql, '2026-06-18T08:00:00Z');
  await pay(spot, '2026-06-18T19:00:00Z');
  await sealAt(sql, '2026-06-25T08:00:00Z');

  const seals = await readSeals(sql, spot.organization);
  expect(
    seals.map(({ stated }) => [stated.number, stated.day, stated.counts.ledger_entries]),
  ).toEqual([
    [1, '2026-06-15', 1],
    [2, '2026-06-16', 1],
    [3, '2026-06-24', 1],
  ]);
  expect(seals.map(({ stated }) => stated.previous)).toEqual([
    null,
    hashStatement(seals[0]?.statement ?? ''),
    hashStatement(seals[1]?.statement ?? ''),
  ]);
});

test('a visit that changes after its seal is in the next one in its new form, and so is its removal', async () => {
  const spot = await makeSpot(sql);
  const [changed, removed, unchanged] = [await visit(spot), await visit(spot), await visit(spot)];
  const changedBefore = await visit(spot);
  await leave(spot, changedBefore, '2026-06-15T20:00:00Z');
  await sealAt(sql, endOf15June);
  const firstSeal = (await readSeals(sql, spot.organization))[0];
  expect(firstSeal?.stated.counts).toMatchObject({ visits: 4, visit_changes: 0 });

  await leave(spot, changed, '2026-06-16T19:00:00Z');
  await leave(spot, changed, '2026-06-16T20:00:00Z');
  await recording(sql, spot.organization, (recorder) => removeVisits(recorder, [removed]));
  const newer = await visit(spot);
  await leave(spot, newer, '2026-06-16T20:00:00Z');
  await sealAt(sql, endOf16June);
  const secondSeal = (await readSeals(sql, spot.organization))[1];
  expect(secondSeal?.leaves.visits.map(({ pk }) => pk)).toEqual([newer]);
  expect(secondSeal?.leaves.visit_changes.map(({ pk }) => pk)).toEqual([changed, removed]);
  const [, removal] = secondSeal?.leaves.visit_changes ?? [];
  expect(hex(removal?.hash)).toBe(
    hex(hashText(`\0{"pk":${removed},"removed":true,"table":"visits"}`)),
  );
  expect(unchanged).toBeGreaterThan(0);
  const left = await sql`select from visit_changes where organization_id = ${spot.organization}`;
  expect(left).toHaveLength(0);
});

test('a day with more rows than a seal takes has several seals, and the next day’s run continues after them', async () => {
  const spot = await makeSpot(sql);
  for (let count = 0; count < 5; count++) await pay(spot, '2026-06-15T19:00:00Z');
  const pks = [await visit(spot), await visit(spot)];
  await sealAt(sql, endOf15June, 3);
  for (const pk of pks) await leave(spot, pk, '2026-06-16T19:00:00Z');
  await leave(spot, pks[0] ?? 0, '2026-06-16T20:00:00Z');
  await sealAt(sql, endOf16June, 3);
  const seals = await readSeals(sql, spot.organization);
  const counts = seals.map(
    ({
      stated: {
        day,
        counts: { ledger_entries, visits, visit_changes },
      },
    }) => [day, ledger_entries, visits, visit_changes],
  );
  expect(counts).toEqual([
    ['2026-06-15', 3, 0, 0],
    ['2026-06-15', 2, 1, 0],
    ['2026-06-15', 0, 1, 0],
    ['2026-06-16', 0, 0, 2],
  ]);
});

test('two runs at the same time create each seal once', async () => {
  const spots = [await makeSpot(sql), await makeSpot(sql)];
  for (const spot of spots) {
    for (let count = 0; count < 7; count++) await pay(spot, '2026-06-15T19:00:00Z');
  }
  await Promise.all([1, 2, 3].map(() => sealAt(sql, endOf15June, 2)));
  await sealAt(sql, endOf15June, 2);
  for (const spot of spots) {
    const seals = await readSeals(sql, spot.organization);
    const pks = seals.flatMap(({ leaves }) => leaves.ledger_entries.map(({ pk }) => pk));
    expect(pks).toHaveLength(7);
    expect(new Set(pks).size).toBe(7);
  }
});

test('no statement can change a seal or a key', async () => {
  const statements = [
    'update day_seals set number = 9',
    'delete from day_seals',
    'truncate day_seals',
  ];
  const onKeys = [
    'update seal_keys set fingerprint = fingerprint',
    'delete from seal_keys',
    'truncate seal_keys',
  ];
  for (const statement of [...statements, ...onKeys]) {
    await expect(sql.unsafe(statement), statement).rejects.toThrow(
      'Seals and their keys are append only.',
    );
  }
});
