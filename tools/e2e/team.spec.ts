import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  failCalls,
  lineOf,
  newestMessage,
  openOrganization,
  test,
} from './testing/app.ts';

/** Chromium's own message about a refused call. */
const refused = /status of (400|409|500)/;

const linkIn = (text: string) => /http\S+\/auth\/li_\S+/.exec(text)?.[0] ?? 'none';

async function openTeam(page: Page) {
  await openOrganization(page, 'adminOfBoth', 'Lakeshore', 'team');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
}

async function invite(
  page: Page,
  who: { first: string; last: string; email: string; role: string },
) {
  await page.getByRole('button', { name: 'Add Team Member' }).click();
  await page.getByLabel('First name').fill(who.first);
  await page.getByLabel('Last name').fill(who.last);
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('radio', { name: who.role }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
}

test.describe('the team', () => {
  test.use({ tolerate: refused });

  test('the invitation form shows each missing field, and an Admin cannot remove themselves', async ({
    page,
  }) => {
    await openTeam(page);
    await expect(page.getByRole('button', { name: /^Remove Maximiliana/ })).toBeVisible();
    await expect(page.getByText('Dale Whitaker').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove Dale Whitaker' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Add Team Member' }).click();
    const send = page.getByRole('button', { name: 'Send invitation' });
    await expect(send).toBeDisabled();
    await expect(
      page.getByText('Fill in the first name, the last name, the email, and the role to'),
    ).toBeVisible();
    await page.getByLabel('First name').press('Enter');
    for (const message of [
      'Please enter a first name',
      'Please enter a last name',
      'Please enter a valid email',
      'Please choose a role',
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
  });

  test('an invited person joins by the emailed link, gets another role, and is removed by the Admin', async ({
    page,
    browser,
  }) => {
    const first = 'Wilhelmina';
    const name = `${first} Featherstonehaugh`;
    const email = `${first.toLowerCase()}@example.com`;
    await openTeam(page);
    await invite(page, { first, last: 'Featherstonehaugh', email, role: 'Employee' });
    const shown = page.getByRole('dialog', { name: 'Invitation link' });
    await expect(shown).toContainText(
      'No email server is set, so nothing was sent. Give Wilhelmina',
    );
    await expectAccessibleAtBothWidths(page);
    const shownLink = await shown.getByText(/^http/).innerText();
    expect(shownLink).toBe(linkIn(await newestMessage(email)));
    await shown.getByRole('button', { name: 'Done' }).click();
    const line = lineOf(page, name);
    await expect(line).toContainText('Invited');
    await line.getByRole('button', { name: `Copy link of ${name}` }).click();
    await expect(shown).toContainText(shownLink);
    await shown.getByRole('button', { name: 'Done' }).click();

    const guest = await browser.newContext({ viewport: page.viewportSize() });
    const theirs = await guest.newPage();
    const link = shownLink;
    await theirs.goto(link);
    await expect(theirs.getByRole('heading', { name: 'Join Lakeshore Park & Go?' })).toBeVisible();
    await expect(theirs.getByText(`Dale Whitaker invites ${email} as Employee`)).toBeVisible();
    await expectAccessible(theirs);
    expect(theirs.url()).not.toContain('li_');
    await theirs.getByRole('button', { name: 'Accept and sign in' }).click();
    await theirs.waitForURL(/\/detail$/);
    await theirs.goto(link);
    await expect(theirs.getByRole('alert')).toContainText('already been accepted');
    await theirs.getByRole('button', { name: 'Go on' }).click();
    await theirs.waitForURL(/\/detail$/);

    await page.reload();
    await expect(line).toContainText('Active');
    await page.getByRole('button', { name: `Change the role of ${name}` }).click();
    await page.getByRole('radio', { name: 'Enforcer' }).check();
    await page.getByRole('button', { name: 'Save role' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: `${name} is now Enforcer.` }),
    ).toBeVisible();
    await expect(line).toContainText('Enforcer');
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await expect(
      page.getByRole('heading', { name: `Are you sure you want to remove ${name}?` }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Team member removed.' }),
    ).toBeVisible();
    await expect(line).toHaveCount(0);
    await theirs.reload();
    await theirs.waitForURL(/\/login/);
    await expect(theirs.getByText('doesn’t belong to a parking organization')).toBeVisible();
    await guest.close();
  });

  test('an invitation is sent again with a new link, and an old or withdrawn link says why it is invalid', async ({
    page,
  }) => {
    const name = 'Again Invited';
    const email = 'again@example.com';
    await openTeam(page);
    await invite(page, { first: 'Again', last: 'Invited', email, role: 'Valet' });
    const done = page.getByRole('button', { name: 'Done' });
    await done.click();
    const first = linkIn(await newestMessage(email));
    await page.getByRole('button', { name: `Send again to ${name}` }).click();
    await done.click();
    let second = first;
    await expect(async () => {
      second = linkIn(await newestMessage(email));
      expect(second).not.toBe(first);
    }).toPass();

    await invite(page, { first: 'Twice', last: 'In', email: email.toUpperCase(), role: 'Valet' });
    await expect(page.getByRole('alert')).toHaveText(
      'Could not add team member: This person is already invited. Send the invitation again from the list.',
    );
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.goto(first);
    await expect(page.getByRole('alert')).toContainText('A newer email may have replaced it');
    await page.goto(second);
    await expect(page.getByText('You are signed in as Dale Whitaker.')).toBeVisible();
    await page.getByRole('button', { name: 'Continue as Dale Whitaker' }).click();
    await page.waitForURL(/\/home$/);

    await openTeam(page);
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Team member removed.')).toBeVisible();
    await page.goto(second);
    await expect(page.getByRole('alert')).toContainText('withdrawn');
  });

  test('a team that cannot be read or changed shows the specified message', async ({ page }) => {
    const members = /\/api\/organizations\/\d+\/members\/(\d+\/)?(\?.*)?$/;
    await failCalls(page, members);
    await openTeam(page);
    await expect(page.getByText('Cannot find team')).toBeVisible();
    await page.unroute(members);
    await page.getByRole('button', { name: 'Try again' }).click();
    await failCalls(page, members);
    await page.getByRole('button', { name: /^Remove Maximiliana/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Could not delete member');
  });
});
