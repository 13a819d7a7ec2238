import {
  downloadBy,
  expect,
  openOrganization,
  organizationPk,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';

const lot = 'Riverfront Lot B';

test.use({ tolerate: /status of 400/ });

test('a superuser changes a property, and an Admin reads the previous values in the audit log', async ({
  page,
}) => {
  const { organization, spot } = await spotNamed('adminOfBoth', lot);
  await signIn(page, 'superuser');
  await page.goto(`/organization/${organization.pk}/edit-property?spotPk=${spot.pk}`);
  await expect(page.getByLabel('Name')).toHaveValue(lot);
  const grace = '17';
  await page.getByLabel('Grace period in minutes').fill('2000');
  await page.getByRole('button', { name: 'Save property' }).click();
  await expect(page.getByText('Must be at most 1,440 minutes.')).toBeVisible();
  await page.getByLabel('Grace period in minutes').fill(grace);
  await page.getByRole('button', { name: 'Save property' }).click();
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('about:blank');
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'audit-log');
  await expect(page.getByText(`→ ${grace}`).first()).toBeVisible();
  await expect(page.getByText('Sam Lindqvist (Superuser)').first()).toBeVisible();
  const { name, content } = await downloadBy(page.getByRole('button', { name: 'Download' }));
  expect(name).toBe('audit-log lakeshore-park-go.csv');
  const text = content.toString();
  expect(text.startsWith('\uFEFFtime,person,act,of,changes\r\n')).toBe(true);
  expect(text).toContain('Grace period in minutes');
});

test('a commission over 50 percent is refused beside its field, and a valid one is saved', async ({
  page,
}) => {
  const organization = await organizationPk('withoutLots', 'Juniper');
  await signIn(page, 'superuser');
  await page.goto(`/superuser/edit-organization?organization=${organization}`);
  await expect(page.getByLabel('Name')).toHaveValue('Juniper Ridge Holdings');
  await page.getByLabel('Commission in percent').fill('90');
  await page.getByRole('button', { name: 'Save organization' }).click();
  await expect(page.getByText('Must be at most 50 percent.', { exact: true })).toBeVisible();
  await page.getByLabel('Commission in percent').fill('9.75');
  const base = page.getByRole('combobox', { name: 'Commission on', exact: true });
  await expect(base).toHaveValue('Gross revenue');
  await base.click();
  await page.getByRole('option', { name: 'Adjusted revenue' }).click();
  await expect(page.getByLabel('Base in force from')).toBeVisible();
  await page.getByRole('button', { name: 'Save organization' }).click();
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible();
  await page.reload();
  await expect(base).toHaveValue('Adjusted revenue');
});

test('a superuser adds a person, finds them and removes their role', async ({ page }) => {
  const organization = await organizationPk('withoutLots', 'Juniper');
  const last = 'Added';
  await signIn(page, 'superuser');
  await page.goto(`/superuser/people?organization=${organization}`);
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByLabel('First name').fill('Nia');
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Email', { exact: true }).fill('nia@example.com');
  await page.getByLabel('Role', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Employee' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
  await page.getByLabel('Search people by name, email or phone').fill(last);
  // Before that, the list shows everyone and is about to be replaced.
  await expect(page.getByRole('table', { name: 'People' }).locator('tbody tr')).toHaveCount(1);
  await expect(page.getByRole('cell', { name: 'Employee', exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Change the role of Nia ${last}` }).click();
  await page.getByRole('dialog').getByLabel('No role').check();
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByRole('cell', { name: 'No role', exact: true })).toBeVisible();
});
