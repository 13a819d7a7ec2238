import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { expect, test } from 'vitest';
import { noon, openWatchedLot } from '../../../testing/find-problems.ts';
import { makePayoutAccount } from '../../../testing/payouts.factory.ts';
import { payoutsDetectors } from './payouts.detectors.ts';

const lot = await openWatchedLot();
const { sql } = lot;

const detectors = payoutsDetectors({ backupDir: undefined });

test('payouts are held after a change of bank, and while the processor wants something', async () => {
  await makePayoutAccount(lot.app, lot.organization);
  expect(await lot.find(detectors)).toEqual([]);
  const change = (of: { held_until: number | null; requirements: string | null }) => sql`
    update payout_accounts set bank_changed_at = ${noon}, held_until = ${of.held_until},
      requirements = ${of.requirements}::text::jsonb where organization_id = ${lot.organization.pk}`;
  await change({ held_until: noon + 72 * hourMs, requirements: null });
  expect(await lot.find(detectors)).toMatchObject([
    { kind: 'payout_held', since: noon, facts: { until: noon + 72 * hourMs, reason: null } },
  ]);
  const requirements = {
    can_be_paid: false,
    due: ['company.tax_id'],
    past_due: [],
    is_checking: false,
    disabled_reason: 'requirements.past_due',
    deadline: null,
  };
  await change({ held_until: noon - 1, requirements: JSON.stringify(requirements) });
  expect(await lot.find(detectors)).toMatchObject([
    { kind: 'payout_held', facts: { until: null, reason: expect.stringMatching(/\w/) } },
  ]);
  await change({
    held_until: null,
    requirements: JSON.stringify({ ...requirements, can_be_paid: true }),
  });
  expect(await lot.find(detectors)).toEqual([]);
});
