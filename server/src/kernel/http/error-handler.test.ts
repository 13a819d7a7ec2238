import { connect } from 'node:net';
import { addSupportCode, commonFailure } from '@lotkeeper/contract/kernel/errors';
import { createKiosk } from '@lotkeeper/contract/operations/kiosks';
import { expect, test } from 'vitest';
import { signedInMember } from '../../testing/people.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testApp } from '../../testing/test-app.ts';

const logged: string[] = [];

const app = await testApp({
  now: '2026-06-15T19:00:00Z',
  settings: { LOG_LEVEL: 'error' },
  logTo: { write: (line) => void logged.push(line) },
});

/** Starts two kiosks while the database allows one per property, by a constraint with this name. */
async function breakConstraint(name: string) {
  const spot = await makeSpot(app.database.system);
  const { token } = await signedInMember(app, { pk: spot.organization }, 'ADMIN');
  const sql = app.database.system;
  await sql`create unique index ${sql.identifier(name)} on kiosks (organization_id, spot_pk)`;
  const start = () => {
    const body = { spot: spot.pk, mode: 'hours' as const, minutes: 60, pin: '4711' };
    return app.call(createKiosk, { body }, { token });
  };
  expect((await start()).status).toBe(200);
  const second = await start();
  await sql`drop index ${sql.identifier(name)}`;
  return second;
}

test('a write that breaks an unexpected constraint answers 500, and the constraint is in the log under the code that the person sees', async () => {
  const { status, error, response } = await breakConstraint('kiosks_unexpected');
  expect([status, error.code, error.detail]).toEqual([500, 'internal', commonFailure]);
  const [fault] = logged.map((line) => JSON.parse(line)).filter((line) => line.code === '23505');
  expect(fault).toMatchObject({ msg: 'request failed', constraint: 'kiosks_unexpected' });
  // The number of a process or a time may hold these digits too.
  const { pid: _pid, time: _time, ...logEntry } = fault;
  expect(JSON.stringify(logEntry)).not.toContain('4711');
  expect(fault.request_id).toMatch(/^[2-9a-hj-np-z]{8}$/);
  expect(error.request_id).toBe(fault.request_id);
  expect(response.headers['x-request-id']).toBe(fault.request_id);
  const shown = addSupportCode(error.detail, error.request_id);
  expect(shown.endsWith(`tell support this code: ${fault.request_id}`)).toBe(true);
});

test('each request has its own id, which a caller can’t choose', async () => {
  const ids: unknown[] = [];
  for (const url of ['/api/spots/', '/api/nothing/', '/api/%zz', '/healthz/live']) {
    const headers = { 'x-request-id': 'chosen', 'request-id': 'chosen' };
    const answer = await app.app.inject({ url, headers });
    ids.push(answer.headers['x-request-id']);
    expect(answer.headers['x-request-id']).toMatch(/^[2-9a-hj-np-z]{8}$/);
    if (answer.statusCode < 500) expect(answer.body).not.toContain('request_id');
  }
  expect(new Set(ids).size).toBe(ids.length);
});

test('a write that loses a race for a known key answers 409', async () => {
  await app.database.system`drop index custom_reports_by_name`;
  const { status, error } = await breakConstraint('custom_reports_by_name');
  expect([status, error.code]).toEqual([409, 'conflict']);
});

test('a caller who hangs up in the middle of a body leaves nothing in the log', async () => {
  const port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const ended = new Promise<void>((resolve) => {
    app.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  logged.length = 0;
  const socket = connect(port, '127.0.0.1');
  app.app.server.once('request', () => socket.resetAndDestroy());
  socket.write(
    'POST /api/otp/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a',
  );
  await ended;
  expect(logged).toEqual([]);
});
