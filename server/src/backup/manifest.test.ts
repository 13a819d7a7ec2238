import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../kernel/start-error.ts';
import { atEnd } from '../testing/at-end.ts';
import { fileListName, readFileList } from './manifest.ts';

const sha256 = 'a'.repeat(64);

test.each([
  { name: '../../../evil/pwned.sh', bytes: 1, sha256 },
  { name: '/etc/passwd', bytes: 1, sha256 },
  { name: sha256, bytes: 1, sha256: '../../evil' },
  null,
  'no JSON',
])('a list of files with the line %j is refused', async (line) => {
  const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-test-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const good = JSON.stringify({ name: sha256, bytes: 1, sha256 });
  const text = typeof line === 'string' ? line : JSON.stringify(line);
  writeFileSync(join(folder, fileListName), `${good}\n${text}\n`);
  const files: unknown[] = [];
  const reading = (async () => {
    for await (const file of readFileList(folder)) files.push(file);
  })();
  await expect(reading).rejects.toThrow(StartError);
  expect(files).toHaveLength(1);
});
