import { signOnFailures } from '@lotkeeper/contract/people/session';
import type { Page } from '@playwright/test';
import { address, expect, expectAccessible, readFirstName, signIn, test } from './testing/app.ts';

const toggle = (page: Page, name: string) => page.locator('label', { hasText: name });

/** Goes from the login page to the provider's page. */
async function goToProvider(page: Page) {
  // The provider's page requests a web font.
  await page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  );
  await page.goto('/login');
  await toggle(page, 'Single sign-on').click();
  await page.getByRole('link', { name: 'Continue to single sign-on' }).click();
  await page.waitForURL(/\/interaction\//);
  expect(new URL(page.url()).origin).not.toBe(address);
}

async function signInAtProvider(page: Page, email: string) {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test.describe('single sign-on', () => {
  test('single sign-on opens the dashboard through the provider’s page and leaves no ticket behind', async ({
    page,
  }) => {
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.headers().referer ?? ''));
    await goToProvider(page);
    await signInAtProvider(page, 'Priya.Raman@example.com');
    await page.waitForURL(/\/organization\/\d+\/spots/);
    expect(await readFirstName(page)).toBe('Priya');
    expect(seen.filter((referer) => /ls_|code=|state=/.test(referer))).toEqual([]);
    const visited = await page.evaluate(() => navigation.entries().map(({ url }) => url));
    expect(visited.length).toBeGreaterThan(0);
    expect(visited.filter((url) => /ls_|code=|state=/.test(url ?? ''))).toEqual([]);
    const cookies = await page.context().cookies(address);
    expect(cookies.find(({ name }) => name === 'sso')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });
  });

  test('a canceled single sign-on says so and can be tried again', async ({ page }) => {
    await goToProvider(page);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByText(signOnFailures.sso_cancelled)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue to single sign-on' }).click();
    await page.waitForURL(/\/interaction\//);
    await signInAtProvider(page, 'marisol.vega@example.com');
    await page.waitForURL(/\/organization\/\d+\/home$/);
  });

  test('single sign-on without an account says so, and a code can still be used', async ({
    page,
  }) => {
    await goToProvider(page);
    await signInAtProvider(page, 'stranger@example.com');
    await expect(page.getByText(signOnFailures.sso_refused)).toBeVisible();
    await toggle(page, 'Email or phone').click();
    await expect(page.getByLabel('Email or phone number')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Get Verification Code' })).toBeVisible();
  });

  test('single sign-on over another person’s session asks first', async ({ page }) => {
    await goToProvider(page);
    await signIn(page, 'employee');
    await signInAtProvider(page, 'dale.whitaker@example.com');
    const stay = page.getByRole('button', { name: /Continue as Priya/ });
    await expect(stay).toBeVisible();
    await expectAccessible(page);
    await stay.click();
    await page.waitForURL(/\/detail$/);
    expect(await readFirstName(page)).toBe('Priya');
  });

  test('single sign-on is not offered where it is off', async ({ page }) => {
    await page.route('**/login', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '"single_sign_on":true',
        '"single_sign_on":false',
      );
      await route.fulfill({ response, body });
    });
    await page.goto('/login');
    await expect(page.getByLabel('Email or phone number')).toBeVisible();
    await expect(page.getByText('Single sign-on')).toHaveCount(0);
  });
});

test.describe('the toggle of the login page', () => {
  test('the toggle of the login page says why single sign-on failed, and switches both ways by keyboard alone', async ({
    page,
  }) => {
    const code = page.getByRole('radio', { name: 'Email or phone' });
    const provider = page.getByRole('radio', { name: 'Single sign-on' });
    for (const [reason, sentence] of Object.entries(signOnFailures)) {
      await page.goto(`/login?reason=${reason}`);
      await expect(provider).toBeChecked();
      await expect(page.getByText(sentence)).toBeVisible();
    }
    await expectAccessible(page);
    await expect(page.getByRole('link', { name: 'Continue to single sign-on' })).toBeVisible();
    await provider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(code).toBeChecked();
    await expect(page.getByLabel('Email or phone number')).toBeVisible();
    await code.focus();
    await page.keyboard.press('ArrowRight');
    await expect(provider).toBeChecked();
  });
});
