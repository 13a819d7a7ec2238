import type { Locator, Page } from '@playwright/test';
import {
  callAs,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';

const authority = 'City of Lakeshore, Department of Revenue and Finance';
const path = async () =>
  `/api/taxes/${await organizationPk('adminOfBoth', 'Lakeshore')}/removed_rates/`;

interface Rates {
  rates: { authority: string; starts_on: string; spot_pk: number }[];
}

/** Other tests of the same server know no rates. */
async function removeRates() {
  const removed = await path();
  const url = removed.replace('removed_rates/', '?month=2026-01-01');
  for (const { authority, starts_on, spot_pk } of (await callAs<Rates>('adminOfBoth', url)).rates)
    await callAs('adminOfBoth', removed, { authority, starts_on, spot: spot_pk });
}
// A rate of a closed month.
test.use({ tolerate: /status of 400/ });

/** Chooses a day of the month before this one. */
async function chooseDay(page: Page, day: number) {
  await page.getByRole('dialog').getByRole('button', { name: 'From' }).click();
  const calendar = page.getByRole('dialog').last();
  await calendar.getByRole('button', { name: 'Previous month' }).click();
  await calendar
    .getByRole('button', { name: new RegExp(`, \\w+ ${day}, `) })
    .first()
    .click();
}

/** Sets a rate at all properties by the keyboard alone, but the day. */
async function setRate(page: Page, percent: string, day: number | null) {
  await page.getByRole('button', { name: 'Set a tax rate' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set a tax rate' });
  await dialog.getByLabel('Authority').fill(authority);
  await dialog.getByLabel('Rate in percent').fill(percent);
  if (day !== null) await chooseDay(page, day);
  await chooseProperty(page, dialog);
  await dialog.getByLabel('Rate in percent').press('Enter');
  await expect(dialog).toHaveCount(0);
}

async function chooseProperty(page: Page, dialog: Locator) {
  await dialog.getByRole('combobox', { name: 'Properties' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
}

test('an Admin sets a rate, changes it on the 15th and ends it, and each amount opens what it’s made of', async ({
  page,
}) => {
  await removeRates();
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'taxes');
  const rates = panel(page, 'Rates');
  await expect(rates).toContainText('No rates yet.');
  await setRate(page, '8.25', 1);
  await expect(rates.getByRole('row')).toHaveCount(2);
  const owed = panel(page, authority);
  await expect(owed.getByRole('row')).toHaveCount(3);

  await test.step('a change on the 15th divides the month, and what was taxed otherwise opens', async () => {
    await setRate(page, '9.25', 15);
    await expect(owed.getByRole('row')).toHaveCount(4);
    await expect(owed.getByRole('row', { name: /15 – / })).toContainText('9.25 %');
    await expectAccessibleAtBothWidths(page);
    const difference = panel(page, 'Taxed otherwise than the rates').getByRole('link').first();
    const amount = await difference.textContent();
    await difference.click();
    await expect(page).toHaveTitle('Ledger · Lotkeeper');
    await expect(panel(page, 'Tax difference')).toContainText(amount ?? '');
    await page.goBack();
  });

  await test.step('an authority’s amount leads to its lines, and a line to the tax of its days', async () => {
    await panel(page, 'Owed').getByRole('link').first().click();
    await expect(owed).toBeInViewport();
    const line = owed.getByRole('row', { name: /15 – / });
    const amount = await line.getByRole('cell', { name: /^\$/ }).last().textContent();
    await line.getByRole('link', { name: 'All tax of' }).click();
    await expect(page).toHaveTitle('Ledger · Lotkeeper');
    await expect(panel(page, 'Taxes')).toContainText(amount ?? 'no amount');
    await page.goBack();
  });

  await test.step('a rate of 0 % from this month on ends it', async () => {
    await setRate(page, '0', null);
    await expect(rates.getByRole('row')).toHaveCount(4);
    await expect(rates.getByRole('row', { name: / 0 %/ })).toHaveCount(1);
  });

  await test.step('a rate that is removed is asked about first', async () => {
    await rates
      .getByRole('button', { name: /^Remove / })
      .last()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(rates.getByRole('row')).toHaveCount(3);
  });
  await removeRates();
});

test('bad input of a rate is shown at its field, and Escape closes the dialog', async ({
  page,
}) => {
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'taxes');
  await checkDialog(page);
});

test('the dialog of a rate fits a phone @phone', async ({ page }) => {
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'taxes');
  await checkDialog(page);
});

async function checkDialog(page: Page) {
  const button = page.getByRole('button', { name: 'Set a tax rate' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set a tax rate' });
  await expect(dialog.getByLabel('Authority')).toBeFocused();
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.keyboard.type(authority);
  const percent = dialog.getByLabel('Rate in percent');
  for (const wrong of ['51', '8.2501', '-1', 'eight']) {
    await percent.fill(wrong);
    await percent.blur();
    await expect(percent).toHaveAttribute('aria-invalid', 'true');
  }
  await chooseRefused(page, dialog);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
}

/** The server refuses a rate of a closed month at its day. */
async function chooseRefused(page: Page, dialog: Locator) {
  const message = 'A month from this day on is closed.';
  await page.route('**/api/taxes/*/rates/', (route) =>
    route.fulfill({
      status: 400,
      json: { type: 'invalid_fields', detail: message, fields: { starts_on: message } },
    }),
  );
  await dialog.getByLabel('Rate in percent').fill('8.25');
  await chooseProperty(page, dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(message)).toBeVisible();
}
