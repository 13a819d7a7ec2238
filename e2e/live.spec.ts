import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import {
  address,
  expect,
  organizationPk,
  signIn,
  spotNamed,
  test,
  tokenOf,
} from './support/app.ts';

interface Made {
  key: string;
}

/** A program's key to an organization, made beside the page. */
async function keyOf(organization: number): Promise<string> {
  const response = await fetch(`${address}/api/organizations/${organization}/api_keys/`, {
    method: 'POST',
    headers: {
      authorization: `Token ${tokenOf('adminOfBoth')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Live test', grants: ['rentals'] }),
  });
  return ((await response.json()) as Made).key;
}

test('a rental that comes in while one looks is on the page without a reload', async ({
  page,
}, info) => {
  const { spot, path } = await spotNamed('adminOfBoth', 'Harbor View');
  const key = await keyOf(await organizationPk('adminOfBoth', 'Cactus'));
  await signIn(page, 'adminOfBoth');
  // The page is read whole before it listens.
  const listening = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', (frame) => String(frame.payload).includes('watch')),
    );
  await page.goto(`${path}/detail`);
  const active = page
    .getByRole('row', { name: /^This year/ })
    .getByRole('cell')
    .first();
  await expect(active).toHaveText(/^\d/);
  const count = async () => Number((await active.textContent())?.replace(/\D/g, ''));
  const before = await count();
  await listening;
  const from = instant(Math.round(performance.timeOrigin + performance.now()) - 60_000);
  const response = await fetch(`${address}/api/ingest/rentals/`, {
    method: 'POST',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [
        {
          source: 'e2e',
          external_id: `live-${info.project.name}-${from}`,
          spot: spot.pk,
          rental_type: 'hourly',
          start_date: toIso(from),
          end_date: toIso(instant(from + 3_600_000)),
          car: null,
          charges: [],
        },
      ],
    }),
  });
  expect(await response.json()).toMatchObject({ recorded: 1 });
  await expect.poll(count, { timeout: 15_000 }).toBeGreaterThan(before);
});
