import { expect, test } from 'vitest';
import { atEnd } from '../../testing/at-end.ts';
import { startErrorService } from '../../testing/error-service.ts';
import { eventually } from '../../testing/eventually.ts';
import { dataFolder, runToEnd, start } from '../../testing/processes.ts';
import { testDatabase } from '../../testing/test-database.ts';

const service = await startErrorService();
atEnd(() => service.close());

test('an unusable DSN keeps the server from starting, with one line that says why', async () => {
  const { code, error } = await runToEnd('main.ts', {
    DATA_DIR: dataFolder(),
    ERROR_REPORTING_DSN: 'http://key@errors.example/7',
  });
  expect(code).not.toBe(0);
  expect(error.trim()).toMatch(/^Wrong setting: ERROR_REPORTING_DSN must be a DSN such as [^\n]+$/);
});

/** Throws in a running server: an unhandled rejection and an uncaught exception. */
const faults = `data:text/javascript,
  process.on('SIGWINCH', () => { Promise.reject(new TypeError('WALT123')); });
  process.on('SIGUSR2', () => { throw new RangeError('WALT123'); });`;

test('a server survives an unhandled rejection, exits with code 1 after an uncaught exception, and reports both', async () => {
  const database = await testDatabase();
  const before = service.envelopes.length;
  const run = start('main.ts', {
    DATA_DIR: dataFolder(),
    DATABASE_URL: database.url,
    ERROR_REPORTING_DSN: service.dsn,
    NODE_OPTIONS: `--import "${faults.replaceAll(/\s+/g, '%20')}"`,
  });
  const find = (type: string) =>
    service.envelopes.slice(before).find((envelope) => envelope.includes(`"type":"${type}"`));
  await eventually(() => run.out().includes('Lotkeeper is at'), 30_000);
  run.child.kill('SIGWINCH');
  expect(await eventually(() => find('TypeError'))).toContain('unhandled rejection');
  expect(run.error()).toContain('Fault (unhandled rejection, 1 so far)');
  run.child.kill('SIGUSR2');
  expect(await run.ended).toBe(1);
  expect(find('RangeError')).toContain('uncaught exception');
  expect(service.envelopes.join()).not.toContain('WALT123');
});

test('a server with error reporting starts and stops cleanly', async () => {
  const database = await testDatabase();
  const run = start('main.ts', {
    DATA_DIR: dataFolder(),
    DATABASE_URL: database.url,
    ERROR_REPORTING_DSN: service.dsn,
  });
  await eventually(() => run.out().includes('Lotkeeper is at'), 30_000);
  run.child.kill('SIGTERM');
  expect(await run.ended).toBe(0);
  expect(run.error()).toBe('');
});
