import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hydrateLinks, programs } from './binaries.ts';
import { may } from './unprivileged.ts';

const version = `test-${process.pid}`;
const copy = `/var/lib/lotkeeper/bin-${version}`;
let packaged: string;

beforeEach(() => {
  packaged = mkdtempSync(join(tmpdir(), 'lotkeeper-package-'));
  for (const folder of ['bin', 'lib', 'share']) {
    mkdirSync(join(packaged, 'native', folder), { recursive: true });
  }
  for (const file of ['bin/postgres', 'bin/initdb', 'lib/libpq.so.5.18']) {
    writeFileSync(join(packaged, 'native', file), '#!/bin/sh\n', { mode: 0o700 });
  }
  writeFileSync(join(packaged, 'package.json'), JSON.stringify({ version }));
  const links = [
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  ];
  writeFileSync(join(packaged, 'native', 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(() => {
  for (const path of [packaged, copy]) rmSync(path, { recursive: true, force: true });
});

it('packaged programs get only the missing library links, which npm does not carry', () => {
  hydrateLinks(packaged);
  rmSync(join(packaged, 'native', 'lib', 'libpq.so'));
  hydrateLinks(packaged);
  hydrateLinks(packaged);
  const link = (name: string) => readlinkSync(join(packaged, 'native', 'lib', name));
  expect([link('libpq.so.5'), link('libpq.so')]).toEqual(['libpq.so.5.18', 'libpq.so.5.18']);
});

it('packaged programs stay in place for the current account', async () => {
  expect(await programs(undefined, packaged)).toBe(join(packaged, 'native'));
});

it.runIf(process.getuid?.() === 0)(
  'packaged programs are copied once for an account that cannot reach them',
  async () => {
    const nobody = { uid: 65_534, gid: 65_534 };
    expect(await programs(nobody, packaged)).toBe(copy);
    expect(await may(nobody, 'rx', join(copy, 'bin', 'postgres'))).toBe(true);
    expect(readlinkSync(join(copy, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    const made = statSync(copy).ino;
    expect(await programs(nobody, packaged)).toBe(copy);
    expect(statSync(copy).ino).toBe(made);
    expect(statSync(packaged).mode & 0o777).toBe(0o700);
  },
);

it.runIf(process.getuid?.() === 0)(
  'packaged programs are not copied for an account that can reach them',
  async () => {
    for (const path of [
      '',
      'native/bin/postgres',
      'native/bin/initdb',
      'native/lib/libpq.so.5.18',
    ]) {
      chmodSync(join(packaged, path), 0o755);
    }
    expect(await programs({ uid: 65_534, gid: 65_534 }, packaged)).toBe(join(packaged, 'native'));
    expect(existsSync(copy)).toBe(false);
  },
);
