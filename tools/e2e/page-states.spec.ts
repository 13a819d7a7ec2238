import {
  answerCalls,
  callAs,
  expect,
  failCalls,
  lineOf,
  openSpot,
  organizationPk,
  signIn,
  spotNamed,
  test,
} from './testing/app.ts';
import { withSettings } from './testing/with-settings.ts';

test('the empty property list links to the installation’s form, with the organization filled in', async ({
  page,
}) => {
  await signIn(page, 'withoutLots');
  const pk = await organizationPk('withoutLots', 'Juniper');
  await withSettings(page, { add_spot_form_url: 'https://forms.example.com/add?from=lotkeeper' });
  await page.goto(`/organization/${pk}/spots`);
  const link = page.getByRole('link', { name: 'Add property' });
  await expect(link).toHaveAttribute(
    'href',
    `https://forms.example.com/add?from=lotkeeper&organization=${pk}`,
  );
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the second step of a new bank account can be canceled', async ({ page }) => {
  await signIn(page, 'admin');
  const cactus = await organizationPk('admin', 'Cactus');
  // The code is never sent, since only the step after it is tested.
  await page.route('**/api/payouts/code/', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 200, json: { medium: 'emailed', target: 'ana@example.com' } })
      : route.fallback(),
  );
  await page.goto(`/organization/${cactus}/payouts`);
  await page.getByRole('button', { name: 'Edit bank account' }).click();
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByLabel('Account number').fill('000123456789');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Change bank account' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an expired validation code is marked and is not offered to a new visitor', async ({
  page,
}) => {
  const { path, spot } = await spotNamed('employee', 'Lagoon');
  const code = 'PAST';
  const expired = { spot: spot.pk, code, name: 'Last year', expiration_date: '2020-01-31' };
  await callAs('employee', '/api/codes/', expired);
  await signIn(page, 'employee');
  await page.goto(`${path}/codes`);
  await expect(lineOf(page, code)).toContainText('Jan 31, 2020 (expired)');
  await page.goto(`${path}/visitors`);
  await page.getByRole('button', { name: '+ Add a Visitor' }).click();
  await page.getByRole('combobox', { name: 'Validation Code' }).fill(code);
  await expect(page.getByText('No results found')).toBeVisible();
});

test.describe('when one of two reads fails', () => {
  test.use({ tolerate: /status of (409|500)/ });

  test('rates appear without the experiments when those cannot be read', async ({ page }) => {
    await failCalls(page, '**/api/experiments_calendar/**');
    await openSpot(page, 'superuser', 'Fifth Avenue', 'rates');
    await expect(page.getByRole('region', { name: /^Rates, / })).toBeVisible();
    await expect(page.getByText('Could not fetch rates')).toHaveCount(0);
  });

  test('downloading a flyer without a booking link shows the server’s message', async ({
    page,
  }) => {
    const detail = 'This property has no booking link yet, so there is nothing to scan.';
    const answer = { detail, code: 'conflict' };
    await answerCalls(page, '**/api/generate_promo_qr_code/', answer, 409);
    await openSpot(page, 'employee', 'Copper', 'promos');
    await page
      .getByRole('button', { name: /^Flyer of/ })
      .first()
      .click();
    await expect(page.getByRole('alert')).toHaveText(detail);
  });
});

test('an event name with direction marks does not change the text beside it', async ({ page }) => {
  const { path, spot } = await spotNamed('employee', 'Lagoon');
  const name = 'حفلة';
  await callAs('employee', '/api/events/', {
    spot: spot.pk,
    name: `\u202e${name}`,
    interval: 'one_time',
    date: '2027-06-16',
    start_time: '09:00:00',
    end_time: '09:30:00',
    is_lot_closed: true,
    quantity: 0,
    codes: [],
    spaceforce_multiplier: 0,
  });
  await signIn(page, 'employee');
  await page.goto(`${path}/events?view=day&date=2027-06-16`);
  const event = page.getByRole('button', { name: new RegExp(name) }).first();
  await expect(event.locator('bdi', { hasText: name })).toHaveText(name);
  await expect(event).toContainText('Lot closed');
});

test('the list of visitors shows a visitor added by another person without a reload', async ({
  page,
}) => {
  const connecting = page.waitForEvent('websocket');
  const plate = 'LIVE1';
  const { spot } = await openSpot(page, 'employee', 'Lagoon', `visitors?searchTerm=${plate}`);
  await expect(page.getByText('No visitors found')).toBeVisible();
  const socket = await connecting;
  await socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('watch'));
  const { results } = await callAs<{ results: { pk: number; code: string }[] }>(
    'admin',
    `/api/codes/?spot=${spot.pk}`,
  );
  await callAs('admin', '/api/visitors/', {
    spot: spot.pk,
    plate,
    state: 'FL',
    country: 'US',
    validation_source: 'dashboard',
    codes: [results.find(({ code }) => code === 'WEEK')?.pk],
  });
  await expect(page.getByText(plate)).toBeVisible();
});
