import {
  callAs,
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openOrganization,
  test,
} from './testing/app.ts';

// The refused exports.
test.use({ tolerate: /status of 409/ });

/** Sets a rate at all properties of an organization. */
async function setRate(organization: number, authority: string, rate: number) {
  const spots = await callAs<{ pk: number }[]>(
    'admin',
    `/api/spots?organization=${organization}&includeThirdParty=true`,
  );
  const body = {
    authority,
    level: 'other',
    rate,
    starts_on: '2020-01-01',
    spots: spots.map(({ pk }) => pk),
    rental_groups: ['transient', 'monthly', 'enterprise'],
  };
  await callAs('admin', `/api/taxes/${organization}/rates/`, body, 'PUT');
}

test('an Admin sets the accounts, exports a month once, replaces it, and corrects it when something changed', async ({
  page,
}, info) => {
  const organization = await openOrganization(page, 'admin', 'Cactus', 'income-statement');
  // The state has no account of its own.
  await setRate(organization, 'City of Phoenix', 2300);
  await setRate(organization, 'State of Arizona', 5600);
  await page.getByRole('link', { name: 'Books' }).click();
  await expect(page).toHaveTitle('Books · Lotkeeper');

  await page.getByRole('button', { name: 'Accounts' }).click();
  const clearing = `Clearing ${info.retry}, "lots"`;
  await expect(page.getByRole('textbox', { name: 'Tax payable' })).toHaveValue(
    'Parking Tax Payable',
  );
  await page.getByText('Tax payable by authority').click();
  await expect(page.getByLabel('State of Arizona')).toHaveAttribute(
    'placeholder',
    'Parking Tax Payable',
  );
  await page.getByLabel('City of Phoenix').fill('2210');
  await page.getByRole('textbox', { name: 'Tax payable' }).fill(' ');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Tax payable' }).fill('2200');
  await page.getByLabel('Clearing').fill(clearing);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const open = () => page.getByRole('button', { name: 'Export journals' }).first().click();
  await test.step('Xero’s file is refused while accounts have names, and the dialog names them', async () => {
    await open();
    await page.getByRole('radio', { name: 'Xero' }).check();
    await expect(
      page.getByText(/^Xero takes account numbers.* Clearing\. Give those/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByText(/have none: .* Nothing was exported\.$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Your exports will be listed here')).toBeVisible();
  });

  await open();
  await page.getByRole('radio', { name: 'Journal (CSV)' }).check();
  await expect(page.getByRole('radio', { name: 'Locations' })).toHaveCount(0);
  await expectAccessible(page);
  const first = await downloadBy(page.getByRole('button', { name: 'Export', exact: true }));
  expect(first.name).toMatch(/^journal-csv-\d{4}-\d\d\.csv$/);
  const rows = first.content.toString().replace('\uFEFF', '').trimEnd().split('\r\n').slice(1);
  expect(rows.length).toBeGreaterThan(8);
  for (const line of [/,2210,.*Tax of City of Phoenix/, /,2200,.*Tax of State of Arizona/]) {
    expect(rows.some((row) => line.test(row))).toBe(true);
  }
  expect(first.content.toString()).toContain(clearing.replaceAll('"', '""'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const table = page.getByRole('table', { name: 'Exports' });
  await expect(table.getByRole('row')).toHaveCount(2);

  await test.step('the same month again is refused in words, and replaced when that is chosen', async () => {
    await open();
    await page.getByRole('radio', { name: 'Journal (CSV)' }).check();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByText(/was already exported on .* by /)).toBeVisible();
    const again = await downloadBy(page.getByRole('button', { name: 'Replace export' }));
    expect(again.content.equals(first.content)).toBe(true);
    await expect(table.getByText('Replaced')).toHaveCount(1);
  });

  await test.step('an export downloads as the same bytes again', async () => {
    const kept = await downloadBy(page.getByRole('button', { name: /^Download / }).first());
    expect(kept.content.equals(first.content)).toBe(true);
  });

  await test.step('without changes there are no corrections', async () => {
    await page.getByRole('button', { name: /^Corrections / }).click();
    await page.getByRole('button', { name: 'Export corrections' }).click();
    await expect(
      page.getByText('Nothing has changed since these months were exported.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
  await expectAccessibleAtBothWidths(page);
});
