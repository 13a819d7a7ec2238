import {
  callAs,
  downloadBy,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';

/** Adds a visitor whose time has expired; returns the organization's number. */
async function addVisitor(plate: string): Promise<number> {
  const { organization, spot } = await spotNamed('adminOfBoth', 'Harbor View');
  const car = { plate, state: 'AZ', country: 'US' };
  const visitor = { spot: spot.pk, validation_source: 'kiosk', ...car };
  const { pk } = await callAs<{ pk: number }>('adminOfBoth', '/api/visitors/', visitor);
  await callAs('adminOfBoth', `/api/visitors/${pk}/`, undefined, 'DELETE');
  return organization.pk;
}

test.describe('requests of drivers', () => {
  test.use({ tolerate: /status of 400/ });

  test('an Admin finds the data about a plate, exports it, and erases it', async ({
    page,
  }, info) => {
    const plate = `PRV 1280${info.retry}`;
    const organization = await addVisitor(plate);
    await signIn(page, 'adminOfBoth');
    await page.goto(`/organization/${organization}/privacy`);
    await page.getByRole('link', { name: 'Requests of Drivers' }).click();
    await expect(
      page.getByRole('heading', { name: 'Requests of Drivers', level: 1 }),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Plate' }).fill(plate.toLowerCase());
    await page.getByRole('button', { name: 'Search' }).click();
    const found = page.getByRole('region', { name: /^Plate PR•••/ });
    await expect(found.getByText('1 is deleted. With name, phone, and plate.')).toBeVisible();
    expect(page.url()).not.toMatch(/PRV/i);
    await expectAccessibleAtBothWidths(page);

    const { name } = await downloadBy(found.getByRole('button', { name: 'Export' }));
    expect(name).toMatch(/^driver-data.*\.zip$/);

    await found.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Enter the plate to confirm').fill('ABC 123');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await expect(dialog.getByText('This isn’t what the request is about.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Enter the plate to confirm').fill(plate);
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await expect(found.getByText('Deleted or made anonymous: visitors: 1.')).toBeVisible();
    const list = page.getByRole('region', { name: 'Requests', exact: true });
    await expect(list.getByText('Erased').first()).toBeVisible();
    await expect(list.getByText('Erasing')).toHaveCount(0);

    await page.getByRole('textbox', { name: 'Plate' }).fill(plate);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(found.getByText('Nothing was found')).toBeVisible();
  });
});
