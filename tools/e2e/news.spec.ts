import type { Profile } from '@lotkeeper/contract/people/session';
import {
  callAs,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoOverflow,
  openOrganization,
  panel,
  test,
} from './testing/app.ts';

test('an Admin sees on the first page what is new, and hides it', async ({ page }) => {
  const profile = await callAs<Profile>('admin', '/api/v2/profiles/me');
  expect(profile.news).toBeUndefined();
  let news: Profile['news'] = {
    entries: [
      { name: 'Monday mail', text: 'Each Admin can get a letter about last week.' },
      { name: 'Bank', text: 'Add files of your bank and see which payouts arrived.' },
      { name: 'Who Owes', text: '' },
    ],
    more: ['Books', 'Taxes'],
  };
  await page.route('**/api/v2/profiles/me', (route) =>
    route.fulfill({ json: { ...profile, news } }),
  );
  await page.route('**/api/v2/profiles/me/seen_news/', (route) => {
    news = undefined;
    return route.fulfill({ status: 204 });
  });
  await openOrganization(page, 'admin', 'Cactus', 'spots');
  const shown = panel(page, 'New in Lotkeeper');
  await expect(shown.getByRole('listitem')).toHaveText([
    'Monday mail: Each Admin can get a letter about last week.',
    'Bank: Add files of your bank and see which payouts arrived.',
    'Who Owes',
  ]);
  await expect(shown).toContainText('Also new: Books, Taxes.');
  await expectAccessibleAtBothWidths(page);
  const [changes] = await Promise.all([
    page.waitForEvent('popup'),
    shown.getByRole('link', { name: 'Everything that changed' }).click(),
  ]);
  await expect(changes.getByRole('heading', { name: 'What changed in Lotkeeper' })).toBeVisible();
  await expectAccessible(changes);
  await expectNoOverflow(changes);
  await changes.close();
  await shown.getByRole('button', { name: 'Hide what is new' }).click();
  await expect(shown).toBeHidden();
  await page.reload();
  await expect(panel(page, 'At a glance')).toBeVisible();
  await expect(shown).toBeHidden();
});
