import { getRemittances, importRemittance } from '@lotkeeper/contract/money/remittances';
import { expect, test } from 'vitest';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { movement, record, rental } from '../../../testing/rentals.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const count = 10_000;

test('10,000 bookings are matched, and their month is read, within half a minute', async () => {
  const at = await testApp({ now: '2026-07-20T19:00:00Z' });
  const sql = at.database.system;
  const organization = await makeOrganization(sql);
  const spot = await makeSpot(sql, { organization, name: 'Main St Garage' });
  const { token } = await signedInMember(at, organization, 'ADMIN');
  const params = { orgId: String(organization.pk) };
  const days = Array.from({ length: count }, (_, index) =>
    String((index % 28) + 1).padStart(2, '0'),
  );
  const rentals = days.map((day, index) =>
    rental(spot, `2026-06-${day}T15:00:00Z`, 2000, {
      source: 'spothero',
      external_id: `SH-${index}`,
      movements: [movement(`2026-06-${day}T15:00:00Z`, 2000)],
    }),
  );
  for (let from = 0; from < count; from += 500)
    await record(sql, spot, rentals.slice(from, from + 500));
  // As the database does by itself: without statistics of so many new rows, it would guess.
  await sql`analyze`;
  const lines = days.map(
    (day, index) => `SH-${index},Main St. Garage,06/${day}/2026,06/${day}/2026,20,3,17,Completed`,
  );
  const header = 'Rental ID,Facility,Starts,Ends,Gross,Commission,Net,Status';
  const file = Buffer.from([header, ...lines].join('\n'));
  const started = performance.now();
  const query = { source: 'spothero' as const };
  const { body } = await at.call(importRemittance, { params, query, body: file }, { token });
  expect(body).toMatchObject({ added: count, matched: count });
  const month = await at.call(
    getRemittances,
    { params, query: { month: '2026-06-01' } },
    { token },
  );
  const paid = month.body.lists.filter((list) => list.count > 0);
  expect(paid).toMatchObject([{ list: 'paid_unseen', count, amount: count * 1700 }]);
  expect(performance.now() - started).toBeLessThan(30_000);
});
