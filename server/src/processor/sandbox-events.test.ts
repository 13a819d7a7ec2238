import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { beforeEach, expect, test } from 'vitest';
import { makeCharge } from '../testing/charges.factory.ts';
import { bank, makePayoutAccount, payOut } from '../testing/payouts.factory.ts';
import { makeOrganization, signedInMember } from '../testing/people.factory.ts';
import { record, rental } from '../testing/rentals.factory.ts';
import type { TestSpot } from '../testing/spots.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { testApp } from '../testing/test-app.ts';
import { giveCard } from '../testing/valet.factory.ts';

const noon = '2026-06-15T19:00:00Z';
let organization: { pk: number; uuid: string };
let spot: TestSpot;
let valet: { pk: number; token: string };

const at = await testApp({ now: noon });

beforeEach(async () => {
  at.clock.set(noon);
  organization = await makeOrganization(at.database.system);
  spot = await makeSpot(at.database.system, { organization });
  valet = await signedInMember(at, organization, 'VALET');
});

/** What the sandbox reported about an object, in order. */
const reported = async (ref: string) => {
  const rows = await at.database.system<{ type: string }[]>`
    select type from processor_events where object_ref = ${ref} order by created_at, id`;
  return rows.map(({ type }) => type);
};
const after = async (minutes: number) => {
  at.clock.forward(minutes * minuteMs);
  // However often this is called.
  await at.sandbox.advance();
  await at.sandbox.advance();
};
const charge = (number: string) =>
  makeCharge(at, spot, { valet, card: (session) => giveCard(at, spot, session, number) });
const disputeOf = async (ref: string) => {
  const [row] = await at.database.system<{ ref: string }[]>`
    select ref from processor.disputes where charge_ref = ${ref}`;
  return row?.ref ?? '';
};

test.each([
  ['4000000000000259', 'needs_response', 'lost', true],
  ['4000000000001976', 'inquiry', 'closed', false],
])(
  'a charge of %s is disputed after a minute (%s) and ends ten later (%s)',
  async (number, opened, ended, isLost) => {
    const { ref, amount } = await charge(number);
    await after(0);
    expect(await disputeOf(ref)).toBe('');
    await after(1);
    const dispute = await disputeOf(ref);
    expect(await at.sandbox.readDispute(dispute)).toMatchObject({
      charge_ref: ref,
      amount,
      state: opened,
      isLost: false,
    });
    await after(10);
    expect(await at.sandbox.readDispute(dispute)).toMatchObject({ state: ended, isLost });
    expect(await reported(dispute)).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
  },
);

test('a refund to 4000 0000 0000 5126 fails after a minute, and one to another card does not', async () => {
  const [failing, other] = [await charge('4000000000005126'), await charge('4242424242424242')];
  for (const { ref } of [failing, other]) {
    await at.sandbox.refund({
      key: `refund of ${ref}`,
      charge_ref: ref,
      amount: cents(100),
      isRetry: false,
    });
  }
  await after(1);
  expect(await at.sandbox.listRefunds(failing.ref)).toMatchObject([{ hasFailed: true }]);
  expect(await at.sandbox.listRefunds(other.ref)).toMatchObject([{ hasFailed: false }]);
  expect(await reported(failing.ref)).toEqual(['refund.failed']);
  expect(await reported(other.ref)).toEqual([]);
});

test('old payouts are not reported, since an installation without earlier reports has many', async () => {
  await record(at.database.system, spot, [rental(spot, '2026-05-15T12:00:00Z', 1000)]);
  await makePayoutAccount(at, organization);
  await payOut(at, organization);
  const [order] = await at.database.system<[{ processor_ref: string }]>`
    select processor_ref from payout_orders where organization_id = ${organization.pk}`;
  await after(24 * 60);
  expect(await reported(order.processor_ref)).toEqual([]);
});

test('a payout arrives after a minute, and one to 000111111116 comes back after ten', async () => {
  await record(at.database.system, spot, [rental(spot, '2026-05-15T12:00:00Z', 1000)]);
  const unknown = { ...bank, account_number: '000111111116' };
  await makePayoutAccount(at, organization, unknown);
  await payOut(at, organization);
  const [order] = await at.database.system<[{ processor_ref: string; account_ref: string }]>`
    select processor_ref, account_ref from payout_orders where organization_id = ${organization.pk}`;
  await after(1);
  expect(await reported(order.processor_ref)).toEqual(['payout.paid']);
  await after(10);
  expect(await reported(order.processor_ref)).toEqual(['payout.paid', 'payout.failed']);
  expect(await at.sandbox.readPayout(order)).toEqual({
    hasArrived: false,
    failure: 'The bank does not know this account.',
  });
});
