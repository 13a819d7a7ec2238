import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { createEvidencePacket } from '@lotkeeper/contract/trust/evidence';
import { getRentalStory } from '@lotkeeper/contract/trust/stories';
import { writeCanonicalJson } from '@lotkeeper/evidence/canonical-json';
import { fingerprintKey, isSignedBy, readStatement } from '@lotkeeper/evidence/day-statements';
import type { PacketManifest, PacketProof } from '@lotkeeper/evidence/evidence-packets';
import { maxPacketBytes, readManifest, readProof } from '@lotkeeper/evidence/evidence-packets';
import { readZip } from '@lotkeeper/evidence/packet-files';
import { hashRow, isIncluded } from '@lotkeeper/evidence/proofs';
import { verifyPacket } from '@lotkeeper/evidence/verify-packet';
import { encodePng } from '@lotkeeper/simulator/world/pictures/png';
import { Raster } from '@lotkeeper/simulator/world/pictures/raster';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { makePayoutAccount, payOut } from '../../../testing/payouts.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeImage, sealAt } from '../../../testing/seals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';
import { makeVisit, plateRead, recordReads } from '../../../testing/visits.factory.ts';

const now = '2026-06-15T19:00:00Z';
const entrance = '2026-06-15T15:00:00Z';
const exit = '2026-06-15T17:00:00Z';
const car = { plate: 'ABC 123', state: 'AZ', country: 'US' as const };

/** A JPEG of one gray pixel. */
const smallJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAAPwBVf//Z',
  'base64',
);
/** A unique JPEG, with trailing bytes that decoders skip. */
const makeJpeg = (bytes = 40) => Buffer.concat([smallJpeg, randomBytes(bytes)]);

const pdfium = await PDFiumLibrary.init();
afterAll(() => pdfium.destroy());

let organization: { pk: number; uuid: string };
let spot: TestSpot;
let admin: string;

const logged: string[] = [];
const at = await testApp({
  now,
  settings: { PUBLIC_URL: 'https://parking.example.com', LOG_LEVEL: 'debug' },
  logTo: { write: (line) => void logged.push(line) },
});
const sql = at.database.system;

beforeEach(async () => {
  at.clock.set(now);
  organization = await makeOrganization(sql, { name: 'Coast & Co' });
  spot = await makeSpot(sql, { organization, name: 'Copper Square' });
  admin = (await signedInMember(at, organization, 'ADMIN')).token;
});

async function putImage(content: Buffer, taken = entrance, type: 'jpeg' | 'png' | 'webp' = 'jpeg') {
  const more = { media_type: `image/${type}`, taken_at: fromIso(taken) } as const;
  const { uuid, sha256 } = await makeImage(at, spot, content, more);
  return { uuid, file: sha256 };
}

/** A paid rental with a visit of two reads, each with an image. */
async function makeSeenRental(images: (string | null)[]) {
  const [made] = await record(sql, spot, [
    rental(spot, entrance, 0, {
      car,
      movements: [movement(entrance, 1080, { tax: cents(80), processing_fee: cents(31) })],
    }),
  ]);
  const rentalPk = must(made, 'rental').pk;
  const stay = { exit_at: fromIso(exit), rental_pk: rentalPk };
  const visitPk = await makeVisit(sql, spot, entrance, stay);
  await recordReads(
    sql,
    spot,
    images.map((image, index) =>
      plateRead(spot, index === images.length - 1 ? exit : entrance, 'Entrance', { image }),
    ),
  );
  await sql`update plate_reads set visit_pk = ${visitPk} where spot_pk = ${spot.pk}`;
  return { rentalPk, visitPk };
}

type Query = Parameters<typeof at.call<typeof createEvidencePacket>>[1]['query'];

const download = (query: Query, token = admin) =>
  at.call(createEvidencePacket, { query }, { token });

/** Opens a packet and verifies it like a third party. */
async function open(zip: Buffer) {
  const files = new Map((await readZip(zip)).map(({ name, bytes }) => [name, bytes]));
  const getText = (name: string) => Buffer.from(must(files.get(name), name)).toString();
  const manifestText = getText('manifest.json');
  const manifest = must(readManifest(manifestText), 'manifest') satisfies PacketManifest;
  const key = Buffer.from(manifest.public_key, 'hex');
  expect(fingerprintKey(key)).toBe(manifest.key);
  expect(getText('manifest.sig')).toMatch(/^[0-9a-f]{128}$/);
  const signature = Buffer.from(getText('manifest.sig'), 'hex');
  expect(isSignedBy(key, manifestText, signature)).toBe(true);
  const listed = [...files].filter(([name]) => !name.startsWith('manifest.'));
  expect(manifest.files).toEqual(
    listed
      .map(([name, bytes]) => ({
        name,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const proof = must(readProof(getText('proof.json')), 'proof') satisfies PacketProof;
  for (const { form, seal, proof: inclusion } of proof.rows) {
    const stated = proof.seals.map(({ statement }) => readStatement(statement));
    const root = must(
      stated.find((statement) => statement?.number === seal),
      'seal',
    ).root;
    expect(isIncluded(hashRow(writeCanonicalJson(form)), inclusion, root)).toBe(true);
  }
  const document = await pdfium.loadDocument(Buffer.from(must(files.get('evidence.pdf'), 'PDF')));
  const texts = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '));
  document.destroy();
  const evidence = JSON.parse(getText('evidence.json'));
  const images = [...files.keys()].filter((name) => name.startsWith('images/'));
  const verified = await verifyPacket(zip, { trustedKeys: [manifest.key] });
  expect(verified).not.toHaveProperty('findings');
  const { verdict } = verified;
  return {
    verdict,
    manifest,
    proof,
    evidence,
    images,
    pages: texts.length,
    text: texts.join(' '),
  };
}

const openPacket = async (query: Query) => {
  const { status, response } = await download(query);
  expect(status).toBe(200);
  return open(response.rawPayload);
};

const seal = (day: string) => sealAt(sql, `${day}T12:00:00Z`);

describe('packet of a rental', () => {
  test('an Admin gets a signed ZIP whose rows, images, and hashes are correct', async () => {
    const first = await putImage(makeJpeg());
    const last = await putImage(makeJpeg(), exit);
    const { rentalPk } = await makeSeenRental([first.uuid, last.uuid]);
    await seal('2026-06-16');
    at.clock.set('2026-06-16T19:00:00Z');
    const { response } = await download({ rental: String(rentalPk) });
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toContain('evidence-ABC123-2026-06-16.zip');
    const { verdict, manifest, proof, evidence, images, pages, text } = await open(
      response.rawPayload,
    );
    expect(verdict).toBe('proved');
    expect(manifest).toMatchObject({
      organization: organization.uuid,
      made_at: '2026-06-16T19:00:00.000Z',
    });
    expect(images.sort()).toEqual([`images/${first.file}.jpg`, `images/${last.file}.jpg`].sort());
    expect(proof.unsealed).toEqual([]);
    expect(proof.rows.map(({ form }) => form.table)).toEqual([
      'ledger_entries',
      'plate_reads',
      'plate_reads',
      'visits',
    ]);
    expect(evidence).toMatchObject({
      made_by: { name: expect.stringMatching(/\w+ \w+/) },
      subject: { record: 'rental', pk: rentalPk },
      organization: { name: 'Coast & Co' },
      property: { name: 'Copper Square', timezone: 'America/Phoenix' },
      images: [{ state: 'included' }, { state: 'included' }],
    });
    expect(JSON.stringify(evidence)).toContain(`images/${first.file}.jpg`);
    for (const words of [
      'Evidence: rental of ABC 123',
      'Copper Square',
      'Coast & Co',
      'Jun 15, 2026, 8:00:00 AM MST',
      'Price and rule in force',
      'Paid by the driver $10.80',
      'Who did what',
      '2 of 2 images are in the folder',
      '4 records of this packet were sealed on Jun 15, 2026',
      'https://parking.example.com/verify',
      manifest.key.slice(0, 20),
    ]) {
      expect(text).toContain(words);
    }
    expect(pages).toBeLessThanOrEqual(2);
  });

  test('a packet is recorded in the audit log and in the story', async () => {
    const { rentalPk } = await makeSeenRental([]);
    await openPacket({ rental: String(rentalPk) });
    const entries = await sql`
      select act, subject_type, subject_pk, subject_name from audit_entries
      where organization_id = ${organization.pk}`;
    expect(entries).toEqual([
      { act: 'export', subject_type: 'rental', subject_pk: rentalPk, subject_name: 'ABC 123' },
    ]);
    const { body } = await at.call(
      getRentalStory,
      { params: { id: String(rentalPk) } },
      { token: admin },
    );
    expect(body.events).toContainEqual(
      expect.objectContaining({ kind: 'audited', act: 'export', subject: 'rental' }),
    );
    // The next packet's story names the first one.
    expect((await openPacket({ rental: String(rentalPk) })).text).toContain(
      'Rental exported as evidence by',
    );
  });

  test('rows that arrived after the last seal, or that were changed by hand, are listed as unsealed', async () => {
    const { rentalPk } = await makeSeenRental([null]);
    const before = await openPacket({ rental: String(rentalPk) });
    expect(before.proof.rows).toEqual([]);
    expect(before.text).toContain('None of these records is sealed');
    await seal('2026-06-16');
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update ledger_entries set gross = gross + 1 where rental_pk = ${rentalPk}`;
    });
    const { proof } = await openPacket({ rental: String(rentalPk) });
    expect(proof.unsealed.map(({ table }) => table)).toEqual(['ledger_entries']);
    expect(proof.rows.map(({ form }) => form.table)).toEqual([
      'audit_entries',
      'plate_reads',
      'visits',
    ]);
  });

  test('a hundred and one large images stay under 20 MB, and those left out are named', async () => {
    const images = [];
    for (let number = 0; number < 101; number += 1)
      images.push((await putImage(makeJpeg(200_000))).uuid);
    const { rentalPk } = await makeSeenRental(images);
    const { response } = await download({ rental: String(rentalPk) });
    expect(response.rawPayload.length).toBeLessThan(maxPacketBytes);
    const packet = await open(response.rawPayload);
    const bytes = packet.manifest.files.reduce((total, { size }) => total + size, 0);
    expect(bytes).toBeLessThan(maxPacketBytes);
    expect(packet.images.length).toBeGreaterThan(70);
    const states = packet.evidence.images.map(({ state }: { state: string }) => state);
    expect(states).toHaveLength(101);
    expect(states.filter((state: string) => state === 'left out')).toHaveLength(
      101 - packet.images.length,
    );
    expect(packet.text).toContain('Left out, because the packet is full');
  });

  test('the PDF shows JPEG, and PNG with a palette as cameras send it, but none without its colors', async () => {
    const raster = new Raster(4, 3);
    const png = encodePng(raster);
    const start = png.indexOf('PLTE') - 4;
    const end = start + 12 + png.readUInt32BE(start);
    const images = [
      await putImage(makeJpeg()),
      await putImage(png, entrance, 'png'),
      await putImage(Buffer.concat([png.subarray(0, start), png.subarray(end)]), exit, 'png'),
    ];
    const { rentalPk } = await makeSeenRental(images.map(({ uuid }) => uuid));
    const { text } = await openPacket({ rental: String(rentalPk) });
    expect(text).toContain('3 of 3 images are in the folder images');
    expect(text).toContain('2 of them are shown here');
  });

  test('a missing, a changed, and a damaged image, and a WebP, never fail the packet', async () => {
    const missing = await putImage(makeJpeg());
    const changed = await putImage(makeJpeg());
    const damaged = await putImage(Buffer.from('ffd8ffe0000000', 'hex'));
    const cutOff = await putImage(smallJpeg.subarray(0, 200));
    const webp = await putImage(Buffer.from('RIFF0000WEBPVP8 '), exit, 'webp');
    // A PNG with alpha, whose pixels are damaged: pdfkit would decode it.
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
      Buffer.from('00000004494441547f7f7f7f00000000', 'hex'),
      Buffer.from('0000000049454e44ae426082', 'hex'),
    ]);
    const alpha = await putImage(png, exit, 'png');
    await rm(findPath(missing.file));
    await writeFile(findPath(changed.file), 'another car');
    const images = [missing, changed, damaged, cutOff, webp, alpha];
    const { rentalPk } = await makeSeenRental(images.map(({ uuid }) => uuid));
    const packet = await openPacket({ rental: String(rentalPk) });
    const state = (file: string) =>
      packet.evidence.images.find((image: { sha256: string }) => image.sha256 === file)?.state;
    expect(images.map(({ file }) => state(file))).toEqual([
      'missing',
      'changed',
      'included',
      'included',
      'included',
      'included',
    ]);
    expect(packet.images).toHaveLength(4);
    expect(packet.text).toContain('The file is missing: images/');
    expect(packet.text).toContain('The file isn’t the one that was stored: images/');
    expect(packet.text).toContain('4 of 6 images');
  });

  test('a deleted image is not in the packet while its file is still there', async () => {
    const image = await putImage(makeJpeg());
    await sql`
      update images set kind = 'deleted', deletion = 1 where uuid = ${image.uuid}`;
    const { rentalPk } = await makeSeenRental([image.uuid]);
    const packet = await openPacket({ rental: String(rentalPk) });
    expect(packet.evidence.images).toMatchObject([{ sha256: image.file, state: 'deleted' }]);
    expect(packet.images).toEqual([]);
    expect(packet.text).toContain('Deleted, because the operator keeps images only for a time');
  });

  test('long names wrap, and a long story takes more pages', async () => {
    await sql`
      update spots set name = ${'The very long name of a property '.repeat(8)} where pk = ${spot.pk}`;
    const { rentalPk } = await makeSeenRental(Array<null>(120).fill(null));
    const { pages, text, proof } = await openPacket({ rental: String(rentalPk) });
    expect(pages).toBeGreaterThan(2);
    expect(text).toContain('events between these are in evidence.json');
    expect(proof.unsealed).toHaveLength(122);
  });
});

/** The path of a file in the store. */
const findPath = (file: string) => join(at.filesFolder, file.slice(0, 2), file);

describe('packets of other records', () => {
  test('a visit and its violation have packets that name each by its kind', async () => {
    const { visitPk } = await makeSeenRental([null]);
    const violation = await makeViolation(sql, spot, { visit_pk: visitPk });
    const visit = await openPacket({ visit: visitPk });
    expect(visit.evidence.subject).toEqual({ record: 'visit', pk: visitPk });
    expect(visit.text).toContain('Evidence: visit of ABC 123');
    expect(visit.text).toContain(`Violation ${violation.code} created`);
    const packet = await openPacket({ violation: violation.uuid });
    expect(packet.evidence.subject).toEqual({ record: 'violation', pk: violation.pk });
    expect(packet.text).toContain('Evidence: violation of ABC 123');
  });

  test('a charge has the story of its rental', async () => {
    const { rentalPk } = await makeSeenRental([null]);
    const [entry] = await sql<[{ pk: number }]>`
      select pk from ledger_entries where rental_pk = ${rentalPk}`;
    const { evidence, proof } = await openPacket({ entry: entry.pk });
    expect(evidence.subject).toEqual({ record: 'entry', pk: entry.pk });
    expect(evidence.story.rental.pk).toBe(rentalPk);
    expect(proof.unsealed.map(({ table }) => table)).toContain('visits');
  });

  test('a penalty that belongs to no rental and no violation has a packet of its own', async () => {
    await moveMoney(sql, spot, [movement(entrance, 5500, { kind: 'penalty' })]);
    const [entry] = await sql<[{ pk: number }]>`
      select pk from ledger_entries where organization_id = ${organization.pk}`;
    const { evidence, text } = await openPacket({ entry: entry.pk });
    expect(evidence.story).toMatchObject({ record: 'entry', rental: null, violations: [] });
    expect(text).toContain(`Evidence: ledger entry ${entry.pk}`);
    expect(text).toContain('Paid by the driver $55.00');
  });

  test('a payout has no packet, because it belongs to no property', async () => {
    await makePayoutAccount(at, organization);
    await record(sql, spot, [rental(spot, '2026-05-20T16:00:00Z', 9000)]);
    await payOut(at, organization);
    const [payout] = await sql<[{ pk: number }]>`
      select pk from ledger_entries where organization_id = ${organization.pk} and kind = 'payout'`;
    const { status, error } = await download({ entry: payout.pk });
    expect([status, error.detail]).toEqual([
      400,
      'entry: A payout belongs to no property. Name a charge, refund, or penalty.',
    ]);
  });
});

describe('access to packets', () => {
  test('an Employee is refused, and another organization’s Admin gets the same answer as for an unknown record', async () => {
    const { rentalPk } = await makeSeenRental([]);
    const query = { rental: String(rentalPk) };
    const employee = (await signedInMember(at, organization, 'EMPLOYEE')).token;
    expect((await download(query, employee)).status).toBe(403);
    const other = await makeOrganization(sql);
    const foreign = (await signedInMember(at, other, 'ADMIN')).token;
    const hidden = await download(query, foreign);
    const absent = await download({ rental: '999999999' }, foreign);
    expect([hidden.status, absent.status]).toEqual([404, 404]);
    expect(hidden.response.body).toBe(absent.response.body);
    const entries = await sql`
      select 1 from audit_entries where organization_id = ${organization.pk}`;
    expect(entries).toEqual([]);
  });

  test('a query that names no record, two records, or an unknown field is refused with a reason', async () => {
    const none = await download({});
    expect([none.status, none.error.detail]).toEqual([
      400,
      'rental: Send exactly one rental, visit, violation, or ledger entry.',
    ]);
    expect((await download({ rental: '1', visit: 1 })).status).toBe(400);
    expect((await download({ rental: 'x' })).status).toBe(400);
    expect((await download({ spot: '1' } as Query)).status).toBe(400);
  });

  test('the 61st packet of a person within an hour is refused', async () => {
    const { token, pk } = await signedInMember(at, organization, 'ADMIN');
    const { rentalPk } = await makeSeenRental([]);
    await sql`
      insert into limits (subject, hits, until)
      values (${`packets ${pk}`}, 60, ${fromIso('2026-06-15T19:30:00Z')})`;
    const { status, error } = await download({ rental: String(rentalPk) }, token);
    expect([status, error.code]).toEqual([429, 'too_many_requests']);
  });
});

test('the log has no plate, token, or key of a packet', async () => {
  const { rentalPk } = await makeSeenRental([]);
  await openPacket({ rental: String(rentalPk) });
  expect((await download({ rental: String(rentalPk), visit: 1 })).status).toBe(400);
  const text = logged.join('\n');
  for (const secret of [admin, 'ABC 123', 'ABC123']) expect(text).not.toContain(secret);
});
