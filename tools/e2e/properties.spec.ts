import type { Page } from '@playwright/test';
import {
  address,
  callAs,
  callWith,
  choose,
  expect,
  expectAccessible,
  organizationPk,
  panel,
  readCode,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';

/** Signs a page in as somebody whom no other test signs in: codes are limited per account. */
async function signInByCode(page: Page, email: string): Promise<void> {
  const username = { username: email, phone_country_code: '+1' };
  await callWith(null, '/api/otp/', username);
  const { token } = await callWith<{ token: string }>(null, '/api/auth/', {
    ...username,
    password: await readCode(email),
  });
  await page.context().addCookies([{ name: 'auth', value: token, url: address }]);
}

test('an Admin of an organization without properties adds one, edits its price, and reads the new price on Detail', async ({
  page,
}) => {
  // An organization of its own, so that the other tests keep one without properties.
  const { pk } = await callAs<{ pk: number }>('superuser', '/api/organizations/', {
    name: 'Saguaro Parking',
    commission_percent: 10,
  });
  const email = 'owner@saguaro.example';
  await callAs('superuser', '/api/peoplemetadata', {
    first_name: 'Noor',
    last_name: 'Owner',
    email,
    phone: null,
    organization: pk,
    role: 'ADMIN',
  });
  await signInByCode(page, email);
  await page.goto(`/organization/${pk}/spots`);
  await page.getByRole('main').getByRole('link', { name: 'Add property' }).click();
  const form = page.getByRole('main');
  const add = form.getByRole('button', { name: 'Add property' });
  await expect(add).toBeDisabled();
  await expectAccessible(page);
  await expect(form.getByText('Penalty')).toHaveCount(0);
  await form.getByLabel('Name').fill('Saguaro Lot');
  await form.getByLabel('Address').fill('4 Cactus Way');
  await form.getByLabel('City').fill('Mesa');
  await choose(page, 'State', 'Arizona (AZ)');
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue(
    'America/Phoenix, Mountain Standard Time',
  );
  await choose(page, 'Classification', 'Garage');
  await form.getByRole('textbox', { name: 'Spaces', exact: true }).fill('40');
  await form.getByLabel('Hourly price').fill('2.50');
  await add.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saguaro Lot');
  await expect(panel(page, 'Current Rates')).toContainText('$2.50');

  await test.step('the property is in the list, which leads to its form', async () => {
    await page.getByRole('link', { name: 'Properties' }).click();
    await page.getByRole('link', { name: 'Edit Saguaro Lot' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit property' })).toBeVisible();
  });
  await form.getByLabel('Hourly price').fill('nothing');
  await form.getByRole('button', { name: 'Save property' }).click();
  await expect(page.getByText('Enter an amount in dollars, such as 12.50.')).toBeVisible();
  await form.getByLabel('Hourly price').fill('3.75');
  await form.getByRole('button', { name: 'Save property' }).click();
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Detail', exact: true }).click();
  await expect(panel(page, 'Current Rates')).toContainText('$3.75');
  await expect(page.getByRole('link', { name: 'Edit property' })).toBeVisible();
  await panel(page, 'Current Rates').getByRole('link', { name: 'Edit prices' }).click();
  await expect(form.getByLabel('Hourly price')).toHaveValue('3.75');
});

test('an Employee has no way to add or edit a property', async ({ page }) => {
  await signIn(page, 'employee');
  const { path } = await spotNamed('employee', 'Copper');
  const cactus = await organizationPk('employee', 'Cactus');
  await page.goto(`${path}/detail`);
  await expect(panel(page, 'Dynamic Pricing')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit property' })).toHaveCount(0);
  await page.goto(`/organization/${cactus}/spots?view=list`);
  await expect(page.getByRole('table', { name: 'Properties' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Add property|Edit )/ })).toHaveCount(0);
});
