import { addDays, type LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Page } from '@playwright/test';
import {
  callAs,
  choose,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openOrganization,
  organizationPk,
  panel,
  test,
} from './testing/app.ts';

// Files and decisions that are refused are answered with 400.
test.use({ tolerate: /status of 400/ });

interface Payout {
  local_date: LocalDate;
  amount: number;
  statement_descriptor: string;
}

/** A date as American spreadsheets write it. */
const toSlashes = (date: LocalDate) => {
  const [year, month, day] = date.split('-').map(Number);
  return `${month}/${day}/${year}`;
};

/** Rows of the account's file: how long after a payout, what the bank calls it, and by how many cents it differs. */
const row = (payout: Payout, days: number, text: string, cents = 0) =>
  `${toSlashes(addDays(payout.local_date, days))};${text};"$${((payout.amount + cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}";1`;

async function chooseFile(page: Page, name: string, content: string) {
  await page.getByRole('button', { name: 'Add bank file' }).click();
  const buffer = Buffer.from(content);
  await page
    .getByLabel('Bank file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer });
}

test('an Admin adds a CSV file, chooses its date order, and sees which payouts arrived', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const list = await callAs<{ results: Payout[] }>(
    'admin',
    `/api/transactions/payouts/${organization}?page=1`,
  );
  const [newest, second, third] = list.results;
  if (!newest || !second || !third) throw new Error('The demo has no payouts.');
  await openOrganization(page, 'admin', 'Cactus', 'payouts');
  await page.getByRole('link', { name: 'Bank', exact: true }).click();
  await expect(page).toHaveTitle('Bank · Lotkeeper');
  await expect(page.getByText('No bank file yet')).toBeVisible();

  const file = [
    'Account ending 6789;;;',
    '',
    'Posting Date;Description;Amount;Balance',
    row(third, 6, 'CARD PURCHASE 12345678', 1),
    row(second, 1, 'DEPOSIT A'),
    row(second, 2, 'DEPOSIT B'),
    row(newest, 1, `ACH ${newest.statement_descriptor}`),
    row(newest, 3, 'STRIPE TRANSFER', 7),
    'Total;;1.00;',
  ].join('\n');
  await test.step('the preview asks for the order of dates, and names the line that can’t be read', async () => {
    await chooseFile(page, 'account.csv', file);
    const dialog = page.getByRole('dialog', { name: 'Add bank file' });
    await expect(dialog.getByText('Dates such as 4/5/2026')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Add transactions' })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel('Month first: 4/5 is April 5').check();
    await expect(dialog.getByText('5 transactions · 1 line can’t be read')).toBeVisible();
    await expect(dialog.getByLabel('Month first: 4/5 is April 5')).toBeFocused();
    await expect(dialog.getByText('Line 9: “Total” isn’t a date.')).toBeVisible();
    await expect(dialog.getByText('CARD PURCHASE …5678', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: 'Add transactions' }).click();
    await expect(page.getByText('5 transactions. 5 added. 2 need your decision.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  const payouts = page.getByRole('table', { name: 'Payouts at the bank' });
  const rowOf = (payout: Payout) =>
    payouts.getByRole('row').filter({ hasText: payout.statement_descriptor });
  await test.step('the newest payout arrived, one is asked, and one isn’t in the bank', async () => {
    await expect(rowOf(newest)).toContainText('Arrived');
    await expect(rowOf(second)).toContainText('For you to decide');
    await expect(rowOf(third)).toContainText('Not in the bank');
    await expect(panel(page, 'No payout has this amount (1)')).toContainText('STRIPE TRANSFER');
    await expectAccessibleAtBothWidths(page);
  });

  const questions = panel(page, 'For you to decide (2)');
  await test.step('a decision is saved, and undone', async () => {
    const question = questions.getByRole('listitem').filter({ hasText: 'DEPOSIT A' });
    await question.getByRole('radio').check();
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(second)).toContainText('matched by hand');
    await expect(questions).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(questions).toBeVisible();
    const other = questions.getByRole('listitem').filter({ hasText: 'DEPOSIT B' });
    await other.getByRole('button', { name: 'None of these' }).click();
    await expect(rowOf(second)).toContainText('DEPOSIT A');
  });

  await test.step('a match is removed', async () => {
    await rowOf(newest)
      .getByRole('button', { name: /^Remove match/ })
      .click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Remove match' }).click();
    await expect(rowOf(newest)).toContainText('No bank file');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(newest)).toContainText('Arrived');
  });

  await test.step('a deposit is matched by hand, or counts as none', async () => {
    await page.getByRole('button', { name: /^Match the deposit/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Match a deposit' });
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('These payouts don’t add up to the deposit.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'It’s not a payout' }).click();
    await expect(page.getByText('No payout has this amount')).toBeHidden();
  });

  await test.step('the same file again adds nothing', async () => {
    await chooseFile(page, 'again.csv', file);
    const dialog = page.getByRole('dialog', { name: 'Add bank file' });
    await expect(dialog.getByText('5 transactions · all of them here already')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add transactions' }).click();
    await expect(page.getByText('5 were here already. Nothing new was added.')).toBeVisible();
  });
});

test('a bank file in euros is refused in words, and columns that nobody knows are chosen @phone', async ({
  page,
}) => {
  await openOrganization(page, 'withoutLots', 'Juniper', 'payouts/bank');
  await chooseFile(page, 'euros.csv', 'Date,Description,Amount,Currency\n2026-05-06,A,1.00,EUR\n');
  const dialog = page.getByRole('dialog', { name: 'Add bank file' });
  await expect(dialog.getByText('This file is in EUR.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Bank file', { exact: true }).setInputFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('When,What,Money\n2026-05-06,Deposit,1.00\n2026-05-07,Fee,-2.00\n'),
  });
  await expect(dialog.getByText('Line 1: “When” isn’t a date.')).toBeVisible();
  await dialog.getByText('Columns', { exact: true }).click();
  await choose(page, 'Column names', 'Line 1');
  await choose(page, 'What “When” contains', 'Date');
  await choose(page, 'What “What” contains', 'Description');
  await choose(page, 'What “Money” contains', 'Amount');
  await expect(dialog.getByText(/2 transactions/)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
});
