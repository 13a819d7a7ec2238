import type { Page } from '@playwright/test';
import {
  address,
  callAs,
  expect,
  expectAccessibleAtBothWidths,
  openOrganization,
  organizationPk,
  panel,
  readMessages,
  test,
} from './testing/app.ts';
import { makeViolation, newPlate } from './testing/violations.ts';

/** Appeals a violation as its driver does. */
async function appeal(page: Page, code: string, plate: string): Promise<void> {
  const found = await page.request.post(`${address}/api/appeals/find/`, {
    data: { code, plate },
  });
  const { token } = (await found.json()) as { token: string };
  const data = {
    request: crypto.randomUUID(),
    reason: 'paid',
    text: 'I paid at the machine.',
    email: `${plate.toLowerCase()}@example.com`,
  };
  expect((await page.request.post(`${address}/api/appeals/notices/${token}/`, { data })).ok()).toBe(
    true,
  );
}

test('an Admin chooses an alert, gets a mail within a minute, and mutes it from the mail', async ({
  page,
  browser,
}) => {
  await openOrganization(page, 'admin', 'Cactus', 'alerts');
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Get Alerts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get Alerts' });
  await dialog.getByLabel('Violation is appealed, Email').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your choices were saved.')).toBeVisible();

  const organization = await organizationPk('admin', 'Cactus');
  const { email } = await callAs<{ email: string }>(
    'admin',
    `/api/organizations/${organization}/alert_choices/`,
  );
  const plate = newPlate();
  const code = await makeViolation('Sonoran', plate);
  await appeal(page, code, plate);
  let mail = '';
  await expect(async () => {
    mail = (await readMessages(email)).find((text) => text.includes(`violation ${code}`)) ?? '';
    expect(mail).not.toBe('');
  }).toPass();
  expect(mail).toContain('What to do: Decide the appeal by');

  await page.reload();
  const row = panel(page, 'Open').getByRole('listitem').filter({ hasText: code });
  await expect(row).toContainText('is at stake');
  const link = row.getByRole('link', { name: `A driver appeals violation ${code}` });
  await expect(link).toHaveAttribute('href', /\/appeals\/\d+$/);
  await expectAccessibleAtBothWidths(page);

  // The mail names the newest alert; without signing in, its link mutes that one and nothing else.
  const muteLink = /Mute: (http\S+)/.exec(mail)?.[1] ?? '';
  const reader = await (
    await browser.newContext({ viewport: { width: 390, height: 844 } })
  ).newPage();
  await reader.goto(muteLink.replace(/^https?:\/\/[^/]+/, address));
  // Opening the link mutes nothing: a scanner of mail runs its scripts, too.
  const muteIt = reader.getByRole('button', { name: 'Mute for a day' });
  await expect(muteIt).toBeVisible();
  await expectAccessibleAtBothWidths(reader);
  await page.reload();
  await expect(panel(page, 'Open').getByText('Muted for you')).toHaveCount(0);
  await muteIt.click();
  await expect(reader.getByText('Muted for you until')).toBeVisible();
  await reader.getByRole('button', { name: /^Until it ends/ }).click();
  await expect(reader.getByText('Muted for you until it ends')).toBeVisible();
  await page.reload();
  await expect(panel(page, 'Open').getByText('Muted for you until it ends')).toHaveCount(1);
  await reader.getByRole('button', { name: /^Undo/ }).click();
  await expect(reader.getByRole('button', { name: /^Mute for a day/ })).toBeVisible();

  await link.click();
  await expect(page).toHaveURL(/\/appeals\/\d+$/);
});

test('an Admin sets limits, and watches a plate for a purpose', async ({ page }) => {
  await openOrganization(page, 'admin', 'Cactus', 'alerts');
  await page.getByRole('button', { name: 'Limits' }).click();
  const limits = page.getByRole('dialog', { name: 'Limits' });
  await limits.getByLabel('Nearly full, in percent of the spaces').fill('201');
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await expect(limits.getByText('Must be at most 200.')).toBeVisible();
  await limits.getByLabel('Nearly full, in percent of the spaces').fill('90');
  await limits.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByText('The limits were saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Watched Plates' }).click();
  const plates = page.getByRole('dialog', { name: 'Watched Plates' });
  await plates.getByRole('button', { name: 'Watch a plate' }).click();
  const plate = newPlate();
  await plates.getByLabel('License plate').fill(plate);
  await plates.getByRole('button', { name: 'Watch plate' }).click();
  await expect(plates.getByText('Choose what the plate is watched for.')).toBeVisible();
  await plates.getByLabel('Lost or stolen car').check();
  await plates.getByRole('button', { name: 'Watch plate' }).click();
  await expect(plates.getByText(`${plate} is watched.`)).toBeVisible();
  await expect(plates.getByRole('row', { name: new RegExp(plate) })).toContainText(
    'Lost or stolen',
  );
  await plates.getByRole('button', { name: `Remove ${plate}` }).click();
  await expect(plates.getByText(`${plate} isn’t watched any more.`)).toBeVisible();
});

test.describe('a link of somebody else', () => {
  test.use({ tolerate: /status of 404/ });

  test('says that it doesn’t work', async ({ page }) => {
    await page.goto(`${address}/mute/1.1.1.nobody-has-signed-this`);
    await expect(page.getByText('This link doesn’t work any more')).toBeVisible();
    await page.goto(`${address}/unsubscribe/1.1.nobody-has-signed-this`);
    await page.getByRole('button', { name: 'Stop emails' }).click();
    await expect(page.getByText('This link doesn’t work any more')).toBeVisible();
  });
});
