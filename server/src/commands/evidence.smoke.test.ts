import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tampering } from '@lotkeeper/contract/trust/packets.factory';
import { makePacket, otherTestKey, testKey } from '@lotkeeper/contract/trust/packets.factory';
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
