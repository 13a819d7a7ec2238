import {
  callAs,
  expect,
  expectAccessible,
  expectNoOverflow,
  organizationPk,
  signIn,
  spotNamed,
  test,
} from './support/app.ts';

const digits = (text: string | null) => (text ?? '').replace(/\D/g, '');

test('the menu leads to the phone of the region of the organization that one comes from', async ({
  page,
}, info) => {
  const lakeshore = await organizationPk('adminOfBoth', 'Lakeshore');
  const { contact_number } = await callAs<{ contact_number: string }>(
    'adminOfBoth',
    `/api/operations_region/organizations/?org=${lakeshore}`,
  );
  const cactus = await organizationPk('adminOfBoth', 'Cactus');
  const other = await callAs<{ contact_number: string }>(
    'adminOfBoth',
    `/api/operations_region/organizations/?org=${cactus}`,
  );
  expect(other.contact_number).not.toBe(contact_number);
  await signIn(page, 'adminOfBoth');
  await page.goto(`/organization/${lakeshore}/advertising`);
  if (info.project.name !== 'wide') await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Help Center' }).click();
  await expect(page).toHaveTitle('Help Center · Lotkeeper');
  const phone = page.getByRole('region', { name: 'Contact' }).getByRole('link').nth(1);
  await expect.poll(async () => digits(await phone.textContent())).toBe(digits(contact_number));
  await expect(phone).toHaveAttribute('href', `tel:${contact_number}`);
  await expect(page.getByText('Mon to Fri 7:00AM to 5:30PM PT')).toBeVisible();
  await expect(page.getByRole('link', { name: /^support@/ })).toHaveAttribute('href', /^mailto:/);
});

test('the help center keeps the organization, its menu and the property', async ({
  page,
}, info) => {
  await signIn(page, 'admin');
  const { path, organization } = await spotNamed('admin', 'Copper Square Garage');
  await page.goto(`${path}/detail`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Copper Square Garage');
  const openMenu = async () => {
    if (info.project.name !== 'wide') await page.getByRole('button', { name: 'Open menu' }).click();
  };
  await openMenu();
  await page.getByRole('link', { name: 'Help Center' }).click();
  await expect(page).toHaveTitle('Help Center · Lotkeeper');
  await page.goto('/help-center');
  await openMenu();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(page.getByText('Cactus & Coast Parking').first()).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Properties' })).toBeVisible();
  await expect(menu.getByRole('combobox', { name: 'Property', exact: true })).toHaveValue(
    'Copper Square Garage',
  );
  await menu.getByRole('link', { name: 'Visitors', exact: true }).click();
  await expect(page).toHaveURL(`${path}/visitors`);
  expect(organization.pk).toBeGreaterThan(0);
});

test('a person without affiliations reads the default number', async ({ page }) => {
  await signIn(page, 'superuser');
  await page.goto('/help-center');
  await expect(page.getByRole('link', { name: '+1 800 555 0100' })).toBeVisible();
});

test('six tutorials stand there: the one that is configured as a link out, the others as not available here', async ({
  page,
}) => {
  await signIn(page, 'valet');
  await page.goto('/help-center');
  const videos = page.getByRole('region', { name: 'Video tutorials' });
  await expect(videos.getByRole('heading', { level: 3 })).toHaveText([
    /^Events/,
    'Visitors',
    'Discount codes',
    'Reports',
    'Validation code',
    'Team',
  ]);
  const events = videos.getByRole('link', { name: /^Events/ });
  await expect(events).toHaveAttribute('href', 'https://videos.example/events');
  await expect(events).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(videos).toContainText('4:10');
  await expect(videos.getByText('This video is not available here.')).toHaveCount(5);
  await expectNoOverflow(page);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the page is accessible in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await signIn(page, 'admin');
    await page.goto('/help-center');
    await expect(page.getByRole('region', { name: 'Video tutorials' })).toBeVisible();
    await expectAccessible(page);
  });
}
