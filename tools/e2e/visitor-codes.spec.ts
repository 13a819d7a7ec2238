import type { Page } from '@playwright/test';
import {
  address,
  answerCalls,
  expect,
  expectAccessible,
  lineOf,
  openSpot,
  test,
} from './testing/app.ts';

const openCodes = (page: Page, spot = 'Sonoran') =>
  openSpot(page, 'admin', spot, 'codes', 'Validation Codes');

test.describe('the codes', () => {
  test.use({ tolerate: /status of (400|500)/ });

  test('a validation code is created, copied, edited and deleted, and an incomplete one is refused', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: address });
    const code = 'Desk-1';
    await openCodes(page);
    await expect(lineOf(page, 'STAFF')).toContainText('Always valid');
    await page.getByRole('button', { name: '+ Add Validation Code' }).click();
    const save = page.getByRole('button', { name: 'Save' });
    const messages: [string, string][] = [
      ['For an event', 'Please select an event'],
      ['For a few hours or days', 'Please choose amount of days or hours'],
      ['Until a certain date', 'Please select a date'],
    ];
    for (const [kind, message] of messages) {
      await page.getByRole('radio', { name: kind }).check();
      await expect(page.getByText(/^Fill in the code and .+ to save\.$/)).toBeVisible();
      await expect(save).toBeDisabled();
      await page.getByRole('textbox', { name: /^Code/ }).press('Enter');
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByText('This is required')).toBeVisible();
      await expectAccessible(page);
    }
    await page.getByRole('textbox', { name: /^Code/ }).fill(code);
    await page.getByLabel('Description').fill('Guests of the front desk');
    await page.getByRole('radio', { name: 'For a few hours or days' }).check();
    await page.getByLabel('Hours', { exact: true }).fill('6');
    // Switching to another kind and back clears what was typed.
    await page.getByRole('radio', { name: 'Always valid' }).check();
    await page.getByRole('radio', { name: 'For a few hours or days' }).check();
    await expect(page.getByLabel('Hours', { exact: true })).toHaveValue('');
    await page.getByLabel('Days', { exact: true }).fill('2');
    await save.click();
    await expect(page.getByText(`Added validation code: ${code}`)).toBeVisible();
    await expect(lineOf(page, code)).toContainText('2 days');

    await page.getByRole('button', { name: `Copy ${code}` }).click();
    await expect(lineOf(page, code).getByText('Copied!').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

    await page.getByRole('button', { name: '+ Add Validation Code' }).click();
    await page.getByRole('textbox', { name: /^Code/ }).fill(code.toUpperCase());
    await page.getByRole('radio', { name: 'Always valid' }).check();
    await save.click();
    await expect(page.getByText('Invalid code. Please try with a different one.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: `Edit ${code}` }).click();
    await expect(page.getByRole('radio', { name: 'For a few hours or days' })).toBeChecked();
    await expect(page.getByLabel('Days', { exact: true })).toHaveValue('2');
    await page.getByRole('radio', { name: 'Until a certain date' }).check();
    await page.getByLabel('Expiration').click();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByRole('button', { name: / 9, 20/ }).click();
    await save.click();
    await expect(lineOf(page, code)).toContainText(/\w{3} 9, 20\d\d/);

    await page.getByRole('button', { name: `Edit ${code}` }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: `Delete ${code}?` })).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(`Deleted validation code: ${code}`)).toBeVisible();
    await expect(lineOf(page, code)).toHaveCount(0);
  });

  test('temporary validation codes are replaced by a refresh, and the others stay', async ({
    page,
  }) => {
    await openCodes(page, 'Saguaro');
    const drawn = lineOf(page, 'Guests of the front desk').locator('code');
    const before = await drawn.textContent();
    await page.getByRole('button', { name: 'Refresh Temporary Codes' }).click();
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByText('Temporary codes refreshed')).toBeVisible();
    await expect(drawn).toHaveText(/^[2-9A-HJ-NP-Z]{6}$/);
    expect(await drawn.textContent()).not.toBe(before);
    await expect(lineOf(page, 'STAFF')).toBeVisible();
  });

  test('a property without validation codes says what will appear here', async ({ page }) => {
    await answerCalls(page, '**/api/codes/**', { results: [], count: 0, events: [] });
    await openCodes(page);
    await expect(page.getByText('Validation Codes will show up here')).toBeVisible();
  });
});

test('a validation code for an event names the event', async ({ page }) => {
  const code = 'Crew-1';
  await openCodes(page, 'Event Lot');
  await page.getByRole('button', { name: '+ Add Validation Code' }).click();
  await page.getByRole('textbox', { name: /^Code/ }).fill(code);
  await page.getByRole('radio', { name: 'For an event' }).check();
  await page.getByRole('combobox', { name: 'Events' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(lineOf(page, code)).toContainText(/During \w+/);
  await page.getByRole('button', { name: `Edit ${code}` }).click();
  await expect(page.getByRole('radio', { name: 'For an event' })).toBeChecked();
});
