import {
  downloadBy,
  expect,
  expectAccessible,
  failCalls,
  openOrganization,
  panel,
  readMessages,
  test,
} from './testing/app.ts';

test('an Admin sees past and future payouts, and downloads both files', async ({ page }) => {
  await openOrganization(page, 'admin', 'Cactus', 'payouts');
  await expect(page).toHaveTitle('Payouts · Lotkeeper');
  await expect(page.getByText('Sandbox Bank of San Francisco')).toBeVisible();
  await expect(page.getByText('On file')).toBeVisible();
  await expect(page.getByText('Total future payout')).toBeVisible();
  const future = panel(page, 'Future payouts');
  await expect(future).toContainText(/next payout.*On \w+ 5, for \w+/i);
  const sums = await future.locator('dd').getByRole('link').allTextContents();
  expect(new Set(sums).size, 'a sum is shown once').toBe(sums.length);
  await expect(page.getByText('by the 7th of each month')).toBeVisible();
  const table = page.getByRole('table', { name: 'Payouts' });
  for (const header of ['Date', 'Amount', 'Statement Description']) {
    await expect(table.getByRole('columnheader', { name: header })).toBeVisible();
  }
  const amount = table.getByRole('link', { name: /^\$[\d,]+\.\d\d$/ }).first();
  await expect(amount).toBeVisible();
  await test.step('a payout opens its entry and what its month earned, and the next one what it is for', async () => {
    const paid = (await amount.textContent()) ?? '';
    await amount.click();
    await expect(page).toHaveURL(/\/ledger\?measure=paid_out/);
    await expect(panel(page, 'Paid out')).toContainText(paid);
    await page.goBack();
    await table
      .getByRole('link', { name: /^Earned in / })
      .first()
      .click();
    await expect(page).toHaveURL(/\/ledger\?measure=net&startDate=\d{4}-\d\d-01/);
    await page.goBack();
    await future.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/ledger\?measure=owed/);
    await page.goBack();
  });

  await page.getByRole('button', { name: 'Download' }).click();
  const all = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
  expect(all.name).toBe('payouts cactus-coast-parking.csv');
  const rows = all.content.toString().trim().split('\r\n');
  expect(rows[0]).toBe('Date,Amount,Statement Description,Status');
  expect(rows.length).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('radio', { name: 'The month by property' }).check();
  const month = await downloadBy(page.getByRole('button', { name: 'Download CSV' }));
  expect(month.name).toMatch(/^monthly-payout cactus-coast-parking \d{4}-\d\d\.csv$/);
});

test('the Payouts page of an organization without rentals says why nothing is paid', async ({
  page,
}) => {
  await openOrganization(page, 'withoutLots', 'Juniper', 'payouts');
  await expect(page.getByText('Your payouts will show up here')).toBeVisible();
  await expect(
    page.getByText('Earnings will appear after you get your first rental'),
  ).toBeVisible();
  await expect(page.getByText('Add a bank account to receive payouts.')).toBeVisible();
});

/** The verification codes sent to an address. */
const codesTo = async (email: string) =>
  (await readMessages(email)).flatMap((text) => /^\d{6}(?= )/.exec(text) ?? []);

test('a new bank account needs a fresh code, holds payouts, and is announced to the Admins by email', async ({
  page,
}) => {
  const email = 'sam.lindqvist@example.com';
  await openOrganization(page, 'superuser', 'Lakeshore', 'payouts');
  await page.getByRole('button', { name: 'Edit bank account' }).click();
  await page.getByLabel('Routing number').fill('110000001');
  await page.getByLabel('Account number').fill('1234');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please enter a valid 9-digit routing number')).toBeVisible();
  await expect(page.getByText('Please enter an account number with 5 to 17 digits')).toBeVisible();
  const sentBefore = (await codesTo(email)).length;
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByLabel('Account number').fill('000123456789');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/finds the code in its outbox/)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(async () => (await codesTo(email)).length).toBeGreaterThan(sentBefore);
  // The last digit submits the code.
  await page.keyboard.type((await codesTo(email)).at(-1) ?? '');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Sandbox Bank of Dallas')).toBeVisible();
  await expect(page.getByText('Payouts are held for 72 hours')).toBeVisible();
  await expect
    .poll(async () => (await readMessages('dale.whitaker@example.com')).join())
    .toContain('was changed to Sandbox Bank of Dallas, ending in 6789');
});

test('EIN and representative can be edited, and the birth date field adds its slashes', async ({
  page,
}) => {
  await openOrganization(page, 'admin', 'Cactus', 'payouts');
  await page.getByRole('button', { name: 'Edit organization EIN' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByRole('textbox', { name: 'EIN' }).fill('00-1234567');
  await save.click();
  await expect(page.getByText('Please enter a valid EIN')).toBeVisible();
  await page.getByRole('textbox', { name: 'EIN' }).fill('12-3456789');
  await save.click();
  await expect(save).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit account representative' }).click();
  await page.getByLabel('First name').fill('Marisol');
  await page.getByLabel('Last name').fill('Vega');
  await page.getByLabel('Birth date').pressSequentially('02301979');
  await expect(page.getByLabel('Birth date')).toHaveValue('02/30/1979');
  await save.click();
  await expect(page.getByText('Please enter an adult’s birth date')).toBeVisible();
  await page.getByLabel('Birth date').fill('');
  await page.getByLabel('Birth date').pressSequentially('02281979');
  await save.click();
  await expect(save).toHaveCount(0);
  await expect(page.getByText('Marisol Vega')).toBeVisible();
});

test.describe('when the calls fail', () => {
  test.use({ tolerate: /status of 50[03]/ });

  test('each payout panel whose call fails says so, and a refused change says so in the dialog', async ({
    page,
  }) => {
    await failCalls(page, '**/api/transactions/payouts/**');
    await failCalls(page, '**/processor/tokens/');
    await openOrganization(page, 'admin', 'Cactus', 'payouts');
    await expect(page.getByText('Could not fetch payouts')).toBeVisible();
    await expect(page.getByText('Total future payout')).toBeVisible();
    await page.getByRole('button', { name: 'Edit organization EIN' }).click();
    await page.getByRole('textbox', { name: 'EIN' }).fill('12-3456789');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Could not update payout account info')).toBeVisible();
  });
});
