import { expect, test } from 'vitest';
import {
  namePacketImage,
  readImageName,
  readManifest,
  readProof,
  writeManifest,
  writeProof,
} from './evidence-packets.ts';

const hash = 'ab'.repeat(32);
const manifest = {
  organization: '3f333df6-90a4-4fda-8dd3-9485d27cee36',
  made_at: '2026-11-25T14:00:00.000Z',
  key: hash,
  public_key: hash,
  files: [{ name: 'evidence.json', size: 2, sha256: hash }],
};
const proof = {
  keys: [{ fingerprint: hash, public_key: hash }],
  seals: [],
  rows: [],
  unsealed: [{ pk: 7, table: 'visits' as const, plate: 'ABC123' }],
};

test('a manifest and a proof are read as they were written', () => {
  expect(readManifest(writeManifest(manifest))).toMatchObject(manifest);
  expect(readProof(writeProof(proof))).toEqual(proof);
});

test.each([
  '',
  '[]',
  'null',
  '{',
  JSON.stringify(manifest),
  ` ${writeManifest(manifest)}`,
  writeManifest(manifest).replace('packet 1', 'packet 2'),
  writeManifest({ ...manifest, key: hash.toUpperCase() }),
])('%j isn’t a manifest', (text) => expect(readManifest(text)).toBeNull());

test('a proof with an unreadable statement can’t be read', () => {
  const seals = [{ statement: '{}', signature: 'ab'.repeat(64) }];
  expect(readProof(writeProof({ ...proof, seals }))).toBeNull();
});

test('an image is named by the hash of its bytes', () => {
  expect(readImageName(namePacketImage(hash, 'jpg'))).toBe(hash);
  expect(readImageName(`images/${hash}.svg`)).toBeNull();
  expect(readImageName(`images/../${hash}.jpg`)).toBeNull();
});
