import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { BlobReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafKinds } from './day-statements.ts';
import { namePacketImage, packetFiles } from './evidence-packets.ts';
import { maxZipBytes } from './packet-zip.ts';
import type { StatementDraft, Tampering, TestEntry } from './packets.factory.ts';
import {
  makePacket,
  makePacketFiles,
  makeTestKey,
  otherTestKey,
  replaceText,
  signText,
  testImages,
  testKey,
  testOrganization,
  testRows,
  toEntries,
  writeTestZip,
} from './packets.factory.ts';
import { hashToHex } from './proofs.ts';
import type { Verdict } from './verify-packet.ts';
import { verifyPacket } from './verify-packet.ts';

const trustedKeys = [testKey.fingerprint];
const verify = (bytes: Uint8Array) => verifyPacket(bytes, { trustedKeys });
const imageName = (extension: keyof typeof testImages) =>
  namePacketImage(hashToHex(testImages[extension]), extension);
const jpg = imageName('jpg');

/** The verdict and its messages as text. */
const toText = (verdict: Verdict): string =>
  [
    verdict.verdict,
    ...('findings' in verdict ? verdict.findings.map(({ message }) => message) : []),
  ].join('\n');

describe('a right packet', () => {
  test('a packet whose rows are all sealed is proved, with the time of each seal', async () => {
    const verdict = await verify(makePacket());
    expect(verdict).toMatchObject({
      verdict: 'proved',
      origin: {
        organization: testOrganization,
        made_at: '2026-05-23T12:00:00.000Z',
        key: testKey.fingerprint,
        keys: [testKey.fingerprint],
        areKeysExpected: true,
        unexpectedKeys: [],
      },
      unsealed: [],
      missingImages: [],
    });
    if (verdict.verdict !== 'proved') return;
    expect(verdict.proved[0]).toEqual({
      table: 'ledger_entries',
      pk: 11,
      name: 'ledger entry 11',
      summary: 'charge, $25.92, card-77',
      at: 1_779_292_800_000,
      seal: 1,
      day: '2026-05-20',
      sealed_at: '2026-05-21T09:00:00.000Z',
    });
    expect(verdict.proved.map(({ name, summary, seal }) => [name, summary, seal])).toEqual([
      ['ledger entry 11', 'charge, $25.92, card-77', 1],
      ['plate read 31', 'ABC123, AZ', 1],
      ['plate read 32', 'ABC123, AZ', 1],
      ['visit 41', 'ABC123, AZ, renter', 1],
      ['ledger entry 12', 'refund, $5.00, refund-12', 2],
      ['audit entry 21', 'waived, ABC123', 2],
      ['visit 42', 'removed', 2],
    ]);
    expect(verdict.images.map(({ name, type, rows }) => [name, type, rows])).toEqual([
      [jpg, 'image/jpeg', ['plate read 31', 'visit 41']],
      [imageName('png'), 'image/png', ['plate read 31']],
      [imageName('webp'), 'image/webp', ['plate read 32', 'visit 41']],
    ]);
  });

  test('without expected keys it is proved, and the keys remain to be compared', async () => {
    const verdict = await verifyPacket(makePacket({ key: otherTestKey }));
    expect(verdict).toMatchObject({
      verdict: 'proved',
      origin: {
        areKeysExpected: false,
        key: otherTestKey.fingerprint,
        keys: [otherTestKey.fingerprint, testKey.fingerprint],
      },
    });
  });

  test('a packet with a row that no seal has yet is proved in part', async () => {
    const row = { table: 'visits', pk: 43, plate: 'XYZ789', status: 'parked' } as const;
    const verdict = await verify(makePacket({ unsealed: [row] }));
    expect(verdict).toMatchObject({
      verdict: 'proved in part',
      unsealed: [{ name: 'visit 43', summary: 'XYZ789, parked', at: null }],
    });
  });

  test('an image that no row names is proved in part only', async () => {
    const bytes = concatBytes(testImages.jpg, Uint8Array.of(1));
    const name = namePacketImage(hashToHex(bytes), 'jpg');
    const verdict = await verify(makePacket({ files: (files) => files.set(name, bytes) }));
    expect(verdict.verdict).toBe('proved in part');
    expect(verdict).toHaveProperty(
      'images',
      expect.arrayContaining([expect.objectContaining({ name, rows: [], isProved: false })]),
    );
  });

  test('an image that rows name may be missing, and is listed', async () => {
    const verdict = await verify(makePacket({ files: (files) => files.delete(jpg) }));
    expect(verdict).toMatchObject({
      verdict: 'proved',
      missingImages: [{ sha256: hashToHex(testImages.jpg), rows: ['plate read 31', 'visit 41'] }],
    });
  });

  test.each([
    ['compressed while it was sent', { level: 6, dataDescriptor: true }],
    ['stored with known sizes', { level: 0, dataDescriptor: false, extendedTimestamp: false }],
  ])('a packet that was %s is proved', async (_, options) => {
    const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
    for (const [name, bytes] of makePacketFiles())
      await writer.add(name, new BlobReader(new Blob([new Uint8Array(bytes)])), options);
    expect(toText(await verify(await writer.close()))).toBe('proved');
  });
});

const changeForm = (fields: object): Tampering => ({
  proof: ({ rows: [row] }) => row && Object.assign(row.form, fields),
});
const changeProof = (fields: object, index = 0): Tampering => ({
  proof: ({ rows }) => Object.assign(rows[index]?.proof ?? {}, fields),
});
const changePath = (change: (path: string[]) => unknown): Tampering => ({
  proof: ({ rows: [row] }) => row && change(row.proof.path),
});
const moveRow = (seal: number): Tampering => ({
  proof: ({ rows: [row] }) => row && Object.assign(row, { seal }),
});
const changeSealed = (change: (text: string) => string): Tampering => ({
  proof: ({ seals: [seal] }) => seal && Object.assign(seal, { statement: change(seal.statement) }),
});
const changeStatement = (number: number, fields: Partial<StatementDraft>): Tampering => ({
  statement: (statement) => {
    if (statement.number === number) Object.assign(statement, fields);
  },
});
const emptyCounts = Object.fromEntries(leafKinds.map((kind) => [kind, 0]));
const wrongHash = 'ab'.repeat(32);

/** Changes, keyed by the finding that they cause. */
type Findings<Change = Tampering> = Record<string, Record<string, Change>>;
const listCases = <Change>(findings: Findings<Change>) =>
  Object.entries(findings).flatMap(([finding, changes]) =>
    Object.entries(changes).map(([what, change]) => [what, change, finding] as const),
  );

/** An attacker who has the packet's key, but not the seals' key, changes the packet and signs it again. */
const resigned: Findings = {
  'Ledger entry 11 is not in seal 1 in this form: the row or its proof was changed.': {
    'the value of a row': changeForm({ gross: 2593 }),
    'a column that was added to a row': changeForm({ note: 'paid in cash' }),
    'a column that was removed from a row': {
      proof: ({ rows }) => void delete rows[0]?.form.external_id,
    },
    'a hash in the path of a proof': changePath((path) => path.splice(0, 1, wrongHash)),
    'a path that is too short': changePath((path) => path.pop()),
    'a path that is too long': changePath((path) => path.push(wrongHash)),
  },
  'Ledger entry 13 is not in seal 1 in this form': { 'the pk of a row': changeForm({ pk: 13 }) },
  'Plate read 32 is not in seal 1 in this form': {
    'the forms of two rows that were swapped': {
      proof: ({ rows: [, a, b] }) => {
        if (a && b) [a.form, b.form] = [b.form, a.form];
      },
    },
  },
  'Plate read 31 is not in seal 1 in this form': {
    'the index of a proof': changeProof({ index: 2 }, 1),
  },
  'The packet has ledger entry 99 twice.': {
    'a row that was added with the proof of another': {
      proof: ({ rows }) => {
        const [row] = rows;
        if (row) rows.push({ ...row, form: { ...row.form, pk: 99 } });
      },
    },
  },
  'The proof of audit entry 11 points at a row of another table in seal 1: ledger_entries.': {
    'a row of another table in the range of a table': changeForm({ table: 'audit_entries' }),
  },
  'The proof of ledger entry 11 points beyond the rows of seal 1.': {
    'an index beyond the rows': changeProof({ index: 4 }),
  },
  'The proof of ledger entry 11 is for a tree of 5 rows, and seal 1 has 4.': {
    'the size of a proof': changeProof({ size: 5 }),
  },
  'The proof of ledger entry 11 is for a tree of 4 rows, and seal 2 has 3.': {
    'the seal of a row': moveRow(2),
  },
  'The packet doesn’t have seal 7, which ledger entry 11 names.': {
    'the seal of a row to one that is not there': moveRow(7),
  },
  'The packet doesn’t have seal 2, which ledger entry 12 names.': {
    'a seal that was removed': { proof: ({ seals }) => seals.pop() },
  },
  'The packet has ledger entry 11 twice.': {
    'a row that is there twice': { proof: ({ rows }) => rows.push(...rows.slice(0, 1)) },
    'a row that is sealed and unsealed': { unsealed: [testRows.charge] },
  },
  'The statement of seal 1 is in the packet twice.': {
    'a seal that is there twice': {
      proof: ({ seals }) => seals.splice(1, 0, ...seals.slice(0, 1)),
    },
  },
  'The statement of seal 1 is not in the order of the numbers.': {
    'seals out of order': { proof: ({ seals }) => seals.reverse() },
  },
  'proof.json is not in the form that packets have it, or one of its statements isn’t.': {
    'the root of a statement': changeSealed((text) => text.replace(/(?<="root":")./, 'x')),
  },
  'The statement of seal 1 wasn’t signed by its key, or was changed after that.': {
    'the day of a statement': changeSealed((text) => text.replace('05-20', '05-19')),
    'the signature of a seal': {
      proof: ({ seals: [a, b] }) => a && b && Object.assign(a, { signature: b.signature }),
    },
    'a seal that another key signed': {
      proof: ({ seals: [seal] }) =>
        seal && Object.assign(seal, { signature: signText(seal.statement, otherTestKey) }),
    },
  },
  'has the fingerprint of another key.': {
    'a key that was replaced under its fingerprint': {
      proof: ({ keys: [key] }) => key && Object.assign(key, { public_key: otherTestKey.publicKey }),
    },
  },
  'The statement of seal 1 names a key that the packet doesn’t have': {
    'a key that was removed': { proof: ({ keys }) => keys.pop() },
  },
  'is listed twice.': {
    'a key that is listed twice': { proof: ({ keys }) => keys.push(...keys.slice(0, 1)) },
  },
  'evidence.json is not JSON.': {
    'evidence.json that is not JSON': {
      files: (files) => replaceText(files, 'evidence.json', '}', ''),
    },
  },
  [`${jpg} is not the image that its name says.`]: {
    'an image under the hash of another': { files: (files) => files.set(jpg, testImages.png) },
  },
  'is not of the type that its name says.': {
    'an image with the extension of another type': {
      files: (files) => {
        files.delete(jpg);
        files.set(jpg.replace('jpg', 'png'), testImages.jpg);
      },
    },
  },
  'proof.json is not in the form that packets have it': {
    'a proof that is not canonical': { proofText: (text) => ` ${text}` },
    'a proof with another field': { proofText: (text) => `{"comment":"",${text.slice(1)}` },
  },
  'manifest.json is not in the form that packets have it, so it was changed.': {
    'a manifest that is not canonical': { manifestText: (text) => `${text}\n` },
    'a manifest with a mark of the byte order': { manifestText: (text) => `\uFEFF${text}` },
  },
  'manifest.json doesn’t list evidence.pdf.': {
    'a manifest without the PDF': {
      manifest: (manifest) => {
        manifest.files = manifest.files.filter(({ name }) => name !== 'evidence.pdf');
      },
    },
  },
  'manifest.json lists proof.json twice.': {
    'a manifest that lists a file twice': {
      manifest: ({ files }) => files.push(...files.slice(-1)),
    },
  },
  'manifest.json lists files out of order.': {
    'a manifest out of order': { manifest: ({ files }) => files.reverse() },
  },
  'manifest.json lists run.exe, which is not a file of a packet.': {
    'a manifest with another file': {
      manifest: ({ files }) => files.push({ name: 'run.exe', size: 0, sha256: wrongHash }),
    },
  },
  'manifest.json names a key by the fingerprint of another one.': {
    'a manifest with the fingerprint of another key': {
      manifest: (manifest) => Object.assign(manifest, { public_key: otherTestKey.publicKey }),
    },
  },
  'The statement of seal 1 is one of another organization.': {
    'another organization in the manifest': {
      manifest: (manifest) => Object.assign(manifest, { organization: crypto.randomUUID() }),
    },
  },
};

/** An attacker with the installation's keys makes seals that contradict each other. */
const resealed: Findings = {
  'Ledger entry 11 is not in seal 1 in this form': {
    'the root of a statement': changeStatement(1, { root: wrongHash }),
  },
  'The proof of ledger entry 11 points at a row of another table in seal 1: visits.': {
    'the counts of a statement': changeStatement(1, {
      counts: { ...emptyCounts, visits: 4 } as StatementDraft['counts'],
    }),
  },
  'The statement of seal 2 doesn’t name seal 1 as the one before it, so one of the two was changed.':
    { 'the hash of the statement before': changeStatement(2, { previous: wrongHash }) },
  'The statement of seal 2 doesn’t name the one before it.': {
    'a later statement without one before': changeStatement(2, { previous: null }),
  },
  'The statement of seal 1 is the first one, and names one before it.': {
    'a first statement with one before': changeStatement(1, { previous: wrongHash }),
  },
  'The statement of seal 1 is one of another organization.': {
    'a statement of another organization': changeStatement(1, {
      organization: crypto.randomUUID(),
    }),
  },
  'The proof of visit 41 points at a row of another table in seal 1: plate_reads.': {
    'a visit in the range of plate reads': { days: [{ plate_reads: [testRows.visit] }] },
  },
  'The proof of ledger entry 11 points at a row of another table in seal 1: visit_changes.': {
    'a ledger entry in the range of changed visits': {
      days: [{ visit_changes: [testRows.charge] }],
    },
  },
  'Visit 41 is not in seal 1 in this form': {
    'a tree of one row with a path': {
      days: [{ visits: [testRows.visit] }],
      ...changePath((path) => path.push(wrongHash)),
    },
  },
};

/** An attacker without any key changes the files. */
const changed: Findings<NonNullable<Tampering['after']>> = {
  'evidence.json was changed: it has another SHA-256 than was signed.': {
    'evidence.json': (files) => replaceText(files, 'evidence.json', 'car', 'bus'),
  },
  'evidence.pdf was changed: it has 22 bytes instead of 18.': {
    'the PDF': (files) => replaceText(files, 'evidence.pdf', 'the story', 'another story'),
  },
  'proof.json was changed: it has another SHA-256 than was signed.': {
    'a row in the proof': (files) => replaceText(files, 'proof.json', '2592', '2593'),
  },
  'proof.json was changed': {
    'a row that was removed from the proof': (files) => {
      const removed = makePacketFiles({ proof: ({ rows }) => rows.shift() });
      files.set('proof.json', removed.get('proof.json') ?? new Uint8Array());
    },
  },
  'manifest.json was changed after it was signed, or another key signed it.': {
    'the time in the manifest': (files) =>
      replaceText(files, 'manifest.json', '2026-05-23', '2026-05-22'),
    'a manifest that another key signed': (files) => {
      const text = new TextDecoder().decode(files.get('manifest.json'));
      files.set('manifest.sig', utf8ToBytes(signText(text, otherTestKey)));
    },
  },
  'manifest.sig is not a signature.': {
    'a signature with a line break': (files) => replaceText(files, 'manifest.sig', '0', '0\n'),
  },
  'The packet has no manifest.sig, so nobody signed it.': {
    'no signature': (files) => files.delete('manifest.sig'),
  },
  [`${jpg} was changed: it has another SHA-256 than was signed.`]: {
    'an image': (files) =>
      files.set(
        jpg,
        Uint8Array.from(testImages.jpg, (byte, index) => (index === 9 ? 0 : byte)),
      ),
  },
  [`images/${wrongHash}.jpg was added to the packet.`]: {
    'the name of an image': (files) => {
      files.delete(jpg);
      files.set(namePacketImage(wrongHash, 'jpg'), testImages.jpg);
    },
  },
  [`${jpg} was removed from the packet.`]: {
    'an image that was removed': (files) => files.delete(jpg),
  },
  'was added to the packet.': {
    'an image that was added': (files) => {
      const bytes = concatBytes(testImages.png, Uint8Array.of(7));
      files.set(namePacketImage(hashToHex(bytes), 'png'), bytes);
    },
  },
  'read-me.html is not a file of a packet.': {
    'a file that was added': (files) => files.set('read-me.html', utf8ToBytes('<script>')),
  },
  'proof.json was removed from the packet.': {
    'proof.json that was removed': (files) => files.delete('proof.json'),
  },
};

/** Fails unless a packet is rejected with this finding. */
async function expectFound(tampering: Tampering, finding: string) {
  const text = toText(await verify(makePacket(tampering)));
  expect(text).toMatch(/^failed\n/);
  expect(text).toContain(finding);
}

describe('a packet that was changed', () => {
  test.each(listCases(resigned))(
    '%s is found although the packet was signed again',
    (_, tampering, finding) => expectFound(tampering, finding),
  );

  test.each(listCases(resealed))(
    '%s is found although the seals were signed again',
    (_, tampering, finding) => expectFound(tampering, finding),
  );

  test.each(listCases(changed))('%s is found', (_, after, finding) =>
    expectFound({ after }, finding),
  );

  test('a packet that another key signed fails where keys are expected', async () => {
    const text = toText(await verify(makePacket({ key: otherTestKey })));
    expect(text).toMatch(
      /^failed\nThe packet is signed by the key \w{8}…\w{8}, which is not an expected one\.$/,
    );
  });

  test('a packet whose seals another key signed fails where keys are expected', async () => {
    const text = toText(await verify(makePacket({ sealKey: makeTestKey(3) })));
    expect(text).toContain('The statement of seal 1 is signed by the key');
  });

  test('a packet of a later format is unreadable, and says which', async () => {
    const manifestText = (text: string) => text.replace('packet 1', 'packet 2');
    expect(toText(await verify(makePacket({ manifestText })))).toBe(
      'unreadable\nThe packet is of a format that this version doesn’t know: lotkeeper evidence packet 2.',
    );
  });
});

const entries = toEntries(makePacketFiles());
const isImage = ({ name }: TestEntry) => name.startsWith('images/');
const change = (name: string, fields: Partial<TestEntry>) =>
  entries.map((entry) => (entry.name === name ? { ...entry, ...fields } : entry));
const changeZip = (name: string, fields: Partial<TestEntry>) => writeTestZip(change(name, fields));
const addToZip = (name: string, text = '') =>
  writeTestZip([...entries, { name, bytes: utf8ToBytes(text) }]);
const readBytes = (name: string) =>
  entries.find((entry) => entry.name === name)?.bytes ?? new Uint8Array();

/** Compresses zeros so that few bytes become many. */
async function deflateZeros(size: number): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(size)]).stream();
  const deflated = stream.pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(deflated).arrayBuffer());
}

describe('a ZIP that was changed', () => {
  const hidden = utf8ToBytes('hidden');
  const zips: Findings<Uint8Array> = {
    'The ZIP has two entries of the same name.': {
      'a duplicate entry': writeTestZip([...entries, ...entries.slice(0, 1)]),
      'overlapping entries': writeTestZip([
        ...entries,
        { name: 'manifest.json', bytes: readBytes('manifest.json'), offset: 0 },
      ]),
    },
    'The ZIP has an entry that leads out of its folder: ../evil.sh.': {
      'an entry that leads out of its folder': addToZip('../evil.sh', '#!'),
    },
    'The ZIP has an entry that leads out of its folder: /etc/passwd.': {
      'an absolute path': addToZip('/etc/passwd', 'root'),
    },
    'The ZIP has an entry for a folder, images/; a packet has none.': {
      'an entry for a folder': addToZip('images/'),
    },
    'evidence?fdp.exe is not a file of a packet.': {
      'a text of bidirectional characters as a name': addToZip('evidence\u202efdp.exe'),
    },
    'proof.json has a second name in the ZIP; a packet’s files have one.': {
      'a Unicode Path field': changeZip(packetFiles.proof, {
        extra: concatBytes(
          new Uint8Array([0x75, 0x70, 10, 0, 1, 0, 0, 0, 0]),
          utf8ToBytes('a.bin'),
        ),
      }),
    },
    'proof.json is encrypted in the ZIP.': {
      'an encrypted entry': changeZip(packetFiles.proof, { flags: 0x801 }),
    },
    'proof.json is compressed in a way that packets aren’t.': {
      'another way to compress': changeZip(packetFiles.proof, { method: 12 }),
    },
    'evidence.pdf can’t be read from the ZIP': {
      'a wrong checksum': changeZip(packetFiles.pdf, { crc: 1 }),
    },
    'evidence.pdf is larger than a file of a packet can be.': {
      'a huge declared size': changeZip(packetFiles.pdf, { size: 0xfffffff0, method: 8 }),
    },
    'a packet has no more than 20000000.': {
      'many large declared sizes': writeTestZip(
        entries.map((entry) =>
          isImage(entry) ? { ...entry, size: 15_000_000, method: 8 } : entry,
        ),
      ),
    },
    'evidence.pdf': {
      'a size that is too small': changeZip(packetFiles.pdf, { size: 3 }),
    },
    'The ZIP has data before its first entry.': {
      'data before the first entry': changeZip(packetFiles.pdf, { before: hidden }),
      'data before the ZIP': concatBytes(utf8ToBytes('#!/bin/sh'), writeTestZip(entries)),
      'two ZIPs in one file': concatBytes(writeTestZip(entries), writeTestZip(entries)),
    },
    'The ZIP has data before proof.json that belongs to no entry.': {
      'data between entries': changeZip(packetFiles.proof, { before: hidden }),
    },
    'The ZIP has no end: it was cut off, or something was added after it.': {
      'data after the ZIP': writeTestZip(entries, { after: hidden }),
    },
    'evidence.json can’t be read from the ZIP': {
      'entries that share their bytes': changeZip(packetFiles.evidence, { offset: 0 }),
    },
    'The ZIP has 200 entries; a packet has no more than 105.': {
      'too many entries': writeTestZip(
        Array.from({ length: 200 }, (_, number) => ({
          name: `${number}`,
          bytes: new Uint8Array(),
        })),
      ),
    },
  };
  test.each(listCases(zips))('%s is found', async (_, zip, finding) => {
    const text = toText(await verify(zip));
    expect(text).toMatch(/^(failed|unreadable)\n/);
    expect(text).toContain(finding);
  });

  test('a ZIP bomb isn’t inflated further than it says', async () => {
    const bomb = await deflateZeros(30_000_000);
    const zip = changeZip(packetFiles.pdf, { bytes: bomb, size: 1000, method: 8, crc: 0 });
    expect(toText(await verify(zip))).toMatch(/^failed\nevidence\.pdf /);
  });

  test.each([
    ['an empty file', new Uint8Array(), 'unreadable\nThe file is empty.'],
    [
      'random bytes',
      crypto.getRandomValues(new Uint8Array(5000)),
      'unreadable\nThe file is not a ZIP.',
    ],
    ['a PDF', utf8ToBytes(`%PDF-1.7${' '.repeat(100)}`), 'unreadable\nThe file is not a ZIP.'],
    [
      'a huge file',
      new Uint8Array(maxZipBytes + 1),
      'unreadable\nThe file is larger than a packet can be (20 MB).',
    ],
    [
      'a ZIP without a manifest',
      writeTestZip(entries.slice(0, 2)),
      'unreadable\nThe ZIP has no manifest.json: it is not an evidence packet.',
    ],
    ['a ZIP without entries', writeTestZip([]), 'unreadable\nThe ZIP'],
  ])('%s is unreadable', async (_, bytes, text) => {
    expect(toText(await verify(bytes))).toContain(text);
  });

  test('a ZIP that was cut off anywhere is unreadable', async () => {
    const zip = makePacket();
    for (const share of [0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.9999]) {
      const { verdict } = await verify(zip.slice(0, Math.floor(zip.length * share)));
      expect(verdict).toBe('unreadable');
    }
  });

  test('a byte that was changed anywhere in a file is found', async () => {
    const anywhere = fc
      .constantFrom(...entries)
      .chain(({ name, bytes }) =>
        fc.tuple(fc.constant(name), fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })),
      );
    const property = fc.asyncProperty(anywhere, async ([name, index, flip]) => {
      const bytes = Uint8Array.from(readBytes(name), (byte, at) =>
        at === index ? byte ^ flip : byte,
      );
      const { verdict } = await verify(changeZip(name, { bytes }));
      expect(verdict).toMatch(/^(failed|unreadable)$/);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test('no byte of a ZIP makes it throw when it is changed', async () => {
    const zip = makePacket();
    const property = fc.asyncProperty(fc.nat(zip.length - 1), fc.nat(255), async (index, value) => {
      const { verdict } = await verify(zip.with(index, value));
      expect(verdict).toMatch(/^(proved|failed|unreadable)$/);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test('random bytes before the end of a ZIP are no packet', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const { verdict } = await verify(concatBytes(bytes, writeTestZip([])));
        expect(verdict).toMatch(/^(failed|unreadable)$/);
      }),
      { numRuns: 60 },
    );
  });
});
