import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { hourMs } from '@lotkeeper/contract/kernel/durations';
import { beforeEach, expect, test } from 'vitest';
import { findProblems } from '../../../testing/find-problems.ts';
import { makePayoutAccount } from '../../../testing/payouts.factory.ts';
import { makeOrganization } from '../../../testing/people.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import type { Detector } from '../../platform/alerts/public.ts';
import { payoutsDetectors } from './payouts.detectors.ts';

const noon = fromIso('2026-06-15T19:00:00Z');

const app = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = app.database.system;

let organization: { pk: number; uuid: string };
beforeEach(async () => {
  organization = await makeOrganization(sql);
});

const find = (detectors: readonly Detector[], now = noon) =>
  findProblems(sql, detectors, { organization, now });

const detectors = payoutsDetectors({ backupDir: undefined });

test('payouts are held after a change of bank, and while the processor wants something', async () => {
  await makePayoutAccount(app, organization);
  expect(await find(detectors)).toEqual([]);
  const change = (of: { held_until: number | null; requirements: string | null }) => sql`
    update payout_accounts set bank_changed_at = ${noon}, held_until = ${of.held_until},
      requirements = ${of.requirements}::text::jsonb where organization_id = ${organization.pk}`;
  await change({ held_until: noon + 72 * hourMs, requirements: null });
  expect(await find(detectors)).toMatchObject([
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
  expect(await find(detectors)).toMatchObject([
    { kind: 'payout_held', facts: { until: null, reason: expect.stringMatching(/\w/) } },
  ]);
  await change({
    held_until: null,
    requirements: JSON.stringify({ ...requirements, can_be_paid: true }),
  });
  expect(await find(detectors)).toEqual([]);
});
