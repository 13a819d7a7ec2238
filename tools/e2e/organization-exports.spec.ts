import { downloadBy, expect, expectAccessible, signIn, spotNamed, test } from './testing/app.ts';

test.describe('export everything', () => {
  test.use({ tolerate: /status of 400/ });

  test('an Admin confirms with the name of the organization, sees the progress, and downloads the ZIP', async ({
    page,
  }) => {
    const { organization } = await spotNamed('adminOfBoth', 'Harbor View');
    await signIn(page, 'adminOfBoth');
    await page.goto(`/organization/${organization.pk}/privacy`);
    const panel = page.getByRole('region', { name: 'Export Everything' });
    await panel.getByRole('button', { name: 'Export Everything…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export everything?' });
    await expect(dialog.getByText('The file contains personal data')).toBeVisible();
    await dialog.getByLabel(/^Enter “/).fill('Another name');
    await dialog.getByRole('button', { name: 'Export Everything' }).click();
    await expect(dialog.getByText('This isn’t the name of the organization.')).toBeVisible();
    await expectAccessible(page);
    const label = await dialog
      .getByText(/^Enter “/)
      .first()
      .textContent();
    const name = /“(.*)”/.exec(label ?? '')?.[1] ?? '';
    await dialog.getByLabel(/^Enter “/).fill(name);
    await dialog.getByRole('button', { name: 'Export Everything' }).click();
    await expect(dialog).toHaveCount(0);

    await expect(panel.getByText('Ready').first()).toBeVisible();
    await expect(panel.getByText(/It’s removed in 7 days\. Downloaded 0 times\./)).toBeVisible();
    const file = await downloadBy(panel.getByRole('button', { name: 'Download' }).first());
    expect(file.name).toMatch(/^everything .*\.zip$/);

    await page.goto(`/organization/${organization.pk}/audit-log`);
    await expect(page.getByText(/export of everything/i).first()).toBeVisible();
  });
});
