import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tampering } from '@lotkeeper/contract/trust/packets.factory';
import { makePacket } from '@lotkeeper/contract/trust/packets.factory';
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
