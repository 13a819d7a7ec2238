import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { readZip } from '@lotkeeper/evidence/packet-files';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDaySealer } from '../features/trust/seals/seals.jobs.ts';
import { StartError } from '../kernel/start-error.ts';
import { openSealKey } from '../records/trust/seal-key.ts';
import { atEnd } from '../testing/at-end.ts';
import { exportToFile } from '../testing/exported-organization.ts';
import { makeOrganization } from '../testing/people.factory.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testApp } from '../testing/test-app.ts';
import type { ExportManifest } from './export-manifest.ts';
import { writeExportManifest } from './export-manifest.ts';
import { importOrganization } from './import-organization.ts';
import { listEntries } from './zip-source.ts';
import type { ZipSource } from './zip-writer.ts';
import { writeZip } from './zip-writer.ts';

const now = '2026-06-15T19:05:00Z';
const old = await testApp({ now });
const sql = old.database.system;
const organization = await makeOrganization(sql);
const spot = await makeSpot(sql, { organization });
const image = await old.files.put(Buffer.from('the bytes of an image'));
await sql`insert into images (organization_id, kind, file, media_type, bytes, taken_at)
  values (${organization.pk}, 'note', ${image}, 'image/png', 21, now())`;
await record(sql, spot, [
  rental(spot, '2026-06-14T19:00:00Z', 1000, {
    car: { plate: 'ABC 123', state: 'AZ', country: 'US' },
  }),
  rental(spot, '2026-06-14T20:00:00Z', 2500, {
    car: { plate: 'DEF 456', state: 'AZ', country: 'US' },
  }),
]);
await makeDaySealer({ sql, clock: old.clock, secretBox: old.secretBox })();
const path = await exportToFile({ ...old, now: fromIso(now) }, organization.pk);
const whole = await readFile(path);
const files = await readZip(whole);
const fresh = await testApp({ now });
const folder = await mkdtemp(join(tmpdir(), 'lotkeeper-damaged-'));
atEnd(() => rm(folder, { recursive: true }));

const ownKey = openSealKey(old.secretBox).fingerprint;
const forgersKey = openSealKey({
  hash: () => createHash('sha256').update('another secret key').digest(),
});

interface Importing {
  trustedKey: string;
  /** Called with the path of the file for each message of the import. */
  change: (sentence: string, path: string) => void;
}

/** Imports bytes; returns why they were refused. */
async function refuse(
  bytes: Uint8Array,
  { trustedKey = ownKey, change = () => undefined }: Partial<Importing> = {},
): Promise<string> {
  const damaged = join(folder, 'damaged.zip');
  await writeFile(damaged, bytes);
  const report = (sentence: string) => change(sentence, damaged);
  const importing = importOrganization({ ...fresh, path: damaged, trustedKey, report });
  const error: unknown = await importing.then(
    () => new Error('It was imported.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartError)) throw error;
  for (const table of ['organizations', 'people', 'rentals', 'ledger_entries', 'revenue_days'])
    expect(await fresh.database.system.unsafe(`select from ${table}`)).toEqual([]);
  return error.message;
}

/** The same ZIP, with the texts of files changed or, by null, left out. */
async function zip(change: (name: string, text: string) => string | null): Promise<Uint8Array> {
  async function* listSources(): AsyncGenerator<ZipSource> {
    for (const { name, bytes } of files) {
      const text = change(name, Buffer.from(bytes).toString());
      if (text === null) continue;
      const content = Readable.from([Buffer.from(text)]);
      yield { name, content, isPacked: name.startsWith('files/') };
    }
  }
  return Buffer.concat(await Readable.from(writeZip(listSources())).toArray());
}

/** The last bytes of compressed contents: some of their bits mean nothing. */
async function listLastBytes(): Promise<Set<number>> {
  const handle = await open(path);
  const last = new Set<number>();
  for await (const { offset, filename, compressionMethod, compressedSize } of listEntries(handle))
    if (compressionMethod !== 0) last.add(offset + 30 + filename.length + 20 + compressedSize - 1);
  await handle.close();
  return last;
}

/** Replaces a text of a file and signs the manifest again, as somebody with another key could. */
async function forge(file: string, from: string, to: string, addedRows = 0): Promise<Uint8Array> {
  const key = forgersKey;
  const content = Buffer.from(files.find(({ name }) => name === file)?.bytes ?? []).toString();
  const changed = content.replace(from, to);
  expect(changed).not.toBe(content);
  const sha256 = createHash('sha256').update(changed).digest('hex');
  let manifest = '';
  return zip((name, text) => {
    if (name === 'manifest.sig') return key.sign(manifest).toString('hex');
    if (name !== 'manifest.json') return name === file ? changed : text;
    const { format: _, ...rest } = JSON.parse(text) as ExportManifest;
    manifest = writeExportManifest({
      ...rest,
      key: key.fingerprint,
      public_key: key.publicKey.toString('hex'),
      files: rest.files.map((listed) =>
        listed.name === file
          ? {
              ...listed,
              sha256,
              bytes: Buffer.byteLength(changed),
              rows: (listed.rows ?? 0) + addedRows,
            }
          : listed,
      ),
    });
    return manifest;
  });
}

test('a file with any byte changed is refused in words, and nothing is imported', async () => {
  const lastBytes = await listLastBytes();
  const position = fc.nat(whole.length - 1).filter((at) => !lastBytes.has(at));
  await fc.assert(
    fc.asyncProperty(position, fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ change;
      expect(await refuse(bytes)).toMatch(/^The file can’t be imported/);
    }),
    { numRuns: 30 },
  );
});

test('a file that was cut off anywhere is refused, and nothing is imported', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
      expect(await refuse(whole.subarray(0, length))).toMatch(/^The file can’t be imported/);
    }),
    { numRuns: 15 },
  );
});

test('a file without a row, without an image, or with another manifest is refused', async () => {
  const withoutRow = await zip((name, text) =>
    name === 'data/rentals.csv' ? text.split('\n').toSpliced(1, 1).join('\n') : text,
  );
  expect(await refuse(withoutRow)).toContain('data/rentals.csv was changed.');
  const withoutImage = await zip((name, text) => (name.startsWith('files/') ? null : text));
  expect(await refuse(withoutImage)).toContain(`files/${image} is missing.`);
  const otherImage = await zip((name, text) => (name.startsWith('files/') ? 'other bytes' : text));
  expect(await refuse(otherImage)).toContain(`files/${image} was changed.`);
  const otherName = await zip((name, text) =>
    name === 'manifest.json' ? text.replace('"bytes":', '"bytes": ') : text,
  );
  expect(await refuse(otherName)).toContain('manifest.json isn’t as it was written.');
  const otherCount = await zip((name, text) =>
    name === 'manifest.json' ? text.replace('"rows":2', '"rows":1') : text,
  );
  expect(await refuse(otherCount)).toContain('manifest.json was changed after it was signed.');
  const otherFormat = await zip((name, text) =>
    name === 'manifest.json' ? text.replace('export 1', 'export 2') : text,
  );
  expect(await refuse(otherFormat)).toContain('its format is “lotkeeper organization export 2”');
});

test('a file that was changed and signed again with another key is refused by its seals', async () => {
  const forged = await forge('data/ledger_entries.csv', ',2500,', ',3500,');
  const trustedKey = forgersKey.fingerprint;
  expect(await refuse(forged, { trustedKey })).toContain('aren’t as they were sealed');
  expect(await refuse(forged)).toContain('not with the one named by --key');
});

test('a file with other columns is refused, since another release made it', async () => {
  const forged = await forge('data/rentals.csv', 'rental_type', 'rental_kind');
  const trustedKey = forgersKey.fingerprint;
  expect(await refuse(forged, { trustedKey })).toContain(
    'data/rentals.csv has other columns than this release.',
  );
});

/** The first row of a file, changed, behind the last one. */
async function addRow(file: string, change: (row: string) => string): Promise<Uint8Array> {
  const content = Buffer.from(files.find(({ name }) => name === file)?.bytes ?? []).toString();
  const row = content.split('\n')[1] ?? '';
  return forge(file, `${row}\n`, `${row}\n${change(row)}\n`, 1);
}

test('a file with rows of another organization is refused, no matter who signed it', async () => {
  const trustedKey = forgersKey.fingerprint;
  const second = await addRow('data/organizations.csv', (row) =>
    row.replace(/^\d+,[^,]+/, '99999,00000000-0000-4000-8000-000000000000'),
  );
  expect(await refuse(second, { trustedKey })).toContain('it has another organization than');
  const renamed = await forge('data/organizations.csv', organization.uuid, randomUUID());
  expect(await refuse(renamed, { trustedKey })).toContain('it has another organization than');
  const foreign = await forge('data/spots.csv', `${organization.pk},`, '99999,');
  expect(await refuse(foreign, { trustedKey })).toMatch(/^The file can’t be imported/);
});

test('a file that is changed after it was verified is refused, and nothing is imported', async () => {
  const at = whole.indexOf('the bytes of an image');
  const changeImage = (sentence: string, path: string) => {
    if (sentence !== 'Every file is as it was signed.') return;
    const bytes = Buffer.from(whole);
    bytes.write('THE', at);
    writeFileSync(path, bytes);
  };
  expect(await refuse(whole, { change: changeImage })).toMatch(
    new RegExp(`files/${image} (was changed while it was imported|can’t be read)`),
  );
});
