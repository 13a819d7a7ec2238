import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'lotkeeper-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program's environment after it has read a file. */
function readWith(file, env) {
  const module = join(import.meta.dirname, 'settings-file.mjs');
  const script = `
    import { readSettingsFile } from ${JSON.stringify(module)};
    readSettingsFile(process.argv[1]);
    console.log(JSON.stringify([process.env.PORT, process.env.MAIL_FROM]));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', file], {
    env: { ...env, PATH: process.env.PATH },
    encoding: 'utf8',
  });
}

test('a settings file adds missing settings, without comments and quotes', () => {
  const file = join(folder, '.env');
  writeFileSync(file, '# The port\nPORT=4000\nMAIL_FROM="Lots <no-reply@lots.example>"\n');
  expect(JSON.parse(readWith(file, {}).stdout)).toEqual(['4000', 'Lots <no-reply@lots.example>']);
  expect(JSON.parse(readWith(file, { PORT: '5000' }).stdout)[0]).toBe('5000');
});

test('a settings file is optional, and one that can’t be read is refused with one message', () => {
  expect(readWith(join(folder, 'none'), {}).status).toBe(0);
  const { status, stderr } = readWith(folder, {});
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The settings in .+ can’t be read \(.+\)\.\n$/);
});
