import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getVisitorImport, listRecentImports } from '@lotkeeper/contract/intake/visitors-csv';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { expect, test } from 'vitest';
import { openSessions } from '../../../kernel/access/sessions.ts';
import { eventually } from '../../../testing/eventually.ts';
import { affiliate, makePerson } from '../../../testing/people.factory.ts';
import type { Spawned } from '../../../testing/processes.ts';
import { addressOfServer, dataFolder, start } from '../../../testing/processes.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { clockAt } from '../../../testing/test-app.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { makeVisitorCode } from '../../../testing/visitors.factory.ts';

/** Megabytes that a process may use beyond its usage when idle. */
const maxMemory = 192;

/** Enough for dozens of transactions; the bench measures a file of the maximum size. */
const importedRows = 30_000;

/** Milliseconds for an import, and between two status requests: more frequent ones would use up the person's budget. */
const importMs = 120_000;
const intervalMs = 100;

/** The current and peak memory of a process, in megabytes; only Linux reports them. */
function memoryOf({ child }: Spawned): { now: number; peak: number } {
  const file = `/proc/${child.pid}/status`;
  if (!existsSync(file)) return { now: 0, peak: 0 };
  const status = readFileSync(file, 'utf8');
  const megabytes = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

test('a kill -9 during an import of 30,000 rows or its undo loses and repeats no row, within 192 MB of memory', async () => {
  const database = await testDatabase();
  const sql = database.system;
  const spot = await makeSpot(sql);
  await makeVisitorCode(sql, spot, { code: 'GUEST', always_valid: true });
  const person = await makePerson(sql);
  await affiliate(sql, person, { pk: spot.organization }, 'EMPLOYEE');
  const sessions = await openSessions(database, clockAt('2100-01-01T00:00:00Z'), console.error);
  const token = await sessions.start(person.pk, null);
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataFolder() };

  let server = start('main.ts', settings);
  let address = await addressOfServer(server);
  const ask = async <T>(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<T> => {
    const headers = { authorization: `Token ${token}`, ...init.headers };
    const response = await fetch(`${address}/api/${path}`, { ...init, headers });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as T;
  };
  const look = () => ask<AnswerOf<typeof getVisitorImport>>(`visitors_csv?spot=${spot.pk}`);

  const atRest = memoryOf(server).now;
  const rows = Array.from(
    { length: importedRows },
    (_, n) => `Q${n},Arizona,Visitor Number ${n},(602) 555-${String(n % 10_000).padStart(4, '0')}`,
  );
  const file = ['plate,state,name,phone', ...rows].join('\r\n');
  const { url: csv_url } = await ask<{ url: string }>('upload', {
    method: 'POST',
    headers: { filename: 'guests.csv' },
    body: Buffer.from(file).toString('base64'),
  });
  await ask('visitors_csv', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spot: spot.pk, code: 'GUEST', file: 'guests.csv', csv_url }),
  });
  await eventually(
    async () => {
      const { progress } = await look();
      return progress.value > progress.max / 5;
    },
    importMs,
    intervalMs,
  );
  expect(memoryOf(server).peak - atRest).toBeLessThan(maxMemory);
  server.child.kill('SIGKILL');
  await server.ended;
  const [before] = await sql<[{ added: number; state: string }]>`
    select added, state from visitor_imports`;
  expect(before.state).toBe('running');
  expect(before.added).toBeGreaterThan(0);
  expect(before.added).toBeLessThan(importedRows);

  server = start('main.ts', settings);
  address = await addressOfServer(server);
  const rested = memoryOf(server).now;
  const done = await eventually(
    async () => {
      const { progress, latest } = await look();
      return progress.value === progress.max ? latest : undefined;
    },
    importMs,
    intervalMs,
  );
  expect(done).toMatchObject({ state: 'done', added: importedRows, updated: 0, refused: 0 });
  expect(memoryOf(server).peak - rested).toBeLessThan(maxMemory);
  const [kept] = await sql`
    select (select count(*) from visitors) as visitors, (select count(*) from visitor_sessions) as sessions,
      (select coalesce(sum(visitors), 0)::bigint from visitor_hours) as counted`;
  expect(kept).toEqual({ visitors: importedRows, sessions: importedRows, counted: importedRows });
  // The file is removed once the database knows that it isn't needed.
  const left = () =>
    readdirSync(join(settings.DATA_DIR, 'files'), { recursive: true, withFileTypes: true });
  await eventually(async () => left().every((one) => !one.isFile()));

  // Undone, with another kill in the middle.
  const pk = done?.pk ?? 0;
  await ask(`visitors_csv/${pk}/undo/`, { method: 'POST' });
  const { path } = listRecentImports;
  const readUndo = async () => {
    const { results } = await ask<AnswerOf<typeof listRecentImports>>(
      `${path.slice('/api/'.length)}?spot=${spot.pk}`,
    );
    return results[0]?.undo;
  };
  await eventually(async () => ((await readUndo())?.removed ?? 0) > 0, importMs, intervalMs);
  server.child.kill('SIGKILL');
  await server.ended;
  const [halfway] = await sql<[{ undo_removed: number; undo_state: string }]>`
    select undo_removed, undo_state from visitor_imports`;
  expect(halfway.undo_state).toBe('running');
  server = start('main.ts', settings);
  address = await addressOfServer(server);
  const undone = await eventually(
    async () => {
      const undo = await readUndo();
      return undo?.state === 'done' ? undo : undefined;
    },
    importMs,
    intervalMs,
  );
  expect(undone).toMatchObject({ removed: importedRows, restored: 0, kept: 0 });
  const [rest] = await sql`
    select (select count(*) from visitors where deleted_at is null) as visitors,
      (select count(*) from visitor_sessions where ended_at is null) as sessions,
      (select coalesce(sum(visitors), 0)::bigint from visitor_hours) as counted`;
  expect(rest).toEqual({ visitors: 0, sessions: 0, counted: 0 });
}, 300_000);
