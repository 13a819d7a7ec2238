import { expect, organizationPk, signIn, spotNamed, test, visit } from './testing/app.ts';

/** The buttons of the longest dialogs, by page. */
const longest = {
  organization: {
    books: 'Accounts',
    taxes: 'Set a tax rate',
    close: 'New auditor link',
    alerts: 'Get Alerts',
    webhooks: 'Add a webhook',
    ledger: 'Enter a rental',
    team: 'Add Team Member',
  },
  property: {
    events: '+ Add Event',
    promos: '+ Add Discount Code',
    'validation-bills': '+ Add Sponsor',
  },
};

test('dialogs fit a window of 800 pixels without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, 'admin');
  const { path } = await spotNamed('admin', 'Copper Square Garage');
  const bases = {
    organization: `/organization/${await organizationPk('admin', 'Cactus')}`,
    property: path,
  };
  for (const at of ['organization', 'property'] as const) {
    for (const [name, button] of Object.entries(longest[at])) {
      await visit(page, `${bases[at]}/${name}`);
      await page.getByRole('button', { name: button, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
      const hidden = await dialog.evaluate((box) => box.scrollHeight - box.clientHeight);
      expect(hidden, button).toBeLessThanOrEqual(0);
    }
  }
});
