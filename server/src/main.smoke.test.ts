import { expect, test } from 'vitest';
import { startExitCodes } from './kernel/start-error.ts';
import { addressOfServer, dataFolder, runToEnd, start } from './testing/processes.ts';
import { testDatabase } from './testing/test-database.ts';

test('a server answers, a second one on its port is refused in one line, and SIGTERM ends the first with 0', async () => {
  const { url: DATABASE_URL } = await testDatabase();
  const settings = { DATABASE_URL, DATA_DIR: dataFolder() };
  const server = start('main.ts', settings);
  const address = await addressOfServer(server);
  expect((await fetch(`${address}/api/health/ready`)).status).toBe(200);
  const { port } = new URL(address);
  const second = await runToEnd('main.ts', { DATABASE_URL, DATA_DIR: dataFolder(), PORT: port });
  expect([second.code, second.error]).toEqual([
    startExitCodes.passing,
    `Port ${port} is in use by another program. Stop it, or set PORT to another number.\n`,
  ]);
  server.child.kill('SIGTERM');
  expect([await server.ended, server.error()]).toEqual([0, '']);
});
