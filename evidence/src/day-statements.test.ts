import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DayStatement } from './day-statements.ts';
import {
  fingerprintKey,
  hashStatement,
  isSignedBy,
  leafKinds,
  readStatement,
  writeStatement,
} from './day-statements.ts';

const zeroHash = '0'.repeat(64);
const statement: Omit<DayStatement, 'format'> = {
  organization: '6a1f6b0e-2f0f-4a6e-9b55-0d6f7d5f2c11',
  number: 1,
  day: '2026-06-15' as LocalDate,
  sealed_at: '2026-06-16T08:00:00.000Z',
  previous: null,
  root: zeroHash,
  counts: { ledger_entries: 3, audit_entries: 0, plate_reads: 2, visits: 1, visit_changes: 0 },
  key: zeroHash,
};

test('a statement is written in one form, and read in that form only', () => {
  const text = writeStatement(statement);
  expect(text).toBe(
    '{"counts":{"audit_entries":0,"ledger_entries":3,"plate_reads":2,"visit_changes":0,"visits":1},' +
      `"day":"2026-06-15","format":"lotkeeper day seal 1","key":"${zeroHash}","number":1,` +
      `"organization":"6a1f6b0e-2f0f-4a6e-9b55-0d6f7d5f2c11","previous":null,"root":"${zeroHash}",` +
      '"sealed_at":"2026-06-16T08:00:00.000Z"}',
  );
  expect(readStatement(text)).toEqual({ format: 'lotkeeper day seal 1', ...statement });
  expect(Object.keys(statement.counts)).toEqual([...leafKinds]);
  const others = [` ${text}`, text.replace('"number":1', '"number":1.0'), text.slice(1), '', '[]'];
  const withMore = text.replace('"day"', '"color":"red","day"');
  for (const other of [...others, withMore, text.replace('seal 1', 'seal 2')]) {
    expect(readStatement(other), other).toBeNull();
  }
});

test('the hash of a statement changes with each of its fields', () => {
  const changes: Partial<DayStatement>[] = [
    {},
    { number: 2 },
    { previous: zeroHash },
    { day: '2026-06-16' as LocalDate },
    { counts: { ...statement.counts, visits: 2 } },
  ];
  const seen = new Set(
    changes.map((change) => hashStatement(writeStatement({ ...statement, ...change }))),
  );
  expect(seen.size).toBe(changes.length);
});

test('the first signature of RFC 8032 is right, and wrong for another text', () => {
  const publicKey = hexToBytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  const signature = hexToBytes(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  );
  expect(isSignedBy(publicKey, '', signature)).toBe(true);
  expect(isSignedBy(publicKey, 'x', signature)).toBe(false);
  expect(isSignedBy(publicKey, '', signature.slice(1))).toBe(false);
  expect(isSignedBy(publicKey.slice(1), '', signature)).toBe(false);
  expect(fingerprintKey(publicKey)).toMatch(/^[0-9a-f]{64}$/);
});

test('a signature is right for its text only, and no bit of it may change', () => {
  const { secretKey, publicKey } = ed25519.keygen();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(63), fc.nat(7), (text, index, bit) => {
      const signature = ed25519.sign(utf8ToBytes(text), secretKey);
      expect(isSignedBy(publicKey, text, signature)).toBe(true);
      expect(isSignedBy(publicKey, `${text} `, signature)).toBe(false);
      const changed = Uint8Array.from(signature);
      changed[index] = (changed[index] ?? 0) ^ (1 << bit);
      expect(isSignedBy(publicKey, text, changed)).toBe(false);
    }),
    { numRuns: 30 },
  );
});
