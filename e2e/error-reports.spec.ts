import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ErrorService } from '../server/src/testing/error-service.ts';
import { startErrorService } from '../server/src/testing/error-service.ts';
import { expect, test } from './support/app.ts';

/** What a fresh installation with error reporting prints at its start. */
async function startReportingServer(dsn: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'lotkeeper-e2e-'));
  await chmod(dataDir, 0o711);
  const server = spawn('node', ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      DEMO: '1',
      DEMO_DAYS: '2',
      SIMULATOR: '0',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'pretty',
      ERROR_REPORTING_DSN: dsn,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()));
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/very long name\n\s+http\S+\n/.test(printed)) resolve();
    });
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
  return {
    printed,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test.describe('with error reporting', () => {
  test.describe.configure({ mode: 'serial', timeout: 90_000 });
  test.use({ tolerate: /./ });

  let service: ErrorService;
  let server: Awaited<ReturnType<typeof startReportingServer>>;
  test.beforeAll(async () => {
    service = await startErrorService();
    server = await startReportingServer(service.dsn);
  });
  test.afterAll(async () => {
    await server.stop();
    await service.close();
  });

  /** Signs the demo's Admin in; returns the token and the URL of a property. */
  async function signInAdmin(page: Page) {
    const [, link = ''] = /Admin of Cactus & Coast Parking\n\s+(\S+)/.exec(server.printed) ?? [];
    const { origin, pathname } = new URL(link);
    const exchanged = await fetch(`${origin}/api/auth/ticket/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: pathname.split('/').at(-1) }),
    });
    const { token } = (await exchanged.json()) as { token: string };
    await page.context().addCookies([{ name: 'auth', value: token, url: origin }]);
    const headers = { authorization: `Token ${token}` };
    const answer = await fetch(`${origin}/api/spots?organization=1`, { headers });
    const [spot] = (await answer.json()) as { pk: number }[];
    return { token, url: `${origin}/organization/1/spots/${spot?.pk}` };
  }

  const find = (...parts: string[]) =>
    service.envelopes.find((envelope) => parts.every((part) => envelope.includes(part)));

  test('a page that cannot be rendered is reported with its route and without personal data', async ({
    page,
  }) => {
    const { token, url } = await signInAdmin(page);
    await page.route('**/api/visitors?*', (route) =>
      route.fulfill({
        json: { count: 1, next: null, previous: null, results: [{ name: 'WALT123' }] },
      }),
    );
    await page.goto(`${url}/visitors?search=WALT123`);
    await expect(page.getByText('This page couldn’t be displayed')).toBeVisible();
    await expect
      .poll(() => find('"type":"event"', '/spots/$spotId/visitors'), { timeout: 20_000 })
      .toContain('"filename":"/assets/');
    await expect.poll(() => find('replay_recording', '***'), { timeout: 30_000 }).toBeTruthy();
    for (const secret of [token, 'WALT123', 'search=', 'Cactus', 'Marisol', 'Priya']) {
      expect(service.envelopes.filter((envelope) => envelope.includes(secret))).toEqual([]);
    }
  });

  test('the page with error reporting may connect to the error service and to no other host', async ({
    page,
  }) => {
    const [, origin = ''] = /Lotkeeper is at (\S+)/.exec(server.printed) ?? [];
    const response = await page.goto(`${origin}/login`);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain(`connect-src 'self' ${service.origin};`);
    expect(policy).toContain("trusted-types 'none'");
    const send = (url: string) =>
      page.evaluate(
        (to) =>
          fetch(to, { method: 'POST' }).then(
            () => 'sent',
            () => 'refused',
          ),
        url,
      );
    expect(await send(`${service.origin}/api/1/envelope/`)).toBe('sent');
    expect(await send('http://127.0.0.1:9/api/1/envelope/')).toBe('refused');
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').length),
    ).toBeGreaterThan(0);
  });
});

test('without error reporting the library is not loaded and nothing is sent elsewhere', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const response = await page.goto('/login');
  await page.waitForLoadState('networkidle');
  expect(response?.headers()['content-security-policy']).toContain("connect-src 'self';");
  expect(requested.filter((url) => /sentry/i.test(url))).toEqual([]);
  const origins = new Set(requested.map((url) => new URL(url).origin));
  expect([...origins]).toEqual([new URL(page.url()).origin]);
});
