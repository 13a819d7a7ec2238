import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Who } from './testing/app.ts';
import {
  callAs,
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoOverflow,
  openOrganization,
  openSpot,
  panel,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';
import { now } from './testing/clock.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

interface Slot {
  uuid: string;
  cars_detail: { plate: string }[];
}

interface Story {
  money: { totals: { gross: number; net: number }; entries: object[] } | null;
}

/** A rental of a car that is at the property now, and its page. */
async function findRental(who: Who) {
  const { organization, spot, path } = await spotNamed(who, 'Copper');
  const { results } = await callAs<{ results: Slot[] }>(
    who,
    `/api/slots/?spotId=${spot.pk}&page=1&rentalType=hourly,daily,flat`,
  );
  const slot = results.find(({ cars_detail }) => cars_detail.length > 0);
  const uuid = slot?.uuid ?? '';
  const plate = slot?.cars_detail[0]?.plate ?? '';
  const search = `tab=transient&rentalType=hourly,daily,flat&searchTerm=${encodeURIComponent(plate)}`;
  return {
    uuid,
    plate,
    drivers: `${path}/drivers?${search}`,
    storyPath: `/organization/${organization.pk}/rentals/${uuid}`,
  };
}

test('an Admin opens a rental from Drivers, and its money adds up to the figures of the API', async ({
  page,
}) => {
  const { uuid, plate, drivers, storyPath } = await findRental('admin');
  await signIn(page, 'admin');
  await page.goto(drivers);
  await page
    .getByRole('link', { name: new RegExp(`^${plate}`) })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${storyPath.slice(0, -uuid.length)}[0-9a-f-]{36}$`));
  await page.goto(storyPath);
  await expect(page.getByRole('heading', { name: plate, level: 1 })).toBeVisible();
  const { money } = await callAs<Story>('admin', `/api/rentals/${uuid}/story/`);
  await expect(panel(page, 'Summary')).toContainText(
    dollars.format((money?.totals.gross ?? -1) / 100),
  );
  await expect(panel(page, 'How the money adds up')).toContainText(
    dollars.format((money?.totals.net ?? -1) / 100),
  );
  await expect(panel(page, 'Timeline').getByRole('listitem').first()).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});

test('an Employee sees a rental without its money', async ({ page }) => {
  const { plate, storyPath } = await findRental('employee');
  await signIn(page, 'employee');
  await page.goto(storyPath);
  await expect(page.getByRole('heading', { name: plate, level: 1 })).toBeVisible();
  await expect(panel(page, 'Timeline')).toBeVisible();
  await expect(panel(page, 'How the money adds up')).toHaveCount(0);
  await expect(panel(page, 'Summary')).not.toContainText('$');
  await expect(panel(page, 'Evidence')).toHaveCount(0);
});

test('an Enforcer sees plates on Drivers that aren’t links', async ({ page }) => {
  const { plate, drivers } = await findRental('employee');
  await signIn(page, 'enforcer');
  await page.goto(drivers);
  await expect(page.getByText(plate).first()).toBeVisible();
  await expect(page.getByRole('link', { name: plate })).toHaveCount(0);
});

/** The lot's yesterday, because shortly after midnight today has no visits yet. */
const findYesterday = (timeZone: string) => addDays(toLocalDate(now(), timeZone), -1);

test('a visit opens from the driver log, and its images open in full', async ({ page }) => {
  await openSpot(page, 'admin', 'Copper', `visibility?date=${findYesterday('America/Phoenix')}`);
  const log = panel(page, 'Driver Log');
  await log
    .getByRole('row')
    .or(log.getByRole('listitem'))
    .getByRole('link', { name: /^[A-Z0-9 -]{4,}$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/visits\/\d+$/);
  const timeline = panel(page, 'Timeline');
  await expect(timeline).toContainText(/Entered|Left|Seen/);
  await expectAccessibleAtBothWidths(page);
  await timeline
    .getByRole('button', { name: /image 1 of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img').first()).toBeVisible();
});

test('a violation opens from the open violations, with its evidence and who may waive it', async ({
  page,
}) => {
  await openSpot(page, 'admin', 'Copper', 'violations');
  await page.locator('main a[href*="/violations/"]').first().click();
  await expect(page).toHaveURL(/\/violations\/[0-9a-f-]{36}$/);
  await expect(panel(page, 'Timeline')).toContainText(/Violation \w+ created/);
  await expectAccessibleAtBothWidths(page);
});

test.describe('a record that is not there', () => {
  test.use({ tolerate: /status of 40[04]/ });

  test('the page of an unknown rental shows that it doesn’t exist', async ({ page }) => {
    const { organization } = await spotNamed('admin', 'Copper');
    await signIn(page, 'admin');
    for (const name of ['99999999-9999-4999-8999-999999999999', 'north']) {
      await page.goto(`/organization/${organization.pk}/rentals/${name}`);
      await expect(page.getByText('Rental not found')).toBeVisible();
    }
  });
});

test('an Admin downloads the evidence of a rental, which the audit log lists', async ({ page }) => {
  const { storyPath } = await findRental('admin');
  await signIn(page, 'admin');
  await page.goto(storyPath);
  const evidence = panel(page, 'Evidence');
  await expect(evidence).toContainText('without an account');
  const packet = await downloadBy(evidence.getByRole('button', { name: 'Download Evidence' }));
  const { content } = packet;
  expect(packet.name).toMatch(/^evidence-\S+-\d{4}-\d{2}-\d{2}\.zip$/);
  await expect(evidence.getByRole('alert')).toHaveCount(0);
  await openOrganization(page, 'admin', 'Cactus', 'audit-log');
  await expect(page.getByText('Exported evidence of').first()).toBeVisible();
  await page.goto('/verify');
  const file = { name: 'evidence.zip', mimeType: 'application/zip', buffer: content };
  await page.locator('input[type="file"]').setInputFiles(file);
  // Whether the rows are sealed depends on the hour, but nothing may have been changed.
  await expect(page.getByRole('heading', { name: 'What this shows' })).toBeVisible();
  await expect(page.getByText('This installation has the key.')).toBeVisible();
  await expectNoOverflow(page);
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
  await page.locator('input[type="file"]').setInputFiles({ ...file, buffer: content });
  await expect(page.getByText('This packet proves nothing.')).toBeVisible();
});

test('a story and a ledger that are opened by a link have the menu of their property', async ({
  page,
}) => {
  const { storyPath } = await findRental('admin');
  const { organization, spot } = await spotNamed('admin', 'Event Lot');
  await signIn(page, 'admin');
  const menu = page.getByRole('complementary', { name: 'Menu' });
  const expectSpot = (name: RegExp) =>
    expect(menu.getByRole('combobox', { name: 'Property' })).toHaveValue(name);
  await page.goto(`/organization/${organization.pk}/ledger?spotPk=${spot.pk}`);
  await expectSpot(/Event Lot/);
  await page.goto(storyPath);
  await expectSpot(/Copper/);
  await expect(menu.getByRole('link', { name: 'Visitors' })).toBeVisible();
});

test('an Admin enters a rental that no system sent, and a further payment of it', async ({
  page,
}) => {
  // In the evening, the ledger's first page has nothing from midnight.
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'ledger?source=by_hand');
  await page.getByRole('button', { name: 'Enter a rental' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter a rental' });
  await expect(dialog.getByRole('button', { name: 'Record' })).toBeDisabled();
  await expect(dialog).toContainText(
    'Fill in the property, both times, the amount, and the reason',
  );
  await dialog.getByRole('combobox', { name: 'Property' }).click();
  await page.getByRole('option', { name: 'Larimer Corner Lot' }).click();
  await dialog.getByLabel('Starts and is paid').fill('00:00');
  await dialog.getByLabel('Ends').fill('00:01');
  await dialog.getByLabel('Amount in dollars').fill('0');
  await dialog.getByLabel('License plate').fill('hand 1');
  await dialog.getByLabel('Reason').fill('Cash at the gate');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog).toContainText('Enter an amount above zero.');
  await dialog.getByLabel('Amount in dollars').fill('12.50');
  await dialog.getByLabel('License plate').fill('');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Recorded a rental of $12.50.')).toBeVisible();

  const row = page.getByRole('row').filter({ hasText: 'By hand' }).first();
  await expect(row).toContainText('$12.50');
  await row.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Enter a payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Enter a payment' });
  await payment.getByLabel('Amount in dollars').fill('2.50');
  await payment.getByLabel('Reason').fill('Stayed longer');
  await expectAccessible(page);
  await payment.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('table', { name: 'All together' })).toContainText('$15.00');
});
