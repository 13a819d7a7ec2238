import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { openFolder, programFor, startElsewhere } from './embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

vi.setConfig({ testTimeout: 30_000 });

const nobody = { uid: 65_534, gid: 65_534 };
const asRoot = process.getuid?.() === 0;
const log = { info: () => undefined, error: () => undefined };
const base = openFolder();
const elsewhere: string[] = [base];

let program: Awaited<ReturnType<typeof programFor>>;

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log });

beforeAll(async () => {
  if (asRoot) program = await programFor(nobody, base);
}, 30_000);

afterAll(() => {
  for (const folder of elsewhere) rmSync(folder, { recursive: true, force: true });
});

describe.runIf(asRoot)('started by root', () => {
  it('PostgreSQL started by root runs below a folder that its account cannot enter, and leaves it unchanged', async () => {
    const home = mkdtempSync(join(tmpdir(), 'lotkeeper-home-'));
    const dataDir = join(home, 'data');
    elsewhere.push(home);
    const first = await start(dataDir);
    await queryOnce(first.url, 'create table t as select 7 as value');
    await first.stop();
    const place = readlinkSync(join(dataDir, 'postgres'));
    elsewhere.push(dirname(place));
    expect(place).toMatch(/^\/var\/lib\/lotkeeper\/[0-9a-f]{12}\/cluster$/);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    const second = await start(dataDir);
    expect(await queryOnce(second.url, 'select value from t')).toEqual([{ value: 7 }]);
    await second.stop();
  });

  it('PostgreSQL listens elsewhere when its account cannot enter the temporary folder', async () => {
    const tmp = mkdtempSync(join(tmpdir(), 'lotkeeper-tmp-'));
    elsewhere.push(tmp);
    vi.stubEnv('TMPDIR', tmp);
    const { url, stop } = await start(join(base, 'private-tmp'));
    vi.unstubAllEnvs();
    expect(await queryOnce(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('a start by root clears what an interrupted first start left in the system folder', async () => {
    const home = mkdtempSync(join(tmpdir(), 'lotkeeper-home-'));
    mkdirSync('/var/lib/lotkeeper', { recursive: true });
    const left = mkdtempSync('/var/lib/lotkeeper/left-');
    mkdirSync(join(home, 'data'));
    symlinkSync(join(left, 'cluster'), join(home, 'data', 'postgres.new'));
    elsewhere.push(home, left);
    await (await start(join(home, 'data'))).stop();
    elsewhere.push(dirname(readlinkSync(join(home, 'data', 'postgres'))));
    expect(existsSync(left)).toBe(false);
    expect(lstatSync(join(home, 'data', 'postgres.new'), { throwIfNoEntry: false })).toBe(
      undefined,
    );
  });

  it('a start by root in between leaves an ordinary account’s own folder usable', async () => {
    const dataDir = join(base, 'ordinary');
    mkdirSync(dataDir);
    chownSync(dataDir, nobody.uid, nobody.gid);
    for (const user of [nobody, undefined, nobody]) {
      const { said, kill } = await startElsewhere(dataDir, user, program);
      expect(said).toContain('up postgres://');
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid);
      await kill();
    }
    await (await start(dataDir)).stop();
  });

  it('an ordinary account gets a message when it cannot use the folder', async () => {
    const dataDir = join(base, 'foreign');
    mkdirSync(dataDir);
    const { said, kill } = await startElsewhere(dataDir, nobody, program);
    await kill();
    expect(said).toContain(
      `StartError Lotkeeper can’t keep its data in ${dataDir}: this account isn’t allowed`,
    );
  });
});
