import type { Page } from '@playwright/test';
import {
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openSpot,
  test,
} from './testing/app.ts';

const openPromos = (page: Page, search = '') =>
  openSpot(page, 'employee', 'Copper', `promos${search}`, 'Discount Codes');

test('an Employee adds, edits, prints and deletes a discount code', async ({ page }) => {
  await openPromos(page);
  const code = 'OPENDAY';
  await page.getByRole('button', { name: '+ Add Discount Code' }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add Discount Code' });
  await expect(add).toBeDisabled();
  await expect(
    dialog.getByText(/^Fill in the code, the description, the discount, and what/),
  ).toBeVisible();
  await dialog.getByLabel('Code').fill('open day');
  await dialog.getByLabel('Description').fill('Open day');
  await expect(dialog.getByText('Letters and digits only.')).toBeVisible();
  await dialog.getByLabel('Code').fill(code.toLowerCase());
  await expect(dialog.getByLabel('Code')).toHaveValue(code);
  await dialog.getByRole('radio', { name: 'Percentage' }).check();
  await dialog.getByLabel('Percent off').fill('101');
  await dialog.getByLabel('Percent off').blur();
  await expect(dialog.getByText('Percentage discount must be between 0% and 100%')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Percent off').fill('20');
  await expect(add).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Hourly' }).check();
  await dialog.getByLabel('Number of uses').fill('0');
  await expect(
    dialog.getByText('Correct the number of uses to add the discount code.'),
  ).toBeVisible();
  await dialog.getByLabel('Number of uses').fill('10');
  await add.click();
  await expect(page.getByText(`Added discount code: ${code}`)).toBeVisible();
  await expect(page.getByText('0 of 10 used')).toBeVisible();

  await page.getByRole('button', { name: `Edit ${code}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Discount Code' });
  await expect(edit.getByLabel('Percent off')).toHaveValue('20');
  await edit.getByLabel('Description').fill('Open day, longer');
  await edit.getByLabel('Number of uses').fill('12');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Updated discount code: ${code}`)).toBeVisible();
  await expect(page.getByText('0 of 12 used')).toBeVisible();
  await expect(page.getByText('Open day, longer')).toBeVisible();

  const flyer = page.getByRole('button', { name: `Flyer of ${code}` });
  const file = await downloadBy(flyer);
  expect(file.name).toBe(`discount-code copper-square-garage ${code}.pdf`);
  expect(file.content.subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: `Delete ${code}` }).click();
  const question =
    'This code will be deleted immediately and drivers will no longer be able to use it.';
  await expect(page.getByText(question)).toBeVisible();
  await page.getByRole('button', { name: "No, Don't Delete" }).click();
  await expect(page.getByText(question)).toHaveCount(0);
  await page.getByRole('button', { name: `Delete ${code}` }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(`Deleted discount code: ${code}`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Delete ${code}` })).toHaveCount(0);
});

test('used discount codes are shown on request and keep their name and discount, and a chart shows the uses in a month', async ({
  page,
}) => {
  await openPromos(page);
  await expect(page.getByText('SUMMER15')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Show discount codes with 0 uses left' }).check();
  await expect(page.getByText('SUMMER15').first()).toBeVisible();
  await expect(page).toHaveURL(/showUsableCodes=false/);
  await page.reload();
  await expect(page.getByText('SUMMER15').first()).toBeVisible();
  await test.step('a used discount code keeps its name and discount, and the dialog says so', async () => {
    await openPromos(page, '?showUsableCodes=false');
    await page.getByRole('button', { name: 'Edit SUMMER15' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Discount Code' });
    await expect(edit.getByLabel('Code')).toBeDisabled();
    await expect(edit.getByText('so its name can’t change')).toBeVisible();
    await expect(edit.getByText('so its discount can’t change')).toBeVisible();
    await expect(edit.getByRole('radio')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
  await test.step('the chart shows the uses of discount codes in a month, or says that there are none', async () => {
    await openPromos(page);
    await expect(page.getByRole('progressbar', { name: /^Uses of / }).first()).toBeVisible();
    await openPromos(page, '?monthYear=01:2019');
    await expect(
      page.getByText('No discount codes were used during this time period'),
    ).toBeVisible();
  });
});

const readCount = (text: string) => Number(text.replace(/,/g, '').match(/\d+/)?.[0]);

test('every count of uses opens the bookings that it is made of', async ({ page }) => {
  await openPromos(page, '?showUsableCodes=false');
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  const counts = await page.locator('main a[href*="/promo-uses?"]').evaluateAll((links) =>
    links.map((link) => ({
      href: (link as HTMLAnchorElement).href,
      text: link.textContent,
    })),
  );
  expect(counts.length).toBeGreaterThan(2);
  for (const { href, text } of counts) {
    await page.goto(href);
    const count = readCount(text);
    await expect(page.getByText(`${count.toLocaleString('en-US')} use`)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Uses' }).locator('tbody tr')).toHaveCount(
      Math.min(50, count),
    );
  }
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/rentals\//);
});

test('an Admin goes from the uses of a code to the money of its rentals', async ({ page }) => {
  await openSpot(page, 'admin', 'Copper', 'promos?showUsableCodes=false');
  await page.locator('main a[href*="/promo-uses?"]').first().click();
  const heading = page.getByRole('heading', { name: /^Uses of / });
  const code = (await heading.textContent())?.split(' ').at(-1);
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('link', { name: 'Net revenue with this code' }).click();
  await expect(page).toHaveURL(new RegExp(`/ledger\\?.*code=${code}`));
  await expect(page.getByText(/The sum of [\d,]+ entr/)).toBeVisible();
  await page.getByRole('button', { name: `Remove filter Discount code: ${code}` }).click();
  await expect(page).not.toHaveURL(/code=/);
});
