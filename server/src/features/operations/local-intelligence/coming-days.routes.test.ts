import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { listComingDays } from '@lotkeeper/contract/operations/local-intelligence';
import { expect, test } from 'vitest';
import { makeEvent } from '../../../testing/events.factory.ts';
import { makeOrganization } from '../../../testing/people.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

/* Tuesday, November 17, 2026, 5 a.m. in Phoenix: the coming 14 days end on Monday, November 30. */
const { at, sql, organization, spot, token } = await testProperty({ now: '2026-11-17T12:00:00Z' });
const day = (date: string) => date as LocalDate;
const allDay = { start_time: '00:00:00', end_time: '24:00:00' };

test('events, closed days and holidays of all properties are listed by day, the same at several of them once', async () => {
  const other = await makeSpot(sql, { organization, name: 'Second Street Lot' });
  const foreign = await makeSpot(sql, { organization: await makeOrganization(sql) });
  for (const at of [spot, other]) {
    await makeEvent(sql, at, { name: 'Fair', date: day('2026-11-21') });
  }
  await makeEvent(sql, foreign, { name: 'Elsewhere', date: day('2026-11-21') });
  await makeEvent(sql, spot, { name: 'Yesterday', date: day('2026-11-16') });
  await makeEvent(sql, spot, { name: 'December', date: day('2026-12-01') });
  await makeEvent(sql, other, {
    name: 'Cleaning',
    date: day('2026-11-21'),
    is_lot_closed: true,
    ...allDay,
  });
  await makeEvent(sql, spot, { name: 'Late hours', date: null, interval: 'daily' });
  const { status, body } = await at.call(
    listComingDays,
    { query: { organization: organization.uuid } },
    { token },
  );
  expect(status).toBe(200);
  const shown = body.results.map(({ date, kind, name, spot_count, is_everywhere }) => [
    date,
    kind,
    name,
    spot_count,
    is_everywhere,
  ]);
  expect(shown).toEqual([
    ['2026-11-21', 'closed', 'Cleaning', 1, false],
    ['2026-11-21', 'event', 'Fair', 2, true],
    ['2026-11-26', 'holiday', 'Thanksgiving Day', 2, true],
    ...body.results
      .filter(({ date }) => date > '2026-11-26')
      .map(({ date, kind, name }) => [date, kind, name, 2, true]),
  ]);
  expect(body.results[0]?.spots).toEqual([{ pk: other.pk, name: 'Second Street Lot' }]);
});
