import { livePath } from '@lotkeeper/contract/kernel/live';
import { expect, test } from 'vitest';
import { addressOfServer, dataFolder, start } from './testing/processes.ts';
import { testDatabase } from './testing/test-database.ts';

test('two workers answer in turn on one port, and SIGTERM ends them all', async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const server = start('main.ts', { DATABASE_URL, DATA_DIR: dataFolder(), WORKERS: '2' });
  const address = await addressOfServer(server);
  // The number of a worker is the prefix of a live connection's ID.
  const askForWorker = async () => {
    const answer = await fetch(`${address}${livePath}?EIO=4&transport=polling`, {
      headers: { connection: 'close' },
    });
    return /"sid":"(\d+)-/.exec(await answer.text())?.[1];
  };
  const workers = new Set<string | undefined>();
  for (let tries = 0; tries < 6; tries++) workers.add(await askForWorker());
  expect(workers.size).toBe(2);
  server.child.kill('SIGTERM');
  expect([await server.ended, server.error()]).toEqual([0, '']);
  await expect(askForWorker()).rejects.toThrow('fetch failed');
});
