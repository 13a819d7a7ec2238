import { callAs, expect, openSpot, organizationPk, panel, signIn, test } from './testing/app.ts';
import { withSettings } from './testing/with-settings.ts';

const digits = (text: string | null) => (text ?? '').replace(/\D/g, '');

test('the Help Center shows the phone number of the organization’s region', async ({ page }) => {
  const lakeshore = await organizationPk('adminOfBoth', 'Lakeshore');
  const readRegion = (organization: number) =>
    callAs<{ contact_number: string }>(
      'adminOfBoth',
      `/api/operations_region/organizations/?org=${organization}`,
    );
  const { contact_number } = await readRegion(lakeshore);
  const other = await readRegion(await organizationPk('adminOfBoth', 'Cactus'));
  expect(other.contact_number).not.toBe(contact_number);
  await signIn(page, 'adminOfBoth');
  await page.goto(`/organization/${lakeshore}/advertising`);
  await page.getByRole('link', { name: 'Help Center' }).click();
  await expect(page).toHaveTitle('Help Center · Lotkeeper');
  const phone = page.getByRole('region', { name: 'Contact' }).getByRole('link');
  await expect
    .poll(async () => digits(await phone.textContent()))
    .toBe(digits(contact_number).replace(/^1/, ''));
  await expect(phone).toHaveAttribute('href', `tel:${contact_number}`);
  await expect(page.getByText('Mon to Fri 7:00AM to 5:30PM PT')).toBeVisible();
  await expect(page.getByText('No email address is set up here.')).toBeVisible();
});

test('the Help Center links to the installation’s email address', async ({ page }) => {
  await withSettings(page, { support_email: 'support@lots.example' });
  await signIn(page, 'valet');
  await page.goto('/help-center');
  await expect(page.getByRole('link', { name: 'support@lots.example' })).toHaveAttribute(
    'href',
    'mailto:support@lots.example',
  );
});

test('a person without affiliations sees the default phone number', async ({ page }) => {
  await signIn(page, 'superuser');
  await page.goto('/help-center');
  await expect(page.getByRole('link', { name: '(800) 555-0100' })).toBeVisible();
});

test('the Help Center has six tutorials, one configured as a video and five as articles', async ({
  page,
}) => {
  await signIn(page, 'valet');
  await page.goto('/help-center');
  await expect(panel(page, 'Start with your own data')).toContainText(
    /DEMO=0 DATA_DIR=data-own PORT=\d+ PUBLIC_URL=http\S+ npm start/,
  );
  const tutorials = page.getByRole('region', { name: 'Tutorials' });
  await expect(tutorials.getByRole('heading', { level: 3 })).toHaveText([
    /^Events/,
    'Visitors',
    'Discount codes',
    'Reports',
    'Validation code',
    'Team',
  ]);
  const events = tutorials.getByRole('link', { name: /^Events/ });
  await expect(events).toHaveAttribute('href', 'https://videos.example/events');
  await expect(events).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(tutorials).toContainText('Video, 4:10');
  await expect(tutorials.getByRole('link')).toHaveCount(6);
});

test('an article is found by its words and links to its page, and the menu keeps the organization and the property', async ({
  page,
}) => {
  const garage = 'Copper Square Garage';
  const { path } = await openSpot(page, 'admin', garage, 'detail', garage);
  await page.goto('/help-center');
  const articles = page.getByRole('region', { name: 'Articles' });
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('refresh hours');
  await expect(articles.getByRole('link')).toHaveText(['Validation codes']);
  await articles.getByRole('link').click();
  await expect(page).toHaveTitle('Validation codes · Lotkeeper');
  await expect(page.getByRole('heading', { name: 'Kinds of codes' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('refresh hours');
  await page.goForward();
  await page.getByRole('link', { name: 'Open Validation Codes' }).click();
  await expect(page).toHaveURL(`${path}/codes`);
  await test.step('the Help Center keeps the menu of the organization and the chosen property', async () => {
    await page.goto('/help-center');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(page.getByText('Cactus & Coast Parking').first()).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Properties' })).toBeVisible();
    await expect(menu.getByRole('combobox', { name: 'Property', exact: true })).toHaveValue(garage);
    await menu.getByRole('link', { name: 'Visitors', exact: true }).click();
    await expect(page).toHaveURL(`${path}/visitors`);
  });
});

test('a search without a match and an unknown article say what to do', async ({ page }) => {
  await signIn(page, 'employee');
  await page.goto('/help-center?search=submarine');
  await expect(page.getByText('No results found')).toBeVisible();
  await page.goto('/help-center/nothing');
  await expect(page.getByRole('heading', { name: 'Article not found' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Help Center' }).click();
  await expect(page).toHaveTitle('Help Center · Lotkeeper');
});
