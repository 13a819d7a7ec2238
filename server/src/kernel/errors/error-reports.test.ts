import { listVisitors } from '@lotkeeper/contract/operations/visitors';
import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { startErrorService } from '../../testing/error-service.ts';
import { eventually } from '../../testing/eventually.ts';
import { testProperty } from '../../testing/test-property.ts';
import { noErrorReports, openErrorReports } from './error-reports.ts';

const logged: string[] = [];

const service = await startErrorService();
atEnd(() => service.close());
const errorReports = await openErrorReports(service.dsn);
const { at, spot, token } = await testProperty({
  now: '2026-06-15T19:00:00Z',
  errorReports,
  settings: { LOG_LEVEL: 'error' },
  logTo: { write: (line) => void logged.push(line) },
});

const search = 'WALT123';
const list = (pk: number) =>
  at.call(
    listVisitors,
    { query: { spot: pk, search } as never },
    { token, headers: { cookie: 'auth=sesame' } },
  );

const isError = (envelope: string) => envelope.includes('"type":"event"');

test('a refusal is answered and not reported', async () => {
  expect((await list(999_999)).status).toBe(404);
  expect((await at.app.inject({ url: '/api/visitors' })).statusCode).toBe(401);
  await errorReports.close();
  expect(service.envelopes.filter(isError)).toEqual([]);
});

test('a 500 is reported with its route and stack but no request data, and the log names the report', async () => {
  await at.database.system.unsafe('alter table visitors rename to visitors_gone');
  const { status } = await list(spot.pk);
  await at.database.system.unsafe('alter table visitors_gone rename to visitors');
  expect(status).toBe(500);
  const envelope = await eventually(() => service.envelopes.find(isError));
  const [, , event = '{}'] = envelope.split('\n');
  expect(JSON.parse(event)).toMatchObject({
    transaction: `GET ${listVisitors.path}`,
    exception: { values: [{ value: 'code 42P01' }] },
  });
  expect(event).toMatch(
    /"filename":"server\/src\/features\/operations\/visitors\/visitors.queries.ts","function":"\w+","lineno":\d+/,
  );
  for (const secret of [search, 'visitors_gone', token, 'sesame', 'cookie', import.meta.dirname]) {
    expect(envelope).not.toContain(secret);
  }
  const { event_id: id } = JSON.parse(event) as { event_id: string };
  expect(logged.find((line) => line.includes(id))).toContain('request failed');
});

test('an error without a known form is reported without its message', async () => {
  const before = service.envelopes.length;
  errorReports.report(
    new Error('walt@x.example parked ABC 123\n    at Walt (server/src/a.ts:1:2)'),
    {
      kind: 'job',
      name: 'send_invitation',
    },
  );
  const envelope = await eventually(() => service.envelopes.slice(before).find(isError));
  expect(envelope).toContain('"transaction":"job send_invitation"');
  expect(envelope).toContain('"filename":"server/src/kernel/errors/error-reports.test.ts"');
  expect(envelope).not.toMatch(/walt|ABC 123/i);
});

test('only a sample of the calls is traced, by route and without the query', async () => {
  for (let count = 0; count < 60; count++) await list(spot.pk);
  const trace = await eventually(() =>
    service.envelopes.find((envelope) => envelope.includes('"type":"transaction"')),
  );
  expect(trace).toContain(`GET ${listVisitors.path}`);
  expect(trace).not.toContain(search);
  const traces = service.envelopes.filter((envelope) => envelope.includes('"type":"transaction"'));
  expect(traces.length).toBeLessThan(40);
});

test('an error service that never answers delays no caller, gets no more than 16 reports, and isn’t waited for at the end', async () => {
  const dead = await startErrorService();
  atEnd(() => dead.close());
  dead.hang();
  const reports = await openErrorReports(dead.dsn);
  for (let count = 0; count < 1000; count++) {
    reports.report(new Error('storm'), { kind: 'process', fault: 'storm' });
  }
  expect(dead.envelopes).toEqual([]);
  await eventually(() => dead.envelopes.length > 0);
  await reports.close();
  expect(dead.envelopes.length).toBeLessThanOrEqual(16);
});

test('error reporting is off without a DSN', async () => {
  expect(await openErrorReports(undefined)).toBe(noErrorReports);
});
