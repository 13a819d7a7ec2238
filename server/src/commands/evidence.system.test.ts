import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tampering } from '@lotkeeper/evidence/packets.factory';
import { makePacket, otherTestKey, testKey } from '@lotkeeper/evidence/packets.factory';
import { expect, test } from 'vitest';
import { dataFolder, runToEnd } from '../testing/processes.ts';

const folder = dataFolder();

/** Runs the command in a folder of its own, as if npm had been called there. */
const evidence = (...args: string[]) =>
  runToEnd('commands/evidence.ts', { INIT_CWD: folder }, ['verify', ...args]);

async function writePacket(name: string, tampering: Tampering = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), makePacket(tampering));
  return name;
}

test('a valid packet is proved row by row, with exit code 0', async () => {
  const packet = await writePacket('right.zip');
  const { code, out, error } = await evidence(packet, '--key', testKey.fingerprint);
  expect([code, error]).toEqual([0, '']);
  expect(out.split('\n').slice(0, 7)).toEqual([
    'Proved: Nothing was changed, and every row is sealed.',
    'Organization: 3f333df6-90a4-4fda-8dd3-9485d27cee36',
    'Made at: 2026-05-23T12:00:00.000Z',
    `Signed with the key: ${testKey.fingerprint}`,
    '',
    'ledger entry 11 (charge, $25.92, card-77, 2026-05-20T16:00:00.000Z)',
    '  existed in this form when seal 1 of 2026-05-20 was made at 2026-05-21T09:00:00.000Z',
  ]);
  expect(out).toContain('.png: named by plate read 31\n');
  expect(out).toContain('It doesn’t show:\n- That what a row says is true');
});

test('a changed packet and one of another key fail with a reason and exit code 1', async () => {
  const changed = await writePacket('changed.zip', {
    proof: ({ rows }) => Object.assign(rows[0]?.form ?? {}, { gross: 1 }),
  });
  expect(await evidence(changed)).toMatchObject({
    code: 1,
    out: [
      'Failed: This packet proves nothing. Ask the operator for it again.',
      '  Ledger entry 11 is not in seal 1 in this form: the row or its proof was changed.',
      '',
    ].join('\n'),
  });
  const foreign = await evidence(await writePacket('right.zip'), '--key', otherTestKey.fingerprint);
  expect(foreign.code).toBe(1);
  expect(foreign.out).toContain('which is not an expected one.');
});

test('without a key it asks to compare the fingerprint, and ends with 3, since anyone may have signed', async () => {
  const { code, out } = await evidence(await writePacket('right.zip'));
  expect(code).toBe(3);
  expect(out).toContain('Compare the fingerprint with the one that the operator handed out.');
});

test('a packet with an unsealed row is proved in part, with exit code 3', async () => {
  const row = { table: 'visits', pk: 43, plate: 'XYZ789', status: 'parked' } as const;
  const { code, out } = await evidence(await writePacket('part.zip', { unsealed: [row] }));
  expect(code).toBe(3);
  expect(out).toContain('visit 43 (XYZ789, parked) is not sealed yet\n');
});

test('a non-packet and a missing file get different messages and exit code 2', async () => {
  await mkdir(join(folder, 'a-folder'), { recursive: true });
  await writeFile(join(folder, 'text.zip'), 'not a ZIP');
  await writeFile(join(folder, 'huge.zip'), '');
  await truncate(join(folder, 'huge.zip'), 3_000_000_000);
  const [text, missing, aFolder, huge, none, key] = await Promise.all([
    evidence('text.zip'),
    evidence('missing.zip'),
    evidence('a-folder'),
    evidence('huge.zip'),
    evidence(),
    evidence('text.zip', '--key', 'abc'),
  ]);
  expect([text.code, text.out.split('\n')[1]]).toEqual([2, '  The file is not a ZIP.']);
  expect([missing.code, missing.error]).toEqual([2, 'missing.zip does not exist.\n']);
  expect([aFolder.code, aFolder.error]).toEqual([
    2,
    'a-folder is not a file. Name the ZIP of a packet.\n',
  ]);
  expect(huge.error).toMatch(/^huge\.zip is larger than a packet can be/);
  expect([none.code, none.error]).toEqual([2, expect.stringMatching(/^Usage: /)]);
  expect([key.code, key.error]).toEqual([2, expect.stringMatching(/^abc is not a fingerprint/)]);
});
