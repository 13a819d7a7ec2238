import type { LetterPage } from '@lotkeeper/contract/money/letters';
import type { Page } from '@playwright/test';
import {
  answerCalls,
  callAs,
  expect,
  expectAccessibleAtBothWidths,
  expectNoOverflow,
  openOrganization,
  organizationPk,
  panel,
  signIn,
  test,
} from './testing/app.ts';

interface Choices {
  newest: { weekly: string; monthly: string };
}

/** Answers as with an email server: the demo has none. */
async function pretendMailServer(page: Page): Promise<void> {
  let weekly = false;
  await page.route(/\/api\/letters\/\d+\/$/, async (route) => {
    const sent = route.request().postDataJSON() as { is_chosen: boolean } | null;
    if (sent) weekly = sent.is_chosen;
    const response = await route.fetch({ method: 'GET', postData: undefined });
    const choices = (await response.json()) as object;
    const chosen = { weekly, monthly: false };
    await route.fulfill({ json: { ...choices, is_mail_sent: true, chosen } });
  });
}

test('an Admin chooses the Monday mail on This Week, reads it as a page, and opens a figure of it', async ({
  page,
}) => {
  const organization = await organizationPk('admin', 'Cactus');
  const { newest } = await callAs<Choices>('admin', `/api/letters/${organization}/`);
  const { letter } = await callAs<LetterPage>(
    'admin',
    `/api/letters/${organization}/weekly/${newest.weekly}/`,
  );
  await openOrganization(page, 'admin', 'Cactus', 'week');
  const mail = panel(page, 'By email');
  const weekly = mail.getByRole('checkbox', { name: 'Email me this every Monday' });
  await expect(weekly).not.toBeChecked();
  await expect(weekly).toBeDisabled();
  await expect(mail).toContainText('No email server is set, so no letter would be sent.');
  await expect(mail.getByRole('link', { name: 'Set up email' })).toBeVisible();
  await pretendMailServer(page);
  await page.reload();
  await weekly.click();
  await expect(weekly).toBeEnabled();
  await expect(weekly).toBeChecked();
  await mail.getByRole('link', { name: 'Newest weekly letter' }).click();

  await expect(page).toHaveURL(new RegExp(`/letters/weekly/${newest.weekly}$`));
  const words = panel(page, letter?.title ?? '');
  for (const line of letter?.lead ?? [])
    await expect(words).toContainText(line.map(({ text }) => text).join(''));
  for (const { title } of letter?.sections ?? [])
    await expect(words.getByRole('heading', { name: title })).toBeVisible();
  await expectNoOverflow(page);
  await weekly.click();
  await expect(weekly).toBeEnabled();
  await expect(weekly).not.toBeChecked();

  await test.step('a figure opens its entries, and another week is one click away', async () => {
    const figure = letter?.lead[0]?.find(({ path }) => path);
    await words
      .getByRole('link', { name: figure?.text ?? '' })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/ledger\\?measure=net&startDate=${newest.weekly}`));
    await page.goBack();
    await page.getByRole('link', { name: 'Previous week' }).click();
    await expect(page.getByRole('link', { name: 'Next week' })).toBeVisible();
  });
});

test('the link of a mail stops the letter without signing in', async ({ page }) => {
  const token = `w-1-1-${'x'.repeat(43)}`;
  let isChosen = true;
  await page.route(`**/api/letter_stops/${token}/`, async (route) => {
    if (route.request().method() === 'POST') isChosen = false;
    const stopped = { stopped: true };
    const found = { organization: 'Cactus Parking', kind: 'weekly', is_chosen: isChosen };
    await route.fulfill({ json: route.request().method() === 'POST' ? stopped : found });
  });
  await page.goto(`/stop-letter/${token}`);
  await page.getByRole('button', { name: 'Stop the letter' }).click();
  await expect(page.getByRole('status')).toContainText('You no longer get the weekly letter');
  await expectAccessibleAtBothWidths(page);
});

test('a letter without anything to say says so', async ({ page }) => {
  await signIn(page, 'admin');
  await answerCalls(page, '**/api/letters/*/weekly/2026-11-09/', {
    letter: null,
    start_date: '2026-11-09',
    end_date: '2026-11-15',
    written_at: 1_795_000_000_000,
    timezone: 'America/Phoenix',
    was_sent: false,
    previous: '2026-11-02',
    next: null,
  });
  const organization = await organizationPk('admin', 'Cactus');
  await page.goto(`/organization/${organization}/letters/weekly/2026-11-09`);
  await expect(page.getByText('Nothing to say')).toBeVisible();
});
