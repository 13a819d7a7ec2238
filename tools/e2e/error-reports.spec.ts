import type { Page } from '@playwright/test';
import { atEnd, clearAway } from '../../server/src/testing/at-end.ts';
import type { ErrorService } from '../../server/src/testing/error-service.ts';
import { startErrorService } from '../../server/src/testing/error-service.ts';
import { answerCalls, expect, test } from './testing/app.ts';
import { startApp } from './testing/start-server.ts';

test.describe('with error reporting', () => {
  test.describe.configure({ mode: 'serial' });
  test.use({ tolerate: /./ });

  let service: ErrorService;
  let server: Awaited<ReturnType<typeof startApp>>;
  test.beforeAll(async () => {
    service = await startErrorService();
    atEnd(() => service.close());
    server = await startApp({
      DEMO_DAYS: '2',
      LOG_LEVEL: 'error',
      ERROR_REPORTING_DSN: service.dsn,
    });
  });
  test.afterAll(clearAway);

  /** Signs in the demo's Admin; returns the token and the URL of a property. */
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
    const results = [{ name: 'WALT123' }];
    await answerCalls(page, '**/api/visitors?*', { count: 1, next: null, previous: null, results });
    await page.goto(`${url}/visitors?search=WALT123`);
    await expect(page.getByText('This page couldn’t be displayed')).toBeVisible();
    await expect
      .poll(() => find('"type":"event"', '/spots/$spotId/visitors'))
      .toContain('"filename":"/assets/');
    await expect.poll(() => find('replay_recording', '***')).toBeTruthy();
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
    expect(policy).toContain('trusted-types push-worker');
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
      await page.evaluate(() => window.performance.getEntriesByType('resource').length),
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
