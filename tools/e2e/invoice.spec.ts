import { expect, openSpot, test } from './testing/app.ts';
import { withSettings } from './testing/with-settings.ts';

test('a superuser sees a link that opens the administrative page in a new tab', async ({
  page,
}) => {
  const { spot } = await openSpot(page, 'superuser', 'Copper', 'invoice');
  await expect(page.getByText('Create a custom invoice for Copper Square Garage')).toBeVisible();
  const link = page.getByRole('link', { name: 'Create an Invoice' });
  await expect(link).toHaveAttribute(
    'href',
    `https://admin.example/spots/slot/custom_invoice_creation/${spot.pk}`,
  );
  await expect(link).toHaveAttribute('target', '_blank');
});

test('without an administrative site the button is shown with the reason why it can’t be used, and support', async ({
  page,
}) => {
  await withSettings(page, { admin_origin: null, support_email: 'support@lots.example' });
  await openSpot(page, 'superuser', 'Copper', 'invoice');
  await expect(
    page.getByText('ask the person who runs this server to set ADMIN_ORIGIN to its URL'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Email support' })).toHaveAttribute(
    'href',
    /^mailto:.+subject=Connect%20custom%20invoices/,
  );
  const create = page.getByRole('button', { name: 'Create an Invoice' });
  await expect(create).toBeVisible();
  await expect(create).toBeDisabled();
  await expect(create).toHaveAccessibleDescription(/set ADMIN_ORIGIN to its URL/);
  await expect(page.getByRole('link', { name: 'Create an Invoice' })).toHaveCount(0);
});
