import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { linkMessages } from '@lotkeeper/contract/session';
import {
  address,
  expect,
  expectAccessible,
  expectNoOverflow,
  linkFor,
  newestMessage,
  readFirstName,
  signIn,
  spotNamed,
  test,
  tokenOf,
} from './support/app.ts';

const field = 'Email or phone number';
/** What Chromium itself writes of a call that was refused or broken off. */
const failed = /status of (40[01]|500)|ERR_FAILED/;

// Codes are limited per account, so each test and each width signs in as somebody else.
const emails = {
  wide: ['priya.raman@example.com', 'dale.whitaker@example.com'],
  phone: ['marisol.vega@example.com', 'june.halloran@example.com'],
} as const;
const linkEmails = {
  wide: 'maximiliana-guadalupe.fernandez-de-cordoba@example.com',
  phone: 'noor.haddad@example.com',
} as const;
const phones = { wide: ['6025550104'], phone: ['6025550105'] } as const;

test.describe('sign-in', () => {
  test.use({ tolerate: failed });

  test('a person signs in by email address and code', async ({ page }, info) => {
    const [email] = emails[info.project.name as 'wide'];
    await page.goto('/login');
    const ask = page.getByRole('button', { name: 'Get Verification Code' });
    await expect(ask).toBeDisabled();
    await page.getByLabel(field).fill('not an address');
    await expect(ask).toBeDisabled();
    await page.getByLabel(field).fill(email.toUpperCase());
    await ask.click();
    await expect(
      page.getByText(`Enter the verification code we emailed to ${email.toUpperCase()}`),
    ).toBeVisible();
    const code = (await newestMessage(email)).slice(0, 6);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
    // The last digit sends the code.
    await page.keyboard.type(code);
    await page.waitForURL(/\/organization\/\d+\/spots/);
    expect(new URL(page.url()).pathname).toMatch(/^\/organization\/\d+\/spots/);
  });

  test('a phone number is refused a wrong code and signs in with the right one by its last digit', async ({
    page,
  }, info) => {
    const [phone] = phones[info.project.name as 'wide'];
    await page.goto('/login');
    await page.getByLabel(field).fill('602555');
    await expect(page.getByLabel('Country code')).toHaveValue('US');
    await expect(page.getByRole('button', { name: 'Get Verification Code' })).toBeDisabled();
    await page.getByLabel(field).fill(phone);
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(page.getByText(`Enter the verification code we texted to ${phone}`)).toBeVisible();
    const code = (await newestMessage(`+1${phone}`)).slice(0, 6);
    await page.keyboard.type(code === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert')).toContainText(
      'Error: Unable to log in with the provided credentials',
    );
    await expect(page.getByRole('alert')).toContainText('contact support');
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(code);
    // One of the two is a valet, who lands at their stand.
    await page.waitForURL(/\/(organization|valet)\//);
  });

  test('Resend waits 30 seconds for every username, and then says that a code was sent again', async ({
    page,
  }) => {
    let requests = 0;
    await page.route('**/api/otp/', (route) => {
      requests += 1;
      return route.continue();
    });
    // The time stands still, so that a slow machine reads the same seconds as a fast one.
    const start = fromIso('2026-11-21T12:00:00Z');
    await page.clock.setFixedTime(start);
    await page.goto('/login');
    await page.getByLabel(field).fill('unknown@example.com');
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    const resend = page.getByRole('button', { name: 'Resend', exact: true });
    await expect(resend).toBeDisabled();
    await expect(page.getByText('in 30 s')).toBeVisible();
    await expect(page.getByText(/up to 5 codes an hour. If nothing arrives, wait/)).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.clock.setFixedTime(start + 12_000);
    await expect(page.getByText('in 18 s')).toBeVisible();
    // Neither going back nor a reload gets around it, or says that a second code was sent.
    await page.reload();
    await page.getByLabel(field).fill('unknown@example.com');
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(
      page.getByText('Enter the verification code we emailed to unknown@example.com'),
    ).toBeVisible();
    await expect(resend).toBeDisabled();
    expect(requests).toBe(1);
    await page.clock.setFixedTime(start + 30_000);
    await resend.click();
    await expect(
      page.getByText('Enter the verification code we re-emailed to unknown@example.com'),
    ).toBeVisible();
    expect(requests).toBe(2);
  });

  test('after five codes within an hour the page says when the next one can be requested', async ({
    page,
  }) => {
    const start = fromIso('2026-11-21T12:00:00Z');
    await page.clock.setFixedTime(start);
    await page.goto('/login');
    await page.getByLabel(field).fill('nobody.at.all@example.com');
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    const resend = page.getByRole('button', { name: 'Resend', exact: true });
    for (let sends = 1; sends < 5; sends++) {
      await expect(resend).toBeDisabled();
      await page.clock.setFixedTime(start + sends * 31_000);
      await resend.click();
    }
    await expect(page.getByText('You can request another code in 58 minutes')).toBeVisible();
    await page.clock.setFixedTime(start + 5 * 31_000);
    await expect(resend).toBeDisabled();
    await expectNoOverflow(page);
  });

  test('a wrong code puts the focus on the first digit, and typing replaces the code', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel(field).fill('ghost@example.com');
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
    await page.keyboard.type('123456');
    await expect(page.getByRole('alert')).toContainText('Check the code, or contact support');
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
    await page.keyboard.type('65432');
    await expect(page.getByLabel('Digit 1 of 6')).toHaveValue('6');
    await expect(page.getByLabel('Digit 6 of 6')).toHaveValue('6');
  });

  test('a server that cannot be reached is not reported as a wrong code', { tag: '@wide' }, async ({
    page,
  }) => {
    await page.route('**/api/auth/', (route) => route.abort());
    await page.goto('/login');
    await page.getByLabel(field).fill('spook@example.com');
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
    await page.keyboard.type('123456');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Error: Unable to log in with the provided credentials');
    await expect(alert).toContainText("We couldn't reach the server");
    await expect(alert).toContainText('contact support');
    await expect(alert).not.toContainText('Check the code');
  });

  test('a phone number is accepted with its country code, and one that is too long says why', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.goto('/login');
    const ask = page.getByRole('button', { name: 'Get Verification Code' });
    const sent: unknown[] = [];
    await page.route('**/api/otp/', (route) => {
      sent.push(route.request().postDataJSON());
      return route.abort();
    });
    await page.getByLabel(field).fill('+44 7911 123456');
    await expect(page.getByLabel('Country code')).toHaveValue('GB');
    await ask.click();
    await expect(page.getByRole('alert')).toBeVisible();
    for (const typed of ['+16025550199', '1 602 555 0199']) {
      await page.getByLabel(field).fill(typed);
      await expect(page.getByLabel('Country code')).toHaveValue('US');
      await ask.click();
      await expect(ask).toBeEnabled();
    }
    expect(sent).toEqual([
      { username: '7911123456', phone_country_code: '+44' },
      { username: '6025550199', phone_country_code: '+1' },
      { username: '6025550199', phone_country_code: '+1' },
    ]);
    await page.getByLabel(field).fill('602555019999');
    await expect(page.getByText('A number with +1 has 10 digits.')).toBeVisible();
    await expect(ask).toBeDisabled();
    await expectAccessible(page);
  });

  test('countries are sorted by name after the United States', { tag: '@wide' }, async ({
    page,
  }) => {
    await page.goto('/login');
    await page.getByLabel(field).fill('602');
    const names = await page.getByLabel('Country code').locator('option').allTextContents();
    expect(names.slice(0, 4)).toEqual([
      'United States +1',
      'Afghanistan +93',
      'Åland Islands +358',
      'Albania +355',
    ]);
  });

  test('a number of any country but the US needs at least 4 digits', { tag: '@wide' }, async ({
    page,
  }) => {
    await page.goto('/login');
    await page.getByLabel(field).fill('123');
    await page.getByLabel('Country code').selectOption('DE');
    await expect(page.getByRole('button', { name: 'Get Verification Code' })).toBeDisabled();
    await page.getByLabel(field).fill('1234');
    await expect(page.getByRole('button', { name: 'Get Verification Code' })).toBeEnabled();
  });

  test(
    'username and code in the URL are tried once and removed from it',
    { tag: '@wide' },
    async ({ page }, info) => {
      const email = emails[info.project.name as 'wide'][1];
      await page.goto('/login');
      await page.getByLabel(field).fill(email);
      await page.getByRole('button', { name: 'Get Verification Code' }).click();
      const code = (await newestMessage(email)).slice(0, 6);
      await page.goto(`/login?${new URLSearchParams({ username: email, code }).toString()}`);
      await page.waitForURL(/\/organization\//);
      await page.goBack();
      expect(page.url()).not.toContain('code=');
    },
  );

  test('a wrong code in the URL is reported, and the username is filled in', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.goto('/login?username=ghost@example.com&code=123456');
    await expect(page.getByRole('alert')).toContainText('Unable to log in');
    await expect(page.getByLabel(field)).toHaveValue('ghost@example.com');
    expect(page.url()).toBe(`${address}/login`);
  });

  test('a failed request for a code says so', { tag: '@wide' }, async ({ page }) => {
    await page.route('**/api/otp/', (route) => route.abort());
    await page.goto('/login');
    await page.getByLabel(field).fill('a@example.com');
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to send a verification code');
  });
});

test('the content security policy allows only the site’s own scripts and styles and no framing', {
  tag: '@wide',
}, async ({ page }) => {
  const response = await page.goto('/login');
  const headers = response?.headers() ?? {};
  const policy = headers['content-security-policy'] ?? '';
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "frame-ancestors 'none'",
    "trusted-types 'none'",
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

test.describe('the code input', () => {
  // A complete code is sent by itself, and refused here.
  test.use({ tolerate: failed });

  test.beforeEach(async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel(field).fill('unknown@example.com');
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  });

  const valueOf = (page: import('@playwright/test').Page) =>
    page
      .getByLabel(/^Digit \d of 6$/)
      .evaluateAll((cells) =>
        cells.map((cell) => (cell as HTMLInputElement).value || '_').join(''),
      );

  test('the code input takes digits only, moves both ways, and keeps the other digits after deleting', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.keyboard.type('12a34');
    expect(await valueOf(page)).toBe('1234__');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    expect(await valueOf(page)).toBe('12_4__');
    await page.keyboard.type('9');
    expect(await valueOf(page)).toBe('1294__');
  });

  test('the code input accepts a pasted “98-76 54”', { tag: '@wide' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('98-76 54'));
    await page.keyboard.press('ControlOrMeta+v');
    expect(await valueOf(page)).toBe('987654');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  });

  test('the code input is accessible', async ({ page }) => {
    await expectAccessible(page);
    await expectNoOverflow(page);
  });
});

test.describe('sessions', () => {
  test.use({ tolerate: failed });

  test('a sign-in link asks first, signs in, and leaves no trace in the history', async ({
    page,
  }) => {
    await page.goto('about:blank');
    await page.goto(linkFor('admin'));
    await expect(page.getByRole('heading', { name: 'Sign in as Marisol Vega?' })).toBeVisible();
    expect(page.url()).not.toContain('ll_');
    expect((await page.context().cookies()).find((one) => one.name === 'auth')).toBeUndefined();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/detail$/);
    const length = await page.evaluate(() => history.length);
    expect(length).toBeLessThanOrEqual(2);
    const device = (await page.context().cookies(`${address}/api/auth/`)).find(
      (one) => one.name === 'device',
    );
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/auth' });
    await page.goBack();
    expect(page.url()).not.toContain('/auth/');
  });

  test('a declined sign-in link signs nobody in', { tag: '@wide' }, async ({ page }) => {
    await page.goto(linkFor('admin'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`${address}/login`);
    expect((await page.context().cookies()).find((one) => one.name === 'auth')).toBeUndefined();
  });

  test('a session token in a link opens nothing and is sent nowhere', async ({ page }) => {
    const token = tokenOf('admin');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes(token)) sent.push(request.url());
    });
    await page.goto(`/auth/${token}`);
    await expect(page.getByRole('heading', { name: 'This link can’t sign you in' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(linkMessages.ended);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Go to sign in' }).click();
    await expect(page).toHaveURL(`${address}/login`);
    expect(sent).toEqual([]);
    expect((await page.context().cookies()).find((one) => one.name === 'auth')).toBeUndefined();
  });

  test('the link in an email signs in once', { tag: '@wide' }, async ({ page, browser }, info) => {
    test.slow();
    const email = linkEmails[info.project.name as 'wide'];
    await page.goto('/login');
    await page.getByLabel(field).fill(email);
    await page.getByRole('button', { name: 'Get Verification Code' }).click();
    const link = /http\S+\/auth\/ll_\S+/.exec(await newestMessage(email))?.[0] ?? '';
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    const stranger = await browser.newPage({ baseURL: address });
    await stranger.goto(link);
    await expect(stranger.getByRole('alert')).toHaveText(linkMessages.ended);
    await stranger.close();
  });

  test('a sign-in link of the person who is signed in goes home without asking', {
    tag: '@wide',
  }, async ({ page }) => {
    await signIn(page, 'admin');
    await page.goto(linkFor('admin'));
    await page.waitForURL(/\/detail$/);
    const cookies = await page.context().cookies();
    expect(cookies.find((one) => one.name === 'auth')?.value).toBe(tokenOf('admin'));
  });

  test('a sign-in link over another person’s session asks first', { tag: '@wide' }, async ({
    page,
  }) => {
    await signIn(page, 'employee');
    await page.goto(linkFor('admin'));
    await page.getByRole('button', { name: /Continue as Priya/ }).click();
    await page.waitForURL(/\/organization\//);
    await page.goto(linkFor('admin'));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/detail$/);
    await page.reload();
    expect(await readFirstName(page)).toBe('Marisol');
  });

  test('the session cookie lasts as long as the browser allows', { tag: '@wide' }, async ({
    page,
  }) => {
    await page.goto(linkFor('admin'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/detail$/);
    const auth = (await page.context().cookies()).find((one) => one.name === 'auth');
    // Browsers cap what the page asks for; Chromium at 400 days.
    expect(auth?.expires).toBeGreaterThan(performance.timeOrigin / 1000 + 399 * 86_400);
    expect(auth?.sameSite).toBe('Lax');
  });

  test('every page without a session leads to the login page', { tag: '@wide' }, async ({
    page,
  }) => {
    for (const path of ['/', '/help-center', '/organization/1/team', '/valet/1']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login/);
    }
  });

  test('a link with username and code does nothing during a live session', {
    tag: '@wide',
  }, async ({ page }) => {
    await signIn(page, 'employee');
    let tries = 0;
    await page.route('**/api/auth/', (route) => {
      tries += 1;
      return route.continue();
    });
    for (const reason of ['', '&reason=session']) {
      await page.goto(`/login?username=ghost@example.com&code=123456${reason}`);
      await page.waitForURL(/\/organization\//);
    }
    expect(tries).toBe(0);
  });

  test('an ended session leads to the login page with a message and loses its cookie', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.context().addCookies([{ name: 'auth', value: 'x'.repeat(43), url: address }]);
    await page.goto('/organization/1/spots/1/detail');
    await expect(page).toHaveURL(/\/login\?reason=session/);
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect((await page.context().cookies()).find((one) => one.name === 'auth')).toBeUndefined();
  });

  test('an ended session is ended on the server too, and the wanted page opens after sign-in', {
    tag: '@wide',
  }, async ({ page }) => {
    let logouts = 0;
    await page.route('**/logout/', (route) => {
      logouts += 1;
      return route.continue();
    });
    await page.context().addCookies([{ name: 'auth', value: 'x'.repeat(43), url: address }]);
    const { organization, path } = await spotNamed('admin', 'Copper Square');
    await page.goto(`${path}/visitors?searchTerm=a`);
    await expect(page).toHaveURL(/\/login\?reason=session$/);
    expect(logouts).toBe(1);
    await page.route('**/api/auth/', (route) =>
      route.fulfill({ json: { token: tokenOf('admin') } }),
    );
    await page.goto('/login?username=marisol@example.com&code=123456');
    await expect(page).toHaveURL(`${path}/visitors?searchTerm=a`);
    expect(organization.pk).toBeGreaterThan(0);
  });

  test('the wanted page opens after sign-in, and no link can choose another site', {
    tag: '@wide',
  }, async ({ page }) => {
    await page.route('**/api/auth/', (route) =>
      route.fulfill({ json: { token: tokenOf('admin') } }),
    );
    await page.goto('/help-center?organization=1');
    await expect(page).toHaveURL(`${address}/login`);
    await page.goto('/login?username=marisol@example.com&code=123456');
    await expect(page).toHaveURL(`${address}/help-center?organization=1`);
    await page.goto('about:blank');
    await page.context().clearCookies();
    for (const name of ['next', 'redirect', 'to']) {
      await page.goto(
        `/login?username=marisol@example.com&code=123456&${name}=${encodeURIComponent('//evil.example/')}`,
      );
      await expect(page).toHaveURL(/\/detail$/);
      expect(page.url().startsWith(address)).toBe(true);
      await page.goto('about:blank');
      await page.context().clearCookies();
    }
  });

  test('a profile that cannot be fetched leads to the login page', { tag: '@wide' }, async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.route('**/api/v2/profiles/me', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/);
  });

  test('a driver sees that the dashboard isn’t for them', { tag: '@wide' }, async ({ page }) => {
    await signIn(page, 'renter');
    await page.goto('/');
    await expect(page.getByText('This dashboard is for parking operators')).toBeVisible();
    await expectAccessible(page);
  });
});
