import type { Tampering } from '@lotkeeper/evidence/packets.factory';
import { makePacket, testKey } from '@lotkeeper/evidence/packets.factory';
import type { Page } from '@playwright/test';
import { answerCalls, expect, expectAccessibleAtBothWidths, test } from './testing/app.ts';

/** Opens the page of an installation that has the test packets' key. */
async function openPage(page: Page): Promise<void> {
  const { fingerprint, publicKey } = testKey;
  const key = { fingerprint, public_key: publicKey, first_used_at: 0 };
  await answerCalls(page, '**/api/seals/keys/', [key]);
  await page.goto('/verify');
  await expect(page.getByRole('heading', { level: 1, name: 'Verify Evidence' })).toBeVisible();
}

/** Drops a packet on the area with the pointer. */
async function dropPacket(page: Page, tampering: Tampering = {}): Promise<void> {
  const content = Buffer.from(makePacket(tampering)).toString('base64');
  const transfer = await page.evaluateHandle((base64) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], 'packet.zip', { type: 'application/zip' }));
    return data;
  }, content);
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.getByLabel('Evidence packet').dispatchEvent(event, { dataTransfer: transfer });
}

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });

test('anyone can verify a packet without signing in, and nothing is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await openPage(page);
  await dropPacket(page);
  await expect(verdict(page).getByRole('heading', { name: 'Proved' })).toBeFocused();
  await expect(page.getByText('This installation has the key.')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Rows proved' }).getByRole('listitem');
  await expect(rows).toHaveCount(7);
  await expect(rows.first()).toContainText('Ledger entry 11');
  await expect(rows.first()).toContainText('May 21, 2026, 9:00 AM UTC');
  await expectAccessibleAtBothWidths(page);
  expect(sent).toEqual([]);
});

test('a changed packet fails, and another one can be chosen with the keyboard', async ({
  page,
}) => {
  await openPage(page);
  await dropPacket(page, {
    after: (files) => files.set('evidence.pdf', new Uint8Array(18)),
  });
  await expect(verdict(page).getByRole('heading', { name: 'Failed' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'What is wrong' })).toHaveText(
    /evidence\.pdf was changed: it has another SHA-256 than was signed\./,
  );
  await expect(page.getByRole('region', { name: 'Rows proved' })).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  const another = page.getByRole('button', { name: 'Verify another packet' });
  await another.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Evidence packet')).toBeFocused();
  await expect(verdict(page)).toHaveCount(0);
});
