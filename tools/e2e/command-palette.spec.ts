import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonTexts } from '@lotkeeper/contract/kernel/field-texts';
import { fieldTexts as figureTexts } from '@lotkeeper/contract/money/figures';
import { fieldTexts as valetTexts } from '@lotkeeper/contract/operations/valet';
import {
  expect,
  expectAccessible,
  newestMessage,
  openSpot,
  sessionCookies,
  test,
} from './testing/app.ts';

test('a person without a parking organization is logged out and sees why', async ({ page }) => {
  const email = 'casey.brandt@example.com';
  await page.goto('/login');
  await page.getByLabel('Email or phone number').fill(email);
  await page.getByRole('button', { name: 'Get Verification Code' }).click();
  await expect(page.getByLabel('Digit 1 of 6')).toBeVisible();
  await page.keyboard.type((await newestMessage(email)).slice(0, 6));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login\?reason=no_affiliation/);
  await expect(
    page.getByText('Your account doesn’t belong to a parking organization.'),
  ).toBeVisible();
  expect(await sessionCookies(page)).toEqual([]);
});

test('Ctrl+K opens a property by a part of its name, a page by another word, an action and a plate', async ({
  page,
}) => {
  await openSpot(page, 'admin', 'Copper Square Garage', 'detail', 'Copper Square Garage');
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('combobox', { name: 'Page, action, property or plate' });
  await expect(box).toBeFocused();
  await expectAccessible(page);
  await box.fill('airport');
  await expect(page.getByRole('option', { name: /Sonoran Skies/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sonoran Skies');
  await page.keyboard.press('ControlOrMeta+k');
  await box.fill('valet');
  await expect(page.getByRole('option', { name: 'Valet Dashboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await test.step('what was used last comes first', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('group', { name: 'Last used' }).getByRole('option')).toHaveText([
      /Sonoran Skies/,
    ]);
  });
  await test.step('a page is found by another word, and an action opens its page', async () => {
    await box.fill('debt');
    await expect(page.getByRole('option')).toHaveText(['Who Owes Money']);
    await box.fill('invite');
    await page.getByRole('option', { name: 'Invite a team member' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  });
  await test.step('a plate is checked', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await box.fill('abc 123');
    await expect(page.getByRole('option').first()).toContainText('Check a Plate');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('License plate')).toHaveValue('abc 123');
  });
  await test.step('what isn’t found can be searched in the Help Center', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await box.fill('nowhere at all');
    await expect(page.getByText('No results found')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle('Help Center · Lotkeeper');
    await expect(page.getByRole('searchbox')).toHaveValue('nowhere at all');
  });
});

test('the scripts of the pages have none of the texts of the API reference', () => {
  const folder = join(import.meta.dirname, '../../web/dist/assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const scripts = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  expect(scripts).toContain('Could not fetch this figure');
  const texts = [commonTexts, figureTexts, valetTexts].flatMap((file) => Object.values(file));
  const long = texts.map((text) => [text].flat().at(0)).filter((text) => String(text).length > 40);
  expect(long.length).toBeGreaterThan(50);
  expect(long.filter((text) => scripts.includes(String(text)))).toEqual([]);
});
