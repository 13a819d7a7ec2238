import { instant, startOfMonth, toIso, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Page } from '@playwright/test';
import {
  callAs,
  callWith,
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  makeKey,
  openSpot,
  panel,
  spotNamed,
  test,
} from './testing/app.ts';
import { now } from './testing/clock.ts';
import { newPlate } from './testing/violations.ts';

const property = 'Fifth Avenue';
const zone = 'America/New_York';

const minutesAgo = (minutes: number) => toIso(instant(now() - minutes * 60_000));

interface Month {
  others: { code: { code: string } | null; visits: number; value: number }[];
}

/** Makes cars park with a code that nobody else uses, and waits until their visits count. */
async function parkWithCode(cars: number) {
  const { organization, spot } = await spotNamed('admin', property);
  const code = newPlate();
  const body = { spot: spot.pk, code, name: 'Guests of the cafe', always_valid: true };
  const { pk } = await callAs<{ pk: number }>('admin', '/api/codes/', body);
  const plates = Array.from({ length: cars }, newPlate);
  const items = [];
  for (const plate of plates) {
    const car = { plate, state: 'CA', country: 'US' };
    const visitor = { spot: spot.pk, validation_source: 'dashboard', codes: [pk], ...car };
    await callAs('admin', '/api/visitors/', visitor);
    const times = { entrance_at: minutesAgo(2), exit_at: minutesAgo(1) };
    items.push({ source: 'e2e', external_id: plate, spot: spot.pk, plate, state: 'CA', ...times });
  }
  const key = await makeKey('admin', organization.pk, ['visits']);
  await callWith(key, '/api/ingest/visits/', { items });
  const month = startOfMonth(toLocalDate(instant(now() - 2 * 60_000), zone));
  const path = `/api/validation_bills/?spot=${spot.pk}&month=${month}`;
  const read = async () =>
    (await callAs<Month>('admin', path)).others.find((usage) => usage.code?.code === code);
  await expect.poll(async () => (await read())?.visits).toBe(cars);
  return { code, plates, value: (await read())?.value ?? 0 };
}

const sponsorRow = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Sponsors' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name }) });

test('an Admin adds the sponsor of a code, sees the drift and the bill, and opens its visits', async ({
  page,
}) => {
  const { code, plates, value } = await parkWithCode(3);
  expect(value).toBeGreaterThan(0);
  await openSpot(page, 'admin', property, 'codes', 'Validation Codes');
  await page.getByRole('link', { name: 'Bills' }).click();
  await expect(page).toHaveTitle(/^Validation Bills · .+ · Lotkeeper$/);
  await expect(panel(page, 'Nobody is billed').getByRole('row', { name: code })).toContainText('3');

  const name = `Cafe ${code}`;
  await page.getByRole('button', { name: '+ Add Sponsor' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Fill in the name and the allowance to save.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Name/ }).fill(name);
  await dialog.getByRole('combobox', { name: 'Codes' }).fill(code);
  await page.getByRole('option', { name: new RegExp(code) }).click();
  await dialog.getByRole('textbox', { name: 'Visits a month' }).fill('2');
  await dialog.getByRole('radio', { name: 'A fixed price' }).check();
  await dialog.getByRole('textbox', { name: /^Price/ }).fill('4.50');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Saved sponsor: ${name}`)).toBeVisible();

  const row = sponsorRow(page, name);
  await expect(row).toContainText('2 visits, then $4.50 each');
  await expect(row).toContainText(/On the \d+(st|nd|rd|th): 150% of the month’s allowance/);
  await expect(row).toContainText('Used up on');
  await expect(row).toContainText('$4.50');
  await expect(page.getByText(/, so far$/).first()).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await test.step('its visits open, with what is billed of each, and each opens its story', async () => {
    await row.getByRole('link', { name }).click();
    const visits = panel(page, `Visits of ${name}`);
    await expect(visits.getByRole('row')).toHaveCount(4);
    await expect(visits.getByRole('row').nth(3)).toContainText('Billed');
    await expectAccessibleAtBothWidths(page);
    const link = visits.getByRole('link').first();
    expect(plates.join(' ')).toContain((await link.innerText()).split(' ')[0] ?? '');
    await link.click();
    await expect(page).toHaveURL(/\/visits\/\d+$/);
    await page.goBack();
  });

  await test.step('the bill is a PDF, and its visits and all bills are CSV files', async () => {
    const pdf = await downloadBy(page.getByRole('button', { name: `PDF ${name}` }));
    expect(pdf.name).toMatch(/\.pdf$/);
    const csv = await downloadBy(page.getByRole('button', { name: `CSV ${name}` }));
    expect(csv.content.toString().trimEnd().split('\r\n')).toHaveLength(4);
    const all = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
    expect(all.content.toString()).toContain(name);
  });

  await test.step('the terms change, and the sponsor ends', async () => {
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByRole('radio', { name: 'None: everything is billed' }).check();
    await dialog.getByRole('radio', { name: 'A fixed price' }).check();
    await dialog.getByRole('textbox', { name: /^Price/ }).fill('4.50');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('$13.50');
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByRole('button', { name: 'End Sponsor' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'End Sponsor' }).click();
    await expect(page.getByText(`Ended sponsor: ${name}`)).toBeVisible();
    await expect(panel(page, 'Nobody is billed').getByRole('row', { name: code })).toBeVisible();
  });
});

test('an Employee sees who uses how much, without amounts and buttons', async ({ page }) => {
  await openSpot(page, 'employee', 'Copper', 'validation-bills', 'Validation Bills');
  await expect(page.getByText('No sponsors yet')).toBeVisible();
  await expect(page.getByText('An Admin can add the tenants and merchants')).toBeVisible();
  await expect(page.getByRole('button', { name: '+ Add Sponsor' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0);
});
