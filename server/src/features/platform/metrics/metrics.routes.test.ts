import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { getLiveness } from '@lotkeeper/contract/platform/health';
import { expect, test } from 'vitest';
import { defineJob, enqueueOnce, migrateJobsAt } from '../../../kernel/data/jobs.ts';
import { movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { plateRead, recordReads } from '../../../testing/visits.factory.ts';
import { describeWaitingFiles } from './file-metrics.ts';

const token = 'a-token-of-the-monitor';

const at = await testApp({ now: '2026-06-15T19:00:00Z', settings: { METRICS_TOKEN: token } });
const sql = at.database.system;
await migrateJobsAt(at.database.url);

const scrape = async (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  at.app.inject({ url: '/api/metrics', headers });

/** The value of a metric by its name with labels, as Prometheus reads it. */
async function read(name: string): Promise<number | undefined> {
  const { statusCode, body } = await scrape();
  expect(statusCode).toBe(200);
  const line = body.split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

test('metrics are shown only with the token, and there are none without the setting', async () => {
  for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: token }]) {
    const { statusCode, json } = await scrape(headers);
    expect([statusCode, json().code]).toEqual([401, 'key_invalid']);
  }
  const other = await testApp({ now: '2026-06-15T19:00:00Z', database: at.database });
  const { statusCode } = await other.app.inject({
    url: '/api/metrics',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(statusCode).toBe(404);
});

test('requests are counted by route and status, never by their URL', async () => {
  await at.call(getLiveness, {});
  await at.app.inject({ url: '/api/spots/secret-1234?token=secret' });
  expect(
    await read('lotkeeper_http_requests_total{method="GET",route="/api/health/live",status="200"}'),
  ).toBe(1);
  expect(
    await read(
      'lotkeeper_http_request_duration_seconds_count{method="GET",route="/api/health/live"}',
    ),
  ).toBe(1);
  const { body, headers } = await scrape();
  expect(body).not.toContain('secret');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m);
});

test('connections in use and tasks that wait for one are shown', async () => {
  const used = 'lotkeeper_database_connections{pool="writers",state="used"}';
  const free = 'lotkeeper_database_connections{pool="writers",state="free"}';
  const before = (await read(free)) ?? 0;
  await at.database.app.begin(async () => {
    expect([await read(used), await read(free)]).toEqual([1, before - 1]);
  });
  expect(await read(used)).toBe(0);
});

test('jobs, waiting messages, cameras, and ledger entries come from the database', async () => {
  const spot = await makeSpot(sql);
  const organization_id = spot.organization;
  const entries = (await read('lotkeeper_ledger_entries')) ?? 0;
  await record(sql, spot, [
    rental(spot, '2026-06-15T18:00:00Z', 500, {
      movements: [movement('2026-06-15T18:00:00Z', 500)],
    }),
  ]);
  expect(await read('lotkeeper_ledger_entries')).toBe(entries + 1);
  const runAt = (at.clock() - 90_000) as Instant;
  await sql.begin(async (tx) => {
    const payload = { organization_id, person_pk: 1 };
    await enqueueOnce(tx, defineJob<object>('mail_new_role'), payload, {
      key: 'late',
      runAt,
    });
  });
  expect(await read('lotkeeper_jobs{task="mail_new_role",state="due"}')).toBe(1);
  expect(await read('lotkeeper_jobs_late_seconds{task="mail_new_role"}')).toBe(90);
  expect(await read('lotkeeper_messages_waiting')).toBe(1);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`;
  expect(await read('lotkeeper_jobs{task="mail_new_role",state="failed"}')).toBe(1);
  expect(await read('lotkeeper_messages_waiting')).toBe(1);
  await sql`
    insert into cameras (organization_id, camera_ref, name, first_seen_at, last_read_at)
    select ${organization_id}, 'camera ' || n, 'camera', ${at.clock()}, ${at.clock()}::timestamptz - n * interval '2 hours'
    from generate_series(0, 1) n`;
  expect(await read('lotkeeper_cameras{last_read="within an hour"}')).toBe(1);
  expect(await read('lotkeeper_cameras{last_read="within a day"}')).toBe(1);
});

test('rows that were set aside are counted', async () => {
  const spot = await makeSpot(sql);
  expect(await read('lotkeeper_set_aside')).toBe(0);
  await recordReads(sql, spot, [plateRead(spot, '2026-06-15T18:00:00Z', 'Entrance')]);
  await sql`update plate_reads set paired = true, set_aside = 'Its time.' where spot_pk = ${spot.pk}`;
  expect(await read('lotkeeper_set_aside')).toBe(1);
});

test('a camera that is unusually silent is counted, once every five minutes', async () => {
  const spot = await makeSpot(sql);
  await sql`
    insert into cameras (organization_id, spot_pk, camera_ref, name, first_seen_at, last_beat_at, heartbeat_every_ms)
    values (${spot.organization}, ${spot.pk}, 'beats', 'beats', ${at.clock()}, ${at.clock()}, 60000)`;
  at.clock.forward(10 * 60_000);
  const before = (await read('lotkeeper_cameras_silent')) ?? 0;
  expect(before).toBeGreaterThanOrEqual(1);
  await sql`update cameras set last_beat_at = ${at.clock()} where camera_ref = 'beats'`;
  expect(await read('lotkeeper_cameras_silent')).toBe(before);
  at.clock.forward(5 * 60_000);
  await sql`update cameras set last_beat_at = ${at.clock()} where camera_ref = 'beats'`;
  expect(await read('lotkeeper_cameras_silent')).toBe(before - 1);
});

const noFiles = { count: 0, since: null };

test('with an object store, the files that wait for it are counted, with the age of the oldest', async () => {
  const now = at.clock();
  const waiting = { count: 3, since: instant(now - 90_000) };
  const text = await describeWaitingFiles(waiting, now);
  expect(text).toMatch(/^lotkeeper_files_waiting 3$/m);
  expect(text).toMatch(/^lotkeeper_files_waiting_seconds 90$/m);
});

test('the dashboard and the docs name only metrics that exist', async () => {
  const docs = join(import.meta.dirname, '../../../../../docs');
  const body = (await scrape()).body + (await describeWaitingFiles(noFiles, at.clock()));
  const existing = new Set([...body.matchAll(/^(?:# TYPE )?(\w+)/gm)].map((found) => found[1]));
  const read = (file: string) => readFileSync(join(docs, file), 'utf8');
  const named = new Set(
    `${read('grafana-dashboard.json')}${read('deploy.md')}`.match(
      /\b(lotkeeper|process|nodejs)_[a-z0-9_]+\b(?!-)/g,
    ),
  );
  expect([...named].filter((name) => name.startsWith('lotkeeper_')).length).toBeGreaterThan(8);
  const missing = [...named].filter((name) => !existing.has(name) && !name.endsWith('_app'));
  expect(missing).toEqual([]);
});
