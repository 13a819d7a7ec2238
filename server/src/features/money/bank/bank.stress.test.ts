import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, fromIso } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { importBankFile } from '@lotkeeper/contract/money/bank';
import { expect, test } from 'vitest';
import { recordPayouts } from '../../../records/money/entries.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { recording } from '../../../testing/rentals.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { matchPayouts } from './match.rules.ts';

const start = '2026-01-01' as LocalDate;
const toPayout = (index: number) => ({
  local_date: addDays(start, index),
  amount: cents(10_000 + index * 7),
  statement_descriptor: `LOTKEEPER ${addDays(start, index)}`,
});

test('10,000 lines are read, added and matched with 150 payouts within half a minute', async () => {
  const at = await testApp({ now: '2026-06-15T19:00:00Z' });
  const organization = await makeOrganization(at.database.system);
  const { token } = await signedInMember(at, organization, 'ADMIN');
  const paid = Array.from({ length: 150 }, (_, index) => toPayout(index));
  await recording(at.database.system, organization.pk, (recorder) =>
    recordPayouts(
      recorder,
      paid.map((payout) => {
        const paid_at = fromIso(`${payout.local_date}T17:00:00Z`);
        return { source: 'payout', external_id: payout.local_date, paid_at, ...payout };
      }),
    ),
  );
  const rows = Array.from({ length: 10_000 }, (_, index) => {
    const day = addDays(start, (index % 150) + 1);
    return index < 150
      ? `${day},ACH LOTKEEPER,${(toPayout(index).amount / 100).toFixed(2)}`
      : `${day},Card purchase ${index},-${(index % 900) + 1}.25`;
  });
  const file = Buffer.from(['Date,Description,Amount', ...rows].join('\n'));
  const params = { orgId: String(organization.pk) };
  const started = performance.now();
  const { body } = await at.call(importBankFile, { params, query: {}, body: file }, { token });
  expect(body).toMatchObject({ lines: 10_000, added: 10_000, matched: 150 });
  expect(performance.now() - started).toBeLessThan(30_000);
});

test('10,000 deposits of the processor, half of one amount, and 1,000 payouts are compared within ten seconds', () => {
  const payouts = Array.from({ length: 1000 }, (_, index) => ({
    pk: index + 1,
    ...toPayout(index),
    amount: cents(87_200),
  }));
  const deposits = Array.from({ length: 10_000 }, (_, index) => ({
    pk: index + 5000,
    local_date: addDays(start, Math.floor(index / 10)),
    amount: cents(index % 2 === 0 ? 87_200 : 1000 + index),
    descriptor: 'STRIPE',
  }));
  const started = performance.now();
  const { matches } = matchPayouts(payouts, deposits);
  expect(matches.length).toBeLessThanOrEqual(payouts.length);
  expect(performance.now() - started).toBeLessThan(10_000);
});
