import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getLiveness, getReadiness } from '@lotkeeper/contract/platform/health';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { dataFolder } from '../../../testing/processes.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testApp } from '../../../testing/test-app.ts';

let at: TestApp;
let areJobsRunning = true;
let checks = 0;
beforeEach(async () => {
  areJobsRunning = true;
  checks = 0;
  at = await testApp({
    now: '2026-06-15T19:00:00Z',
    areJobsRunning: () => {
      checks += 1;
      return areJobsRunning;
    },
  });
});

const notReady = () =>
  eventually(async () => {
    const answer = await at.call(getReadiness, {});
    return answer.status === 503 ? answer : undefined;
  });

test('a process with a database, all migrations, jobs, and disk space is live and ready', async () => {
  expect((await at.call(getLiveness, {})).body).toEqual({ status: 'live' });
  const ready = await at.call(getReadiness, {});
  expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
});

test('a process is not ready while a migration is missing', async () => {
  await at.database.system`delete from migrations where name = '0020_access.sql'`;
  const { error, response } = await notReady();
  expect(error).toMatchObject({
    detail: 'Not ready: migrations.',
    code: 'unavailable',
    fields: { migrations: '1 migrations are missing.' },
  });
  expect(response.headers['retry-after']).toBe('2');
});

test('a process is not ready without its data folder', async () => {
  const lost = await testApp({
    now: '2026-06-15T19:00:00Z',
    settings: { DATA_DIR: '/nowhere/to/be/found' },
  });
  const { status, error } = await lost.call(getReadiness, {});
  expect([status, error.fields]).toEqual([503, { disk: 'The data folder can’t be read.' }]);
});

test('a process is not ready while no jobs are running, and is ready again when they are', async () => {
  areJobsRunning = false;
  expect((await notReady()).error.fields).toEqual({ jobs: 'Jobs aren’t running.' });
  areJobsRunning = true;
  await eventually(async () => (await at.call(getReadiness, {})).status === 200);
});

test('a process without its database is live but not ready, and its answer has no names or secrets', async () => {
  await at.database.close();
  expect((await notReady()).error.fields).toEqual({ database: 'The database isn’t responding.' });
  expect((await at.call(getLiveness, {})).status).toBe(200);
});

test.each([
  ['current', '2026-06-15T18:59:00Z'],
  ['late', '2026-06-15T18:57:00Z'],
])('a process is ready with an archive that is %s', async (backups, complete_until) => {
  const folder = dataFolder();
  const state = { timeline: 1, start: 0, position: 0, sha256: '', complete_until };
  mkdirSync(join(folder, 'wal', '0a1b2c3d'), { recursive: true });
  writeFileSync(join(folder, 'wal', '0a1b2c3d', 'archive.json'), JSON.stringify(state));
  const app = await testApp({ now: '2026-06-15T19:00:00Z', settings: { BACKUP_DIR: folder } });
  // A busy machine may take longer for it than a check waits.
  const { status, body } = await eventually(async () => {
    const answer = await app.call(getReadiness, {});
    return answer.status === 200 ? answer : null;
  });
  expect([status, body]).toEqual([200, { status: 'ready', backups }]);
});

test('a process is ready even without its archive folder', async () => {
  const settings = { BACKUP_DIR: '/nowhere/to/be/found' };
  const app = await testApp({ now: '2026-06-15T19:00:00Z', settings });
  const { status, body } = await app.call(getReadiness, {});
  expect([status, body]).toEqual([200, { status: 'ready', backups: 'late' }]);
});

test('a thousand readiness requests within a second run one check', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const answers = await Promise.all(Array.from({ length: 1000 }, () => at.call(getReadiness, {})));
  vi.useRealTimers();
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(checks).toBe(1);
});
