import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { linkMessages, loginMessages } from '@lotkeeper/contract/people/session';
import type { Page } from '@playwright/test';
import {
  address,
  answerCalls,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  failCalls,
  linkFor,
  newestMessage,
  readFirstName,
  readMessages,
  signIn,
  spotNamed,
  test,
  tokenOf,
} from './testing/app.ts';
import { now } from './testing/clock.ts';

/** Where a sign-in leads: to the home over several properties, or to the first property. */
const firstPage = /\/(detail|home)$/;

const field = 'Email or phone number';
/** Chromium's own messages about a refused or aborted call. */
const failed = /status of (40[01]|500)|ERR_FAILED/;

// Codes are limited per account, so each test signs in as a different person.

const getCookie = async (page: Page, name = 'auth') =>
  (await page.context().cookies()).find((cookie) => cookie.name === name);

async function askForCode(page: Page, username: string): Promise<void> {
  await page.getByLabel(field).fill(username);
  await page.getByRole('button', { name: 'Get Verification Code' }).click();
}

test.describe('sign-in', () => {
  test.use({ tolerate: failed });

  test('a person signs in by email address or by phone number, and a wrong code is refused', async ({
    page,
  }) => {
    const email = 'priya.raman@example.com';
    const ask = page.getByRole('button', { name: 'Get Verification Code' });
    await page.goto('/login');
    await expect(ask).toBeDisabled();
    await page.getByLabel(field).press('Enter');
    await expect(page.getByText('Please enter a valid email or phone number.')).toBeVisible();
    await page.getByLabel(field).fill('not an address');
    await expect(ask).toBeDisabled();
    const { length: emails } = await readMessages(email);
    await askForCode(page, email.toUpperCase());
    await expect(
      page.getByText(
        'Nothing is set to send email here. The person who runs this installation finds the code in its outbox, on the machine.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
    await expectAccessible(page);
    // The last digit submits the code.
    await page.keyboard.type((await newestMessage(email, emails)).slice(0, 6));
    await page.waitForURL(/\/organization\/\d+\/spots/);

    await page.context().clearCookies();
    const phone = '6025550104';
    await page.goto('/login');
    await page.getByLabel(field).fill('602555');
    await expect(page.getByLabel('Country code')).toHaveValue('US');
    await expect(ask).toBeDisabled();
    const { length: texts } = await readMessages(`+1${phone}`);
    await askForCode(page, phone);
    await expect(page.getByText(/^Nothing is set to send texts here\./)).toBeVisible();
    const code = (await newestMessage(`+1${phone}`, texts)).slice(0, 6);
    // The wrong code ends like the right one.
    await page.keyboard.type(`${code[0] === '0' ? '1' : '0'}${code.slice(1)}`);
    await expect(page.getByRole('alert')).toContainText(
      'Error: Unable to log in with the provided credentials',
    );
    await expect(page.getByRole('alert')).toContainText('contact support');
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(code);
    await page.waitForURL(/\/(check|detail)$/);
  });

  test('a phone number is accepted with its country code, and one of a wrong length is not', async ({
    page,
  }) => {
    await page.goto('/login');
    const ask = page.getByRole('button', { name: 'Get Verification Code' });
    const country = page.getByLabel('Country code');
    const sent: unknown[] = [];
    await page.route('**/api/otp/', (route) => {
      sent.push(route.request().postDataJSON());
      return route.abort();
    });
    await page.getByLabel(field).fill('+44 7911 123456');
    await expect(country).toHaveValue('GB');
    await ask.click();
    await expect(page.getByRole('alert')).toHaveText('Failed to send a verification code');
    expect(sent).toEqual([{ username: '7911123456', phone_country_code: '+44' }]);
    await page.getByLabel(field).fill('602555019999');
    await expect(page.getByText('A number with +1 has 10 digits.')).toBeVisible();
    await expect(ask).toBeDisabled();
    await expectAccessible(page);
    expect((await country.locator('option').allTextContents()).slice(0, 4)).toEqual([
      'United States +1',
      'Afghanistan +93',
      'Åland Islands +358',
      'Albania +355',
    ]);
  });

  test('the code input takes a code from the clipboard, and says why a code was not accepted', async ({
    page,
    context,
  }) => {
    await page.goto('/login');
    await askForCode(page, 'unknown@example.com');
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
    const readValue = () =>
      page
        .getByLabel(/^Digit \d of 6$/)
        .evaluateAll((cells) =>
          cells.map((cell) => (cell as HTMLInputElement).value || '_').join(''),
        );
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('98-76 54'));
    await page.keyboard.press('ControlOrMeta+v');
    expect(await readValue()).toBe('987654');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Check the code, or contact support');
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
    await page.keyboard.type('65432');
    expect(await readValue()).toBe('654324');
    await page.route('**/api/auth/', (route) => route.abort());
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(alert).toContainText("We couldn't reach the server");
    await expect(alert).toContainText('Error: Unable to log in with the provided credentials');
    await expect(alert).toContainText('contact support');
    await expect(alert).not.toContainText('Check the code');
  });

  test('username and code in the URL are tried once and removed from it, and nothing is tried during a session', async ({
    page,
  }) => {
    await page.goto('/login?username=ghost@example.com&code=123456');
    await expect(page.getByRole('alert')).toContainText('Unable to log in');
    await expect(page.getByLabel(field)).toHaveValue('ghost@example.com');
    expect(page.url()).toBe(`${address}/login`);
    const email = 'dale.whitaker@example.com';
    const { length: seen } = await readMessages(email);
    await askForCode(page, email);
    const code = (await newestMessage(email, seen)).slice(0, 6);
    await page.goto(`/login?${new URLSearchParams({ username: email, code }).toString()}`);
    await page.waitForURL(firstPage);
    await page.goBack();
    expect(page.url()).not.toContain('code=');
    let tries = 0;
    await page.route('**/api/auth/', (route) => {
      tries += 1;
      return route.continue();
    });
    for (const reason of ['', '&reason=session']) {
      await page.goto(`/login?username=ghost@example.com&code=123456${reason}`);
      await page.waitForURL(firstPage);
    }
    expect(tries).toBe(0);
  });
});

test('the content security policy allows only the site’s own scripts and styles and no framing', async ({
  page,
}) => {
  const headers = (await page.request.get('/login')).headers();
  const policy = headers['content-security-policy'] ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    'trusted-types push-worker',
  ]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toContain('unsafe');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test.describe('the wait for another code', { tag: '@clock' }, () => {
  test.use({ tolerate: failed });

  test('Resend always waits 30 seconds, and after five codes within an hour the page shows when the next one can be requested', async ({
    page,
  }) => {
    let requests = 0;
    await page.route('**/api/otp/', (route) => {
      requests += 1;
      const json = { medium: 'emailed', target: 'nobody.at.all@example.com', in_outbox: false };
      return route.fulfill({ json });
    });
    // The clock is stopped, so that a slow machine shows the same seconds as a fast one.
    const start = fromIso('2026-11-21T12:00:00Z');
    await page.clock.setFixedTime(start);
    await page.goto('/login');
    await askForCode(page, 'nobody.at.all@example.com');
    const resend = page.getByRole('button', { name: 'Resend', exact: true });
    await expect(resend).toBeDisabled();
    await expect(page.getByText('in 30 s')).toBeVisible();
    await expect(page.getByText(/up to 5 codes an hour. If nothing arrives, wait/)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.clock.setFixedTime(start + 12_000);
    await expect(page.getByText('in 18 s')).toBeVisible();
    // Neither going back nor reloading avoids the wait, or claims that a second code was sent.
    await page.reload();
    await askForCode(page, 'nobody.at.all@example.com');
    await expect(
      page.getByText('Enter the verification code we emailed to nobody.at.all@example.com'),
    ).toBeVisible();
    await expect(resend).toBeDisabled();
    expect(requests).toBe(1);
    for (let sends = 1; sends < 5; sends++) {
      await expect(resend).toBeDisabled();
      await page.clock.setFixedTime(start + sends * 30_000);
      await resend.click();
      await expect(
        page.getByText('Enter the verification code we re-emailed to nobody.at.all@example.com'),
      ).toBeVisible();
    }
    await expect.poll(() => requests).toBe(5);
    await expect(page.getByText('You can request another code in 58 minutes')).toBeVisible();
    await page.clock.setFixedTime(start + 5 * 30_000);
    await expect(resend).toBeDisabled();
  });
});

test.describe('sessions', () => {
  test.use({ tolerate: failed });

  test('a printed link signs in at once, for as long as the browser allows, and leaves no trace in the history', async ({
    page,
  }) => {
    await page.goto('about:blank');
    await page.goto(linkFor('admin'));
    await page.waitForURL(firstPage);
    const length = await page.evaluate(() => history.length);
    expect(length).toBeLessThanOrEqual(2);
    const device = (await page.context().cookies(`${address}/api/auth/`)).find(
      (one) => one.name === 'device',
    );
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/auth' });
    const auth = await getCookie(page);
    // Browsers cap the requested lifetime; Chromium at 400 days.
    expect(auth?.expires).toBeGreaterThan(now() / 1000 + 399 * 86_400);
    expect(auth?.sameSite).toBe('Lax');
    await page.goBack();
    expect(page.url()).not.toContain('/auth/');
  });

  test('the token of a live session in a link signs in, leaves no trace in the history, and an ended one opens nothing', async ({
    page,
  }) => {
    const token = tokenOf('admin');
    await page.goto('about:blank');
    const profile = Promise.withResolvers<void>();
    await page.route('**/api/v2/profiles/me', async (route) => {
      await profile.promise;
      await route.continue();
    });
    await page.goto(`/auth/${token}`);
    await expect(page.getByText(loginMessages.authorizing)).toBeVisible();
    expect(page.url()).not.toContain(token);
    profile.resolve();
    await page.waitForURL(firstPage);
    expect((await getCookie(page))?.value).toBe(token);
    await page.goBack();
    expect(page.url()).not.toContain(token);

    await page.context().clearCookies();
    for (const ended of ['x'.repeat(43), 'ünknown']) {
      await page.goto(`/auth/${encodeURIComponent(ended)}`);
      await expect(page.getByRole('alert')).toHaveText(linkMessages.ended);
      await page.getByRole('button', { name: 'Go to sign in' }).click();
      await expect(page).toHaveURL(`${address}/login`);
      expect(await getCookie(page)).toBeUndefined();
    }
  });

  test('the token of another person’s session asks first', async ({ page }) => {
    await signIn(page, 'employee');
    await page.goto(`/auth/${tokenOf('admin')}`);
    await page.getByRole('button', { name: /Continue as Priya/ }).click();
    await page.waitForURL(firstPage);
    expect((await getCookie(page))?.value).toBe(tokenOf('employee'));
    await page.goto(`/auth/${tokenOf('admin')}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(firstPage);
    expect((await getCookie(page))?.value).toBe(tokenOf('admin'));
  });

  test('the link in an email asks first, and signs in once', async ({ page }) => {
    const email = 'maximiliana-guadalupe.fernandez-de-cordoba@example.com';
    await page.goto('/login');
    await askForCode(page, email);
    const link = /http\S+\/auth\/ll_\S+/.exec(await newestMessage(email))?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByRole('heading', { name: /^Sign in as Maximiliana/ })).toBeVisible();
    expect(page.url()).not.toContain('ll_');
    expect(await getCookie(page)).toBeUndefined();
    await expectAccessibleAtBothWidths(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`${address}/login`);
    expect(await getCookie(page)).toBeUndefined();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText(linkMessages.ended);
  });

  test('a sign-in link goes home without asking the person who is signed in, and asks over another person’s session', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.goto(linkFor('admin'));
    await page.waitForURL(firstPage);
    expect((await getCookie(page))?.value).toBe(tokenOf('admin'));
    // Requests of the open page would be refused for the other person.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await signIn(page, 'employee');
    await page.goto(linkFor('admin'));
    await page.getByRole('button', { name: /Continue as Priya/ }).click();
    await page.waitForURL(firstPage);
    await page.goto(linkFor('admin'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(firstPage);
    await page.reload();
    expect(await readFirstName(page)).toBe('Marisol');
  });

  test('an ended session leads to the login page, ends on the server too, and the wanted page opens after sign-in', async ({
    page,
  }) => {
    let logouts = 0;
    await page.route('**/logout/', (route) => {
      logouts += 1;
      return route.continue();
    });
    await page.context().addCookies([{ name: 'auth', value: 'x'.repeat(43), url: address }]);
    const { path } = await spotNamed('admin', 'Copper Square');
    await page.goto(`${path}/visitors?searchTerm=a`);
    await expect(page).toHaveURL(/\/login\?reason=session$/);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(await getCookie(page)).toBeUndefined();
    expect(logouts).toBe(1);
    await answerCalls(page, '**/api/auth/', { token: tokenOf('admin') });
    await page.goto('/login?username=marisol@example.com&code=123456');
    await expect(page).toHaveURL(`${path}/visitors?searchTerm=a`);
  });

  test('every page without a session leads to the login page, and the wanted page opens after sign-in, never another site', async ({
    page,
  }) => {
    await answerCalls(page, '**/api/auth/', { token: tokenOf('admin') });
    for (const path of ['/', '/organization/1/team', '/valet/1', '/help-center?organization=1']) {
      await page.goto(path);
      await expect(page).toHaveURL(`${address}/login`);
    }
    await page.goto('/login?username=marisol@example.com&code=123456');
    await expect(page).toHaveURL(`${address}/help-center?organization=1`);
    for (const name of ['next', 'redirect', 'to']) {
      await page.goto('about:blank');
      await page.context().clearCookies();
      await page.goto(
        `/login?username=marisol@example.com&code=123456&${name}=${encodeURIComponent('//evil.example/')}`,
      );
      await expect(page).toHaveURL(firstPage);
      expect(page.url().startsWith(address)).toBe(true);
    }
  });

  test('a profile that cannot be fetched leads to the login page', async ({ page }) => {
    await signIn(page, 'admin');
    await failCalls(page, '**/api/v2/profiles/me');
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/);
  });
});
