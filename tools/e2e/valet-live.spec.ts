import { callAs, callWith, expect, makeKey, organizationPk, signIn, test } from './testing/app.ts';

// A stand's phone is often in a pocket when a car is booked; the page itself polls every 30 seconds.
test('a valet stand in the background reads a booking within seconds', async ({ page }) => {
  const organization = await organizationPk('adminOfBoth', 'Cactus');
  const key = await makeKey('adminOfBoth', organization, ['valet']);
  const [lot] = await callAs<{ pk: number }[]>(
    'valet',
    `/api/valet/lots/?organization=${organization}`,
  );
  const listening = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('"watch"')),
    );
  await signIn(page, 'valet');
  await page.goto('/');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await listening;
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    dispatchEvent(new Event('visibilitychange'));
  });
  const isReadAgain = page.waitForResponse(
    async (response) =>
      response.url().includes('/api/valet/valet-sessions/') &&
      (await response.text()).includes('6026300199'),
  );
  const booking = {
    source: 'e2e',
    external_id: crypto.randomUUID(),
    spot: lot?.pk,
    phone: '+16026300199',
  };
  const sent = await callWith(key, '/api/ingest/valet/', { items: [booking] });
  expect(sent).toMatchObject({ recorded: 1 });
  await isReadAgain;
});
