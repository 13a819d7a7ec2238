import { randomUUID } from 'node:crypto';
import {
  address,
  callAs,
  callWith,
  choose,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectOpaque,
  newestMessage,
  openSpot,
  organizationPk,
  readCode,
  readMessages,
  sessionCookies,
  signIn,
  spotNamed,
  test,
  tokenOf,
  visit,
} from './testing/app.ts';

const refused = /status of 40[034]/;

const garage = 'Copper Square Garage';

test('the sidebar shows who is signed in and where, and its property dropdown keeps the page', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const { path, organization } = await spotNamed('admin', garage);
  const other = await spotNamed('admin', 'Fifth Avenue');
  await page.goto(`${path}/detail`);
  for (const text of ['Welcome, Marisol', 'marisol.vega@example.com', 'America/Phoenix']) {
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
  }
  const box = page.getByRole('combobox', { name: 'Property', exact: true });
  await box.click();
  await box.fill('zzzz');
  await expect(page.getByText('No results found')).toBeVisible();
  await box.fill('airport');
  await page.getByRole('option', { name: /Sonoran Skies/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sonoran Skies');
  await page.getByRole('link', { name: 'Visitors', exact: true }).click();
  await box.click();
  await box.fill('fifth');
  await page.getByRole('option', { name: /Fifth Avenue/ }).click();
  await expect(page).toHaveURL(`${other.path}/visitors`);
  // A page of the organization keeps the property.
  await page.goto(`/organization/${organization.pk}/payouts`);
  await page.getByRole('link', { name: 'Visitors', exact: true }).click();
  await expect(page).toHaveURL(`${other.path}/visitors`);
  await page.getByRole('link', { name: 'Properties' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Properties' })).toBeVisible();
  await visit(page, `/organization/${organization.pk}/nosuch`);
  await expect(page.getByText('Page not found')).toBeVisible();
  await expect(page.locator('main')).toHaveCount(1);
});

test('the switcher changes property and organization by mouse and by keyboard, and so does the sidebar', async ({
  page,
}) => {
  await openSpot(page, 'adminOfBoth', garage, 'detail');
  // A first hover is enough, though the menu is loaded by it; the pointer doesn't move again.
  await page.getByRole('button', { name: /switch property/ }).hover();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.mouse.move(640, 700);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: /switch property/ }).click();
  await page.getByRole('menuitem', { name: 'Fifth Avenue Rooftop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fifth Avenue Rooftop');
  await expect(page).toHaveURL(/\/detail$/);
  await page.getByRole('button', { name: /switch property/ }).click();
  const switchOrganization = page.getByRole('menuitem', { name: 'Switch Organization' });
  await switchOrganization.click();
  await expect(page.getByRole('menuitem', { name: 'Properties' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(switchOrganization).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Lakeshore Park & Go' }).click();
  await expect(page.locator('main')).toContainText('Lakeshore Park & Go');
  await expect(page).toHaveURL(/\/detail$/);

  const cactus = await organizationPk('adminOfBoth', 'Cactus');
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Organization', exact: true }).click();
  await page.getByRole('option', { name: /Cactus/ }).click();
  await expect(page).toHaveURL(`${address}/organization/${cactus}/team`);
});

test.describe('URLs', () => {
  test.use({ tolerate: refused });

  test('the home page, an organization and an unknown property lead to the first property, an unknown page to Detail', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    const organization = await organizationPk('admin', 'Cactus');
    const { spot } = await spotNamed('adminOfBoth', 'Riverfront');
    const { path } = await spotNamed('admin', garage);
    await page.goto('/');
    await expect(page).toHaveURL(/\/organization\/\d+\/spots\/\d+\/detail$/);
    const heading = page.getByRole('heading', { level: 1 });
    for (const way of ['', ...['424242', 'nonsense', spot.pk].map((id) => `/spots/${id}/detail`)]) {
      await page.goto(`/organization/${organization}${way}`);
      await expect(heading, way).toContainText(garage);
    }
    await page.goto(`${path}/no-such-page`);
    await page.waitForURL(`**${path.replace(address, '')}/detail`);
  });
});

test('pages of an organization without properties say so, and lead an Admin to the form for the first one', async ({
  page,
}) => {
  await signIn(page, 'withoutLots');
  const juniper = await organizationPk('withoutLots', 'Juniper');
  await page.goto('/');
  // Home leads on to the properties, which would take the place of the page that is opened next.
  await expect(page).toHaveTitle('Properties · Lotkeeper');
  const titles = {
    'income-statement': 'Income Statement',
    advertising: 'Advertising',
    spots: 'Properties',
  };
  for (const [name, title] of Object.entries(titles)) {
    await visit(page, `/organization/${juniper}/${name}`);
    await expect(page).toHaveTitle(`${title} · Lotkeeper`);
    await expect(page.getByText('No parking lots here yet...')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add property' })).toHaveAttribute(
      'href',
      `/organization/${juniper}/new-property`,
    );
  }
});

test('logging out while the page is reading does not say that the session has ended', async ({
  page,
}) => {
  // The session stays active for the other tests; the server's responses are faked to look expired.
  await openSpot(page, 'admin', garage, 'detail', garage);
  let isOver = false;
  await page.route('**/logout/', (route) => {
    isOver = true;
    return route.fulfill({ status: 204 });
  });
  await page.route('**/api/**', (route) =>
    isOver ? route.fulfill({ status: 401, json: { detail: 'No.' } }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(`${address}/login`);
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  expect(await sessionCookies(page)).toEqual([]);
});

test.describe('a session that is over', () => {
  test.use({ tolerate: /status of 401/ });
  test('a call refused for an old session leaves the session that another tab began', async ({
    page,
  }) => {
    const { path } = await spotNamed('admin', garage);
    const loggedOut: string[] = [];
    await page.route('**/logout/', (route) => {
      loggedOut.push(route.request().url());
      return route.fulfill({ status: 204 });
    });
    // The other tab signs in while the old session's calls are on their way.
    await page.route('**/api/**', async (route) => {
      if (route.request().headers().authorization !== 'Token over') return route.continue();
      const response = await route.fetch();
      await signIn(page, 'admin');
      return route.fulfill({ response });
    });
    await page.context().addCookies([{ name: 'auth', value: 'over', url: address }]);
    await page.goto(`${path}/detail`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(garage);
    await expect(page).toHaveURL(/\/detail/);
    expect(loggedOut).toEqual([]);
    expect((await sessionCookies(page)).map(({ value }) => value)).toEqual([tokenOf('admin')]);
  });

  test('a person who is typing when the session ends signs in over the form, and saves what they typed', async ({
    page,
  }) => {
    const name = `Kept ${randomUUID()}`;
    await openSpot(page, 'employee', 'Lagoon', 'events');
    await page.getByRole('button', { name: '+ Add Event' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Disable enforcement').uncheck();
    await page.getByLabel('Spaces available').fill('35');
    await choose(page, 'Start time', '6 PM', true);
    await choose(page, 'End time', 'Midnight, end of day', true);
    await page.context().addCookies([{ name: 'auth', value: 'x'.repeat(43), url: address }]);
    await page.getByRole('button', { name: 'Save' }).click();

    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toContainText('What you typed is still here');
    await expectAccessibleAtBothWidths(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    const email = await dialog.getByLabel('Email or phone number').inputValue();
    const { length } = await readMessages(email);
    await dialog.getByRole('button', { name: 'Get Verification Code' }).click();
    await expect(dialog.getByLabel('Digit 1 of 6')).toBeVisible();
    await page.keyboard.type((await newestMessage(email, length)).slice(0, 6));
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Added event: ${name}`)).toBeVisible();
    expect((await sessionCookies(page)).map(({ value }) => value)).not.toContain('x'.repeat(43));
  });

  test('a person who leaves instead goes to the login page', async ({ page }) => {
    await openSpot(page, 'employee', 'Lagoon', 'events');
    await page.getByRole('button', { name: '+ Add Event' }).click();
    await page.getByLabel('Name').fill('Left');
    await page.getByLabel('Disable enforcement').uncheck();
    await page.getByLabel('Spaces available').fill('35');
    await choose(page, 'Start time', '6 PM', true);
    await choose(page, 'End time', 'Midnight, end of day', true);
    await page.context().addCookies([{ name: 'auth', value: 'x'.repeat(43), url: address }]);
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('button', { name: 'Leave this page' }).click();
    await expect(page).toHaveURL(/\/login\?reason=session$/);
  });
});

/** Adds an Employee of Cactus & Coast Parking whom no other test signs in: codes are limited per account. */
async function makeEmployee(): Promise<string> {
  const email = `leaver.${randomUUID()}@example.com`;
  const organization = await organizationPk('admin', 'Cactus');
  const person = { first_name: 'Lee', last_name: 'Leaver', email, phone: null };
  await callAs('superuser', '/api/peoplemetadata', { ...person, organization, role: 'EMPLOYEE' });
  return email;
}

test('a logout ends the session on the server and removes its cookie', async ({ page }) => {
  // A separate account, so that the other tests keep their session and their codes.
  const email = await makeEmployee();
  await page.goto('/login');
  await page.getByLabel('Email or phone number').fill(email);
  await page.getByRole('button', { name: 'Get Verification Code' }).click();
  await expect(page.getByLabel('Digit 1 of 6')).toBeVisible();
  await page.keyboard.type(await readCode(email));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/detail$/);
  await page.goto('/help-center');
  await expect(page.getByText('Mon to Fri 7:00AM to 5:30PM PT')).toBeVisible();
  const [cookie] = await sessionCookies(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await sessionCookies(page)).toEqual([]);
  const call = callWith(cookie?.value ?? '', '/api/v2/profiles/me');
  await expect(call).rejects.toThrow('answered 401');
});

test.describe('a superuser', () => {
  test('a superuser is greeted by name and finds any organization and property', async ({
    page,
  }) => {
    await signIn(page, 'superuser');
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Hello, Sam' })).toBeVisible();
    await expect(page.getByText('Superuser', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Choose an organization and a property first')).toBeVisible();
    await page.getByLabel('Property search').first().click();
    await page.getByLabel('Property search').first().fill('pelican');
    await page.getByRole('option', { name: /Harbor View Lot/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbor View Lot');
    await expect(page.getByLabel('Organization search').first()).not.toHaveValue('');
    await expect(page.getByLabel('Property search').first()).toHaveValue('Harbor View Lot');
    await expect(page.getByRole('link', { name: 'Rates' })).toBeVisible();
    await page.getByRole('link', { name: 'Create invoice' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Create an Invoice' })).toBeVisible();
    await page.getByLabel('Organization search').first().click();
    await page.getByLabel('Organization search').first().fill('juniper');
    await page.getByRole('option', { name: /Juniper Ridge/ }).click();
    await expect(page.getByText('No parking lots here yet...')).toBeVisible();
  });

  test('a superuser creates an organization and its first property, and reads errors beside the fields', async ({
    page,
  }) => {
    const name = 'Ünïcode & Söhne <wide>';
    await signIn(page, 'superuser');
    await page.goto('/');
    await page.getByRole('link', { name: 'Add new organization' }).click();
    const add = page.getByRole('button', { name: 'Add organization' });
    // Typed before, it would be lost.
    await expect(add).toBeVisible();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Commission in percent').fill('12.5');
    await add.click();
    await expect(page.getByText('No parking lots here yet...')).toBeVisible();
    await page.locator('main').getByRole('link', { name: 'Add Spot' }).click();
    await page.getByLabel('Name').fill('A first lot');
    await page.getByLabel('Address').fill('1 Main Street');
    await page.getByLabel('City').fill('Mesa');
    const submit = page.locator('main').getByRole('button', { name: 'Add property' });
    await expect(submit).toBeDisabled();
    await expect(
      page.getByText('Fill in the state, the time zone, and the spaces to add the property.'),
    ).toBeVisible();
    await page.getByLabel('City').press('Enter');
    await expect(page.getByText('Please choose a state')).toBeVisible();
    await page.getByLabel('State').first().fill('arizona');
    await page.getByRole('option', { name: 'Arizona (AZ)' }).click();
    await page.getByLabel('Time zone').first().fill('mountain standard');
    await page.getByRole('option', { name: 'America/Phoenix, Mountain Standard Time' }).click();
    await page.getByRole('textbox', { name: 'Spaces', exact: true }).fill('40');
    await page.getByLabel(/Hourly price/).fill('2.50');
    await submit.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('A first lot');
    await expect(page.getByText('$2.50')).toBeVisible();
    await expect(page.getByText('Your payouts will show up here')).toBeVisible();
    await expect(page.getByText('Your monthly revenue will show up here')).toBeVisible();
    await expect(page.getByText('Your driver review analysis will show up here')).toBeVisible();
  });

  test.use({ tolerate: refused });
});

test('the slide-over menu opens and closes by keyboard and gives the focus back', {
  tag: '@phone',
}, async ({ page }) => {
  await openSpot(page, 'admin', garage, 'detail', garage);
  await page.getByRole('button', { name: 'Open menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  expect(page.url().startsWith(address)).toBe(true);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`a tooltip, a menu, a list and a dialog hide what is behind them in the ${scheme} scheme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const { path } = await openSpot(page, 'admin', garage, 'detail', /Copper Square/);
    await page
      .getByRole('button', { name: /^About / })
      .first()
      .focus();
    await expectOpaque(page.getByRole('tooltip'));
    await page.getByRole('button', { name: /switch property/ }).click();
    await expectOpaque(page.getByRole('menu'));
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Property', exact: true }).click();
    await expectOpaque(page.getByRole('listbox'));
    await visit(page, `${path}/visitors`);
    await page.getByRole('button', { name: '+ Add a Visitor' }).click();
    await expectOpaque(page.getByRole('dialog'));
  });
}
