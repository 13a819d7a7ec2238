import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeWorkerUtils } from 'graphile-worker';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { eventually } from '../testing/eventually.ts';
import {
  messageOf,
  openFolder,
  postmasterPid,
  startElsewhere,
} from './embedded-postgres.factory.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

vi.setConfig({ testTimeout: 60_000 });

const asRoot = process.getuid?.() === 0;
const log = { info: vi.fn<(message: string) => void>(), error: vi.fn<(message: string) => void>() };
const base = openFolder();
const model = join(base, 'model');
let folders = 0;

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log });

/** A new data folder with a copy of a small cluster with one row in `kept`. */
function copyOfModel(): string {
  const dataDir = join(base, `data-${++folders}`);
  cpSync(model, dataDir, { recursive: true });
  return dataDir;
}

beforeAll(async () => {
  const { url, stop } = await start(model);
  await queryOnce(url, 'create table kept (value int); insert into kept values (42)');
  await stop();
}, 30_000);

afterAll(() => {
  rmSync(base, { recursive: true, force: true });
});

describe('a start on a new folder', () => {
  it('a start on a new folder makes a UTF-8 database that our client and the job queue’s reach by one URL', async () => {
    const { url, stop } = await start(join(base, 'fresh'));
    const [row] = await queryOnce(
      url,
      `select current_database() as name, current_user as account, current_setting('timezone') as zone,
        pg_encoding_to_char(encoding) as encoding, 'ü' ~ '^\\w$' as letter
       from pg_database where datname = current_database()`,
    );
    const expected = { name: 'lotkeeper', account: 'lotkeeper', zone: 'UTC', encoding: 'UTF8' };
    expect(row).toEqual({ ...expected, letter: true });
    const client = new Client({ connectionString: url });
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    const worker = await makeWorkerUtils({ connectionString: url });
    await worker.migrate();
    await worker.release();
    await stop();
    await stop();
  });

  it('a trigram search in a new database finds ü', async () => {
    const { url, stop } = await start(copyOfModel());
    await queryOnce(url, 'create extension pg_trgm');
    const [row] = await queryOnce(url, `select cardinality(show_trgm('ü')) as trigrams`);
    expect(row).toEqual({ trigrams: 2 });
    await stop();
  });

  it('the password of a new database is in no log, and only its owner can read its file', async () => {
    const dataDir = copyOfModel();
    const { url, stop } = await start(dataDir);
    const file = join(dataDir, 'postgres-password');
    const password = readFileSync(file, 'utf8');
    expect(url).toContain(password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(queryOnce(url.replace(password, 'wrong'), 'select 1')).rejects.toThrow('password');
    await stop();
    const logged = JSON.stringify([log.info.mock.calls, log.error.mock.calls]);
    expect(logged + readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(password);
  });

  it('an interrupted first start begins again', async () => {
    const dataDir = join(base, 'cut-off');
    mkdirSync(join(dataDir, 'postgres.new', 'cluster', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new', 'cluster', 'PG_VERSION'), '18\n');
    const { url, stop } = await start(dataDir);
    expect(await queryOnce(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  });
});

describe('a later start', () => {
  it('a later start finds the earlier data and needs no new database', async () => {
    const dataDir = copyOfModel();
    const first = await start(dataDir);
    await queryOnce(first.url, 'insert into kept values (43)');
    await first.stop();
    const second = await start(dataDir);
    const rows = await queryOnce(second.url, 'select value from kept order by value');
    expect(rows).toEqual([{ value: 42 }, { value: 43 }]);
    await second.stop();
  });

  it('a start takes over from a killed run with everything that was committed', async () => {
    const dataDir = copyOfModel();
    const first = await start(dataDir);
    await queryOnce(first.url, 'insert into kept values (43)');
    await first.stop();
    const killed = await startElsewhere(dataDir);
    const url = killed.said.replace(/^up /, '');
    await queryOnce(url, 'insert into kept values (44)');
    const orphan = postmasterPid(dataDir);
    await killed.kill();
    expect(process.kill(orphan, 0)).toBe(true);
    const socketFolder = decodeURIComponent(/@(.*)\//.exec(url)?.[1] ?? '');
    expect(existsSync(socketFolder)).toBe(true);

    const { url: next, stop } = await start(dataDir);
    expect(postmasterPid(dataDir)).not.toBe(orphan);
    expect(await queryOnce(next, 'select max(value) from kept')).toEqual([{ max: 44 }]);
    expect(existsSync(socketFolder)).toBe(false);
    await stop();
  });

  it('a second start is refused while the first one runs, and allowed after it stopped', async () => {
    const dataDir = copyOfModel();
    const results = await Promise.allSettled([start(dataDir), start(dataDir)]);
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(await messageOf(start(dataDir))).toBe(
      `Another Lotkeeper (process ${process.pid}) is already running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
    await won[0]?.value.stop();
    await (await start(dataDir)).stop();
  });

  it('a start ignores a PID file whose number now belongs to another program', async () => {
    const dataDir = copyOfModel();
    // The other program runs under the database's account: only then does PostgreSQL mistake it for its own.
    const { uid, gid } = statSync(join(model, 'postgres'));
    const other = spawn('sleep', ['60'], { cwd: '/', ...(asRoot && { uid, gid }) });
    const lines = [other.pid, join(dataDir, 'postgres'), 1, 5432, '/nowhere', '', '', 'ready'];
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), lines.join('\n'));
    await (await start(dataDir)).stop();
    expect(other.kill()).toBe(true);
  });

  it('a start sets a new password when its file is gone, and reports a wrong password', async () => {
    const dataDir = copyOfModel();
    const file = join(dataDir, 'postgres-password');
    writeFileSync(file, 'another');
    expect(await messageOf(start(dataDir))).toContain(`The password in ${file} is not`);
    rmSync(file);
    const { url, stop } = await start(dataDir);
    expect(await queryOnce(url, 'select value from kept')).toEqual([{ value: 42 }]);
    await stop();
  });
});

describe('PostgreSQL that ends by itself', () => {
  const killPostmaster = (dataDir: string) => process.kill(postmasterPid(dataDir), 'SIGKILL');
  const answer = (url: string) => queryOnce(url, 'select value from kept').catch(() => undefined);
  const within10Seconds = 10_000;

  it('PostgreSQL that ends by itself is restarted at the same URL with all committed data', async () => {
    const dataDir = copyOfModel();
    const { url, stop } = await start(dataDir);
    const first = postmasterPid(dataDir);
    await queryOnce(url, 'insert into kept values (45)');
    killPostmaster(dataDir);
    const rows = await eventually(() => answer(url), within10Seconds);
    expect(rows).toEqual([{ value: 42 }, { value: 45 }]);
    expect(postmasterPid(dataDir)).not.toBe(first);
    await stop();
  });

  it('a failed restart of PostgreSQL is retried until it succeeds', async () => {
    const dataDir = copyOfModel();
    const { url, stop } = await start(dataDir);
    const control = join(dataDir, 'postgres', 'global', 'pg_control');
    log.error.mockClear();
    renameSync(control, `${control}.away`);
    killPostmaster(dataDir);
    // It stops waiting for the killed server's processes after 10 seconds.
    await eventually(() => log.error.mock.calls.length > 1, 20_000);
    expect(log.error.mock.calls[1]?.[0]).toContain('PostgreSQL could not start');
    expect(await answer(url)).toBe(undefined);
    renameSync(`${control}.away`, control);
    expect(await eventually(() => answer(url), within10Seconds)).toEqual([{ value: 42 }]);
    await stop();
  });

  it('PostgreSQL is not started again after a stop', async () => {
    const dataDir = copyOfModel();
    const { url, stop } = await start(dataDir);
    killPostmaster(dataDir);
    await stop();
    expect(await answer(url)).toBe(undefined);
    await (await start(dataDir)).stop();
  });
});

describe('PostgreSQL in the middle of its recovery', () => {
  /** Kills one backend after writing so much that the recovery takes a while. */
  async function beginRecovery(url: string): Promise<void> {
    await queryOnce(
      url,
      'create table much as select n, md5(n::text) from generate_series(1, 1e6) n',
    );
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await eventually(() =>
      queryOnce(url, 'select 1').then(
        () => false,
        () => true,
      ),
    );
  }

  it('a start after a kill waits for the recovery, which takes less than 10 seconds', async () => {
    const dataDir = copyOfModel();
    const killed = await startElsewhere(dataDir);
    await beginRecovery(killed.said.replace(/^up /, ''));
    await killed.kill();
    const startedAt = performance.now();
    const { url, stop } = await start(dataDir);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await queryOnce(url, 'select count(*)::int as rows from much')).toEqual([{ rows: 1e6 }]);
    await stop();
  });

  it('a stop ends PostgreSQL in recovery within 10 seconds, and the next start has everything', async () => {
    const dataDir = copyOfModel();
    const { url, stop } = await start(dataDir);
    await beginRecovery(url);
    const startedAt = performance.now();
    await stop();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const next = await start(dataDir);
    const rows = await queryOnce(next.url, 'select count(*)::int as rows from much');
    expect(rows).toEqual([{ rows: 1e6 }]);
    await next.stop();
  });

  it('PostgreSQL that hangs after an earlier stop is ended by force', async () => {
    const dataDir = copyOfModel();
    const killed = await startElsewhere(dataDir);
    await beginRecovery(killed.said.replace(/^up /, ''));
    process.kill(postmasterPid(dataDir), 'SIGINT');
    await killed.kill();
    const startedAt = performance.now();
    const { url, stop } = await start(dataDir);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await queryOnce(url, 'select count(*)::int as rows from much')).toEqual([{ rows: 1e6 }]);
    await stop();
  });
});

describe('a damaged folder', () => {
  it('a data folder without its version file is reported as damaged and left as it is', async () => {
    const dataDir = copyOfModel();
    const folder = join(dataDir, 'postgres');
    rmSync(join(folder, 'PG_VERSION'));
    expect(await messageOf(start(dataDir))).toContain(`The database folder ${folder} is damaged`);
    expect(existsSync(join(folder, 'global', 'pg_control'))).toBe(true);
    expect(await messageOf(start(dataDir))).toContain('is damaged');
  });

  it('a data folder of another PostgreSQL version is refused', async () => {
    const dataDir = copyOfModel();
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    expect(await messageOf(start(dataDir))).toContain('was made by PostgreSQL 16');
  });

  it('a data folder that PostgreSQL refuses is reported with the path of the log', async () => {
    const dataDir = copyOfModel();
    truncateSync(join(dataDir, 'postgres', 'global', 'pg_control'), 10);
    const message = await messageOf(start(dataDir));
    expect(message).toContain(`could not start in ${join(dataDir, 'postgres')}`);
    expect(message).toContain(`The full log is in ${join(dataDir, 'postgres.log')}.`);
  });

  it('a data folder that points to a missing place is reported with that place', async () => {
    const dataDir = join(base, 'dangling');
    mkdirSync(dataDir);
    symlinkSync('/var/lib/lotkeeper/gone/cluster', join(dataDir, 'postgres'));
    expect(await messageOf(start(dataDir))).toContain(
      '/var/lib/lotkeeper/gone/cluster, which is gone',
    );
  });
});
