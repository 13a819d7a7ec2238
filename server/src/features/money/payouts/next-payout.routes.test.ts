import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { getPayoutAccount } from '@lotkeeper/contract/money/payouts';
import { expect, test } from 'vitest';
import { recordPayouts } from '../../../records/money/entries.ts';
import { record, recording, rental } from '../../../testing/rentals.factory.ts';
import { testProperty } from '../../../testing/test-property.ts';

const { at, sql, organization, spot, token } = await testProperty(
  { now: '2026-06-03T19:00:00Z' },
  { commission_rate: 0 },
);
// April earned $10, May $20, June $5 so far.
await record(sql, spot, [
  rental(spot, '2026-04-10T19:00:00Z', 1000),
  rental(spot, '2026-05-10T19:00:00Z', 2000),
  rental(spot, '2026-06-02T19:00:00Z', 500),
]);

const pay = (date: string, amount: number) =>
  recording(sql, organization.pk, (recorder) =>
    recordPayouts(recorder, [
      {
        source: 'payout',
        external_id: date,
        paid_at: fromIso(`${date}T15:30:00Z`),
        local_date: date as LocalDate,
        amount: cents(amount),
        statement_descriptor: 'LOTKEEPER',
      },
    ]),
  );

const read = async (now: string) => {
  at.clock.set(now);
  const { body } = await at.call(
    getPayoutAccount,
    { query: { organization: organization.uuid } },
    { token },
  );
  return body;
};

const may = { start_date: '2026-05-01', end_date: '2026-05-31', due_date: '2026-06-05' };
const june = { start_date: '2026-06-01', end_date: '2026-06-30', due_date: '2026-07-05' };

test('the next payout is the month before until it is sent, then the month itself, and one that nobody sends is late', async () => {
  await pay('2026-05-05', 1000);
  const early = await read('2026-06-03T19:00:00Z');
  expect(early.next_payout).toEqual({ ...may, amount: 2000, is_late: false });
  expect(early.future_payout).toBe(2500);
  // There is no bank account, so June 5 passes.
  const late = await read('2026-06-09T19:00:00Z');
  expect(late.next_payout).toEqual({ ...may, amount: 2000, is_late: true });
  await pay('2026-06-09', 2000);
  const sent = await read('2026-06-09T20:00:00Z');
  expect(sent.next_payout).toEqual({ ...june, amount: 500, is_late: false });
  expect(sent.future_payout).toBe(500);
  // What is recorded late for May comes with June.
  await record(sql, spot, [rental(spot, '2026-05-20T19:00:00Z', 300)]);
  const after = await read('2026-06-10T19:00:00Z');
  expect(after.next_payout).toEqual({ ...june, amount: 800, is_late: false });
});
