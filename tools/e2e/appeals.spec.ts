import type { Browser, Page } from '@playwright/test';
import {
  address,
  callAs,
  choose,
  expect,
  expectAccessibleAtBothWidths,
  lineOf,
  newestMessage,
  openOrganization,
  organizationPk,
  panel,
  readMessages,
  test,
} from './testing/app.ts';
import { makeViolation, newPlate } from './testing/violations.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A driver with a phone, who has no account. */
const openPhone = async (browser: Browser, path: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${address}${path}`);
  return page;
};

/** The page of Who Owes that lists a violation. */
async function findDebt(code: string): Promise<number> {
  const organization = await organizationPk('admin', 'Cactus');
  const query = `organization=${organization}&kind=violation`;
  for (let number = 1; ; number += 1) {
    const { results } = await callAs<{ results: { code: string }[] }>(
      'admin',
      `/api/receivables/?${query}&page=${number}`,
    );
    if (results.length === 0 || results.some((debt) => debt.code === code)) return number;
  }
}

test.describe('appeals', () => {
  // A wrong plate and a decision that comes second: the browser logs the responses.
  test.use({ tolerate: /status of (400|409)/ });

  test('a driver appeals a violation from the notice, staff reduce it, and the driver gets the answer', async ({
    page,
    browser,
  }) => {
    const plate = newPlate();
    const email = `${plate.toLowerCase()}@example.com`;
    const code = await makeViolation('Sonoran', plate);

    const phone = await openPhone(browser, `/appeal?code=${code}`);
    await expect(phone.getByLabel('Violation number')).toHaveValue(code);
    await phone.getByLabel('License plate').fill('WRONG1');
    await phone.getByRole('button', { name: 'Find my violation' }).click();
    await expect(phone.getByRole('alert')).toContainText('We couldn’t find a violation');
    await phone.getByLabel('License plate').fill(plate.toLowerCase());
    await phone.getByRole('button', { name: 'Find my violation' }).click();
    await expect(panel(phone, `Violation ${code}`)).toContainText('Open');
    await expect(panel(phone, `Violation ${code}`)).toContainText('Unpaid from');
    const send = phone.getByRole('button', { name: 'Send appeal' });
    await send.click();
    await expect(phone.getByText('Choose a reason.')).toBeVisible();
    await expect(phone.getByText('Enter an email address or a phone number')).toBeVisible();
    await phone.getByLabel('I paid for my parking').check();
    const text = phone.getByRole('textbox', { name: 'What happened' });
    await text.fill('x'.repeat(4000));
    await send.click();
    await expect(phone.getByText('At most 2000 characters.')).toBeVisible();
    await text.fill('I paid at the machine.\nHere is my receipt.');
    await test.step('a reload loses nothing that was typed', async () => {
      await phone.reload();
      await expect(text).toHaveValue('I paid at the machine.\nHere is my receipt.');
      await expect(phone.getByLabel('I paid for my parking')).toBeChecked();
    });
    const receipt = { name: 'receipt.png', mimeType: 'image/png', buffer: pixel };
    const words = { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no image') };
    await phone.getByLabel('Add an image').setInputFiles(words);
    await expect(phone.getByText('words.png isn’t an image')).toBeVisible();
    const heic = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') };
    await phone.getByLabel('Add an image').setInputFiles(heic);
    await expect(phone.getByText('IMG_1.HEIC is a HEIC photo')).toBeVisible();
    // One after the other, while the first is still being scaled down.
    await phone.getByLabel('Add an image').setInputFiles(receipt);
    await phone.getByLabel('Add an image').setInputFiles(receipt);
    const chosen = phone.getByRole('list', { name: 'Your images' });
    await expect(chosen.getByRole('listitem')).toHaveCount(2);
    await phone.getByLabel('Email').fill(email);
    await expectAccessibleAtBothWidths(phone);
    // A slow network, which then loses the first image.
    let lose = () => undefined as void;
    const lost = new Promise<void>((resolve) => void (lose = resolve));
    await phone.route('**/images/', async (route) => {
      await lost;
      await route.abort();
    });
    await send.click();
    const sent = panel(phone, 'Your appeal').getByRole('status');
    await expect(sent).toContainText('We’ll answer by');
    await expect(sent).toBeFocused();
    await expect(sent).toBeInViewport();
    const sending = 'Your appeal is in. Sending the photo: keep this page open.';
    await expect(phone.getByText(sending)).toBeVisible();
    await expect(phone.getByRole('progressbar', { name: sending })).toBeVisible();
    await expectAccessibleAtBothWidths(phone);
    lose();
    await expect(phone.getByRole('alert')).toContainText('an image wasn’t sent');
    await expectAccessibleAtBothWidths(phone);
    await phone.unroute('**/images/');
    await phone.getByRole('button', { name: 'Send it again' }).click();
    await expect(phone.getByAltText('your appeal, image 1 of 1')).toBeVisible();
    await expectAccessibleAtBothWidths(phone);
    expect(await newestMessage(email)).toContain(`/appeal?code=${code}`);

    await openOrganization(
      page,
      'admin',
      'Cactus',
      `who-owes?kind=violation&page=${await findDebt(code)}`,
    );
    await expect(panel(page, 'Not paid yet')).toContainText('of it appealed');
    await lineOf(page, plate).getByRole('link', { name: 'appealed' }).click();
    await expect(panel(page, 'The driver’s appeal')).toContainText('Here is my receipt.');

    await openOrganization(page, 'admin', 'Cactus', 'appeals');
    await page.getByRole('button', { name: 'Saved answers' }).click();
    await page.getByRole('button', { name: 'Add an answer' }).click();
    await page.getByLabel('Name').last().fill('Half');
    await page
      .getByRole('textbox', { name: 'Answer', exact: true })
      .last()
      .fill('You paid for half of the stay.');
    await page.getByRole('button', { name: 'Save answers' }).click();
    await expect(page.getByText('The answers were saved.')).toBeVisible();
    await page.getByRole('link', { name: new RegExp(code) }).click();
    await expect(panel(page, 'The driver’s appeal')).toContainText('Here is my receipt.');
    await expect(panel(page, 'Evidence')).toContainText('Unpaid from');
    await expectAccessibleAtBothWidths(page);
    await choose(page, 'Assigned to', 'Dale Whitaker');
    await expect(panel(page, 'History')).toContainText('assigned it to');
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reduce').check();
    await dialog.getByLabel('New amount in dollars').fill('1,000,000');
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await expect(dialog.getByText('Enter an amount below the present one.')).toBeVisible();
    await dialog.getByLabel('New amount in dollars').fill('20');
    await choose(page, 'Saved answer', 'Half');
    await expect(dialog.getByLabel('Answer to the driver')).toHaveValue(/half of the stay/);
    await expectAccessibleAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Save decision' }).click();
    await expect(page.getByText(/^Decided, but the driver wasn’t told\./)).toBeVisible();
    await expect(page.getByText(/Tell the driver yourself:/)).toBeVisible();
    await expect(panel(page, 'State')).toContainText('Reduced');

    const answer = await newestMessage(email, (await readMessages(email)).length - 1);
    expect(answer).toContain('You paid for half of the stay.');
    // The tab knows its violation.
    await phone.reload();
    await expect(panel(phone, 'Your appeal').getByRole('status')).toContainText('to $20.00');
    await expect(panel(phone, 'Your appeal')).toContainText('You paid for half of the stay.');
    await phone.context().close();
  });
});
