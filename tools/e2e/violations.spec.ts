import type { Page } from '@playwright/test';
import {
  answerCalls,
  callAs,
  choose,
  expect,
  expectAccessibleAtBothWidths,
  failCalls,
  openSpot,
  spotNamed,
  test,
} from './testing/app.ts';
import { makeViolation, newPlate } from './testing/violations.ts';

const openViolations = (page: Page, spot: string, search = '') =>
  openSpot(page, 'admin', spot, `violations${search}`, 'Waive a Violation');

test.describe('violations', () => {
  // Input that isn’t a number is treated as a plate: the browser logs the first response.
  test.use({ tolerate: /status of (404|409|500)/ });

  test('a violation is found by plate, shows its evidence, and is waived once', async ({
    page,
    browser,
  }) => {
    const plate = newPlate();
    const code = await makeViolation('Sonoran', plate);
    await openViolations(page, 'Sonoran', '?searchTerm=%20');
    const lookup = page.getByRole('button', { name: 'Lookup' });
    const field = page.getByLabel('Violation number or plate');
    await field.fill('ab');
    await expect(lookup).toBeDisabled();
    await field.fill(`${plate.slice(0, 3)}-${plate.slice(3).toLowerCase()}`);
    await lookup.click();
    const panel = page.getByRole('region', { name: `Violation ${code}` });
    await expect(panel).toContainText('Open');
    await expect(panel).toContainText('No rental');
    await expect(panel).toContainText(/Penalty\$\d+/);
    await expect(panel).not.toContainText('.00');
    await expect(
      page.getByRole('status').filter({ hasText: `Violation ${code} found:` }),
    ).toHaveText(/\$\d+, open\.$/);
    await expectAccessibleAtBothWidths(page);
    await expect(page).toHaveURL(/searchTerm=/);

    const another = await (await browser.newContext()).newPage();
    await openViolations(another, 'Sonoran', `?searchTerm=${code}`);
    await another.getByRole('button', { name: `Waive violation ${code}` }).click();

    await panel.getByRole('button', { name: `Waive violation ${code}` }).click();
    await expect(page.getByRole('dialog', { name: `Waive violation ${code}?` })).toBeVisible();
    await page.getByRole('button', { name: 'Waive', exact: true }).click();
    await expect(page.getByText('Ticket has been waived.')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'waived' })).toBeFocused();
    await expect(panel).toHaveCount(0);
    await expect(field).toHaveValue('');

    await another.getByRole('button', { name: 'Waive', exact: true }).click();
    await expect(another.getByText('This violation is already waived.')).toBeVisible();
    await another.getByRole('button', { name: 'Cancel' }).click();
    const lost = another.getByRole('region', { name: `Violation ${code}` });
    await expect(lost).toContainText('Waived');
    await expect(lost.getByRole('button')).toHaveCount(0);
    await another.context().close();

    await field.fill(code);
    await lookup.click();
    await expect(panel).toContainText('Ownership or tenant request');
    await expect(panel.getByRole('button')).toHaveCount(0);
  });

  test('violations are listed with their total, the open ones or those of a status by the days they were created, and each opens', async ({
    page,
  }) => {
    const { spot } = await spotNamed('admin', 'Copper');
    const { count, results } = await callAs<{ count: number; results: { code: string }[] }>(
      'admin',
      `/api/tickets/?spot=${spot.pk}&status=Created`,
    );
    await openViolations(page, 'Copper');
    const list = page.getByRole('main');
    await expect(list).toContainText(`${count} open, $`);
    const code = results[0]?.code ?? '';
    await list.getByRole('link', { name: code }).click();
    await expect(page.getByRole('region', { name: `Violation ${code}` })).toContainText('Open');
    await page.goBack();
    await expect(page.getByRole('table', { name: 'Open violations' })).toBeVisible();
    await test.step('violations of other statuses are listed by the days they were created', async () => {
      await choose(page, 'Status', 'All');
      await expect(page).toHaveURL(/status=all/);
      await page.getByRole('button', { name: /^Created/ }).click();
      await page.getByRole('button', { name: 'Last 30 days' }).click();
      await expect(page).toHaveURL(/startDate=\d{4}-\d\d-\d\d&endDate=/);
      const days = new URL(page.url()).searchParams;
      const { count } = await callAs<{ count: number }>(
        'admin',
        `/api/tickets/?spot=${spot.pk}&start_date=${days.get('startDate')}&end_date=${days.get('endDate')}`,
      );
      expect(count).toBeGreaterThan(20);
      await expect(list).toContainText(`${count} in all, $`);
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page).toHaveURL(/page=2/);
      await page.reload();
      await expect(list).toContainText(`${count} in all, $`);
      await page.goto(
        `${new URL(page.url()).pathname}?status=Waived&startDate=2019-01-01&endDate=2019-01-02`,
      );
      await expect(page.getByText('No violations on these days')).toBeVisible();
    });
  });

  test('Waive a Violation says when there are no open violations', async ({ page }) => {
    const none = { count: 0, total_amount: 0, results: [] };
    await answerCalls(page, '**/api/tickets/?spot=**', none);
    await openViolations(page, 'Copper');
    await expect(page.getByText('No open violations')).toBeVisible();
  });

  test('a violation that is missing or cannot be read says so with the specified message', async ({
    page,
  }) => {
    await openViolations(page, 'Sonoran', '?searchTerm=NOSUCH1');
    await expect(page.getByText('Could not find a violation for NOSUCH1')).toBeVisible();
    await failCalls(page, '**/api/tickets/**');
    await page.getByLabel('Violation number or plate').fill('NOSUCH2');
    await page.getByRole('button', { name: 'Lookup' }).click();
    await expect(page.getByText('Could not find ticket')).toBeVisible();
  });
});
