import { fromIso, instant, toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { historySender } from '../../../testing/history.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const rows = 100_000;
const at = await testApp({ now: '2026-06-15T19:00:00Z' });

test('100,000 rows are imported within half a minute', async () => {
  const sql = at.database.system;
  const organization = await makeOrganization(sql);
  await makeSpot(sql, { organization, timezone: 'America/Chicago' });
  const { token } = await signedInMember(at, organization, 'ADMIN');
  const sender = historySender(at, organization, token);
  const lines = Array.from({ length: rows }, (_, index) => {
    const start = instant(fromIso('2025-01-01T00:00:00Z') + index * 5 * minuteMs);
    const [entry, exit] = [start, instant(start + 120 * minuteMs)].map((time) =>
      toLocalTime(time, 'UTC'),
    );
    return `T-${index},${entry},${exit},${(5 + (index % 50) / 4).toFixed(2)},0.40,0.31,PL${index % 20_000}`;
  });
  const header = 'Ticket Number,Entry Time,Exit Time,Total,Tax,Processing Fee,License Plate';
  // Some begin or end in the hour that clocks skip.
  const file = `${header}\n${lines.join('\n')}\n`;
  const began = performance.now();
  expect((await sender.start(file)).status).toBe(200);
  await sender.work();
  const seconds = (performance.now() - began) / 1000;
  const [done] = await sender.list();
  expect(done?.state).toBe('done');
  expect((done?.recorded ?? 0) + (done?.refused ?? 0)).toBe(rows);
  expect(seconds).toBeLessThan(30);
});
