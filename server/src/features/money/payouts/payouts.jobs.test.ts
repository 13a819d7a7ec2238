import { fromIso, toIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { getPayoutAccount, listPayouts } from '@lotkeeper/contract/money/payouts';
import type { PayoutSchedule } from '@lotkeeper/contract/platform/organization-terms';
import { getOrganization } from '@lotkeeper/contract/platform/organizations';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProcessorEvent } from '../../../processor/processor.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { faulty, makePayoutAccount } from '../../../testing/payouts.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import { moveMoney, movement, record, rental } from '../../../testing/rentals.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeAccountFollower } from './payout-requirements.ts';
import { makePayer, makePayoutFollower, makePayoutSweeper } from './payouts.jobs.ts';

let pay: (organization: { pk: number }) => Promise<string>;
let organization: { pk: number; uuid: string };
let phoenix: TestSpot;
let newYork: TestSpot;
let token: string;

const at = await testApp({ now: '2026-11-01T00:00:00Z' });
const sql = at.database.system;
const processor = faulty(at.sandbox);
const payer = makePayer({ database: at.database, clock: at.clock, processor });
pay = ({ pk }) => payer({ organization_id: pk });

/** 10 % commission: 1000 leave 900. */
beforeEach(async () => {
  at.clock.set('2026-11-01T00:00:00Z');
  processor.faults.length = 0;
  organization = await makeOrganization(sql);
  phoenix = await makeSpot(sql, { organization });
  newYork = await makeSpot(sql, { organization, timezone: 'America/New_York' });
  await makePayoutAccount(at, organization);
  ({ token } = await signedInMember(at, organization, 'ADMIN'));
});

const sell = (spot: TestSpot, when: string, amount: number) =>
  record(sql, spot, [rental(spot, when, amount)]);

const refund = (spot: TestSpot, when: string, amount: number) =>
  moveMoney(sql, spot, [movement(when, amount, { kind: 'refund' })]);

const list = async () => {
  const input = { params: { orgId: String(organization.pk) }, query: { page: 1 } };
  return (await at.call(listPayouts, input, { token })).body.results;
};
const listed = async () =>
  (await list()).map((one) => [one.local_date, one.formatted_amount, one.statement_descriptor]);
const earnings = async () =>
  (await at.call(getOrganization, { params: { id: String(organization.pk) } }, { token })).body;
const future = async () => {
  const query = { organization: String(organization.pk) };
  return (await at.call(getPayoutAccount, { query }, { token })).body.future_payout;
};
const atTheProcessor = async () => {
  const rows = await sql<{ amount: number }[]>`
    select p.amount from processor.payouts p
    join processor.banks b on b.ref = p.bank_ref
    join processor.accounts a on a.ref = b.account_ref
    where a.holder = ${organization.uuid} order by p.created_at, p.amount`;
  return rows.map((row) => row.amount);
};

test('each month is paid once, from the 5th of the next month, by the calendar of each property', async () => {
  await sell(phoenix, '2026-10-15T12:00:00Z', 1000);
  // November 1, 3:59 UTC is October in New York, and a minute later it's November; in Phoenix it's October until 7:00.
  await sell(newYork, '2026-11-01T03:59:00Z', 2000);
  await sell(newYork, '2026-11-01T04:00:00Z', 3000);
  at.clock.set('2026-11-05T14:00:00Z');
  expect(await pay(organization)).toBe('nothing');
  at.clock.set('2026-11-05T15:00:00Z');
  expect(await pay(organization)).toBe('ordered');
  expect(await pay(organization)).toBe('paid');
  expect(await listed()).toEqual([['2026-11-05', '$27.00', 'LOTKEEPER 2026-10']]);
  expect(await earnings()).toMatchObject({ owed_funds: 2700, total_payout: 2700 });
  expect(await future()).toBe(2700);
  at.clock.set('2026-12-07T00:00:00Z');
  expect(await pay(organization)).toBe('ordered');
  // It's still the 6th in Phoenix, where the first property is.
  expect((await listed())[0]).toEqual(['2026-12-06', '$27.00', 'LOTKEEPER 2026-11']);
  expect(await future()).toBe(0);
  expect(await atTheProcessor()).toEqual([2700, 2700]);
});

test('late charges go into the next payout, and refunds of a paid month are deducted from it', async () => {
  await sell(phoenix, '2026-10-15T12:00:00Z', 1000);
  at.clock.set('2026-11-05T15:00:00Z');
  await pay(organization);
  await sell(phoenix, '2026-10-16T12:00:00Z', 500);
  await refund(phoenix, '2026-10-17T12:00:00Z', 200);
  await sell(phoenix, '2026-11-10T12:00:00Z', 1000);
  expect(await pay(organization)).toBe('paid');
  at.clock.set('2026-12-05T15:00:00Z');
  await pay(organization);
  // 450 − 180 + 900
  expect((await listed()).map((row) => row[1])).toEqual(['$11.70', '$9.00']);
});

test('a month that ends below zero is not paid but carried over to the next payout', async () => {
  await refund(phoenix, '2026-10-17T12:00:00Z', 1000);
  at.clock.set('2026-11-05T15:00:00Z');
  expect(await pay(organization)).toBe('nothing');
  await sell(phoenix, '2026-11-10T12:00:00Z', 3000);
  at.clock.set('2026-12-05T15:00:00Z');
  expect(await pay(organization)).toBe('ordered');
  expect((await listed()).map((row) => row[1])).toEqual(['$18.00']);
});

test('months without a payout run are paid together in one payout', async () => {
  await sell(phoenix, '2026-07-15T12:00:00Z', 1000);
  await sell(phoenix, '2026-09-15T12:00:00Z', 1000);
  await pay(organization);
  expect(await listed()).toEqual([['2026-10-31', '$18.00', 'LOTKEEPER 2026-09']]);
});

test.each([
  ['weekly', '2026-11-17T15:00:00Z', '$9.00', 'LOTKEEPER 2026-11-15'],
  ['daily', '2026-11-18T15:00:00Z', '$18.00', 'LOTKEEPER 2026-11-16'],
] as const)(
  'a %s payout schedule pays up to the last day of its own period',
  async (schedule, now, amount, words) => {
    await sql`
    update organizations set payout_schedule = ${schedule} where pk = ${organization.pk}`;
    await sell(phoenix, '2026-11-16T06:59:00Z', 1000);
    await sell(phoenix, '2026-11-16T07:00:00Z', 1000);
    await sell(phoenix, '2026-11-17T07:00:00Z', 1000);
    at.clock.set(now);
    expect(await pay(organization)).toBe('ordered');
    expect(await listed()).toEqual([[now.slice(0, 10), amount, words]]);
  },
);

describe('obstacles to a payout', () => {
  beforeEach(() => sell(phoenix, '2026-10-15T12:00:00Z', 1000));

  test('nothing is paid while the organization has no bank account, and the payout runs once it has one', async () => {
    const other = await makeOrganization(sql);
    await sell(await makeSpot(sql, { organization: other }), '2026-10-15T12:00:00Z', 700);
    at.clock.set('2026-11-05T15:00:00Z');
    expect(await pay(other)).toBe('bank_account');
    await makePayoutAccount(at, other);
    expect(await pay(other)).toBe('ordered');
  });

  test('nothing is paid until the last millisecond of a hold is over', async () => {
    at.clock.set('2026-11-05T15:00:00Z');
    const until = at.clock() + 72 * hourMs;
    await sql`
      update payout_accounts set held_until = ${until} where organization_id = ${organization.pk}`;
    expect(await pay(organization)).toBe('hold');
    at.clock.forward(72 * hourMs - 1);
    expect(await pay(organization)).toBe('hold');
    at.clock.forward(1);
    expect(await pay(organization)).toBe('ordered');
    expect(await listed()).toEqual([['2026-11-08', '$9.00', 'LOTKEEPER 2026-10']]);
  });
});

describe('faults', () => {
  beforeEach(async () => {
    await sell(phoenix, '2026-10-15T12:00:00Z', 1000);
    at.clock.set('2026-11-05T15:00:00Z');
  });

  test.each(['unheard', 'answer lost'] as const)(
    'a payout is sent again and paid once after the processor fault "%s"',
    async (fault) => {
      processor.faults.push(fault, fault);
      await expect(pay(organization)).rejects.toThrow();
      await sell(phoenix, '2026-10-16T12:00:00Z', 5000);
      await expect(pay(organization)).rejects.toThrow();
      expect(await listed()).toEqual([]);
      expect(await future()).toBe(5400);
      await pay(organization);
      expect(await listed()).toEqual([['2026-11-05', '$9.00', 'LOTKEEPER 2026-10']]);
      expect(await atTheProcessor()).toEqual([900]);
      expect(await future()).toBe(4500);
    },
  );

  test('a worker that was killed keeps its claim for ten minutes, then another worker completes the payout once', async () => {
    processor.faults.push('answer lost');
    await expect(pay(organization)).rejects.toThrow();
    const until = at.clock() + 10 * 60_000;
    await sql`
      update payout_orders set claimed_until = ${until} where organization_id = ${organization.pk}`;
    expect(await pay(organization)).toBe('ordered');
    expect(await listed()).toEqual([]);
    at.clock.forward(10 * 60_000);
    await pay(organization);
    expect(await listed()).toEqual([['2026-11-05', '$9.00', 'LOTKEEPER 2026-10']]);
    expect(await atTheProcessor()).toEqual([900]);
  });

  test('ten workers at once create one payout', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => pay(organization)));
    expect(outcomes.filter((one) => one !== 'ordered' && one !== 'paid')).toEqual([]);
    expect(await atTheProcessor()).toEqual([900]);
    expect(await earnings()).toMatchObject({ total_payout: 900 });
  });

  test('a refused payout is shown as failed and is sent again after the bank account changes', async () => {
    const changed_at = at.clock() - hourMs;
    await sql`
      update payout_accounts set bank_ref = 'gone', bank_changed_at = ${changed_at}
      where organization_id = ${organization.pk}`;
    await pay(organization);
    expect(await pay(organization)).toBe('failed');
    at.clock.forward(hourMs);
    await pay(organization);
    expect((await list()).map((one) => one.failure)).toEqual([
      'The processor does not know this bank account.',
    ]);
    expect(await earnings()).toMatchObject({ total_payout: 0 });
    at.clock.forward(hourMs);
    await sql`delete from payout_accounts where organization_id = ${organization.pk}`;
    await makePayoutAccount(at, organization);
    await sql`
      update payout_accounts set bank_changed_at = ${at.clock()} where organization_id = ${organization.pk}`;
    expect(await pay(organization)).toBe('ordered');
    expect((await list()).map((one) => [one.formatted_amount, one.failure !== null])).toEqual([
      ['$9.00', false],
      ['$9.00', true],
    ]);
    expect(await earnings()).toMatchObject({ total_payout: 900 });
  });

  test('a paid payout that the bank returns is shown as failed and goes into the next payout', async () => {
    await pay(organization);
    const [row] = await sql<[{ processor_ref: string }]>`
      select processor_ref from payout_orders where organization_id = ${organization.pk}`;
    await at.sandbox.sendBack(row.processor_ref, 'The bank account is closed.');
    at.clock.forward(2 * dayMs);
    expect(await pay(organization)).toBe('paid');
    expect(await pay(organization)).toBe('failed');
    expect((await list()).map((one) => one.failure)).toEqual(['The bank account is closed.']);
    expect(await future()).toBe(900);
    expect(await earnings()).toMatchObject({ total_payout: 0 });
    at.clock.set('2026-12-05T15:00:00Z');
    expect(await pay(organization)).toBe('ordered');
    expect(await earnings()).toMatchObject({ total_payout: 900 });
    expect(await future()).toBe(0);
  });
});

describe('events of a payout', () => {
  /** A payout that was sent, and what follows its events. */
  async function paid() {
    at.clock.set('2026-11-05T15:00:00Z');
    await sell(phoenix, '2026-10-15T12:00:00Z', 1000);
    await pay(organization);
    const [order] = await sql<[{ processor_ref: string; account_ref: string }]>`
      select processor_ref, account_ref from payout_orders where organization_id = ${organization.pk}`;
    const { database, clock, publish } = at;
    const follow = makePayoutFollower({ database, clock, processor, publish });
    const send = (type: string, more: Partial<ProcessorEvent> = {}) =>
      follow({
        id: 'evt_1',
        type,
        subject: 'payout',
        account_ref: order.account_ref,
        object_ref: order.processor_ref,
        created_at: clock(),
        ...more,
      });
    return { ...order, send };
  }

  test('a payout that arrived is shown with its time, and the first one stays', async () => {
    const { send } = await paid();
    await send('payout.paid');
    expect((await list())[0]?.arrived_at).toBeNull();
    at.clock.forward(hourMs);
    const arrived = at.clock();
    expect(await send('payout.paid')).toBeNull();
    at.clock.forward(hourMs);
    await send('payout.paid');
    expect((await list())[0]).toMatchObject({ arrived_at: arrived, failure: null, note: null });
  });

  test('a payout that is returned after a month, when nobody checks anymore, is owed again, once', async () => {
    const { send, processor_ref } = await paid();
    at.clock.forward(hourMs);
    await send('payout.paid');
    at.clock.forward(30 * dayMs);
    await at.sandbox.sendBack(processor_ref, 'The bank account is closed.');
    // After ten days, payouts are no longer checked.
    await pay(organization);
    expect(await earnings()).toMatchObject({ total_payout: 900 });
    for (let n = 0; n < 2; n++) expect(await send('payout.failed')).toBeNull();
    expect(await send('payout.paid')).toBeNull();
    expect(await earnings()).toMatchObject({ total_payout: 0 });
    expect((await list()).map(({ failure, arrived_at }) => [failure, arrived_at])).toEqual([
      ['The bank account is closed.', null],
    ]);
    expect(await listDisagreements(sql)).toEqual([]);
  });

  test('a reversed transfer changes no payout that the bank has, but is noted; that of a returned payout is not noted', async () => {
    const { send, processor_ref } = await paid();
    const transfer = { subject: 'transfer' } as const;
    await send('transfer.reversed', transfer);
    expect((await list())[0]?.note).toContain('transfer was reversed');
    expect(await earnings()).toMatchObject({ total_payout: 900 });
    await sql`update payout_orders set note = null`;
    await at.sandbox.sendBack(processor_ref, 'The bank account is closed.');
    await send('transfer.reversed', transfer);
    await send('payout.failed');
    await send('transfer.reversed', transfer);
    expect((await list())[0]).toMatchObject({ note: null, failure: 'The bank account is closed.' });
    expect(await earnings()).toMatchObject({ total_payout: 0 });
  });

  test.each([
    ['of an account that nobody knows', { account_ref: 'acct_unknown' }, 'unknown'],
    ['that nobody knows', { object_ref: 'po_unknown' }, 'unknown'],
    ['of the platform itself', { account_ref: null }, 'The payout is the platform’s own.'],
  ])('a payout %s changes nothing', async (_, more, reason) => {
    const { send } = await paid();
    expect(await send('payout.failed', more)).toBe(reason);
    expect(await earnings()).toMatchObject({ total_payout: 900 });
  });
});

test('an event of an account stores what the processor requires of it, and one of an unknown account changes nothing', async () => {
  const { database, clock, publish } = at;
  const requirements = {
    can_be_paid: false,
    due: ['company.tax_id'],
    past_due: [],
    is_checking: false,
    disabled_reason: 'requirements.past_due',
    deadline: null,
  };
  const strict = { ...processor, readRequirements: async () => requirements };
  const follow = makeAccountFollower({ database, clock, publish, processor: strict });
  const [account] = await database.system<[{ account_ref: string }]>`
    select account_ref from payout_accounts where organization_id = ${organization.pk}`;
  const event = {
    id: 'evt_1',
    type: 'account.updated',
    subject: 'account',
    account_ref: account.account_ref,
    created_at: clock(),
  } as const;
  expect(await follow({ ...event, object_ref: account.account_ref })).toBeNull();
  expect(await follow({ ...event, object_ref: 'acct_unknown' })).toBe('unknown');
  const kept = await database.system`
    select requirements from payout_accounts where organization_id = ${organization.pk}`;
  expect([...kept]).toEqual([{ requirements }]);
});

test('the sweep queues each organization that has a bank account once', async () => {
  const sweep = makePayoutSweeper({ database: at.database, clock: at.clock, processor });
  const without = await makeOrganization(sql);
  await sweep();
  await sweep();
  const jobs = await sql<{ key: string }[]>`
    select key from graphile_worker.jobs
    where key in (${`pay ${organization.pk}`}, ${`pay ${without.pk}`})`;
  expect(jobs.map((job) => job.key)).toEqual([`pay ${organization.pk}`]);
});

const anyEntry = fc.record({
  spot: fc.boolean(),
  day: fc.nat({ max: 100 }),
  hour: fc.nat({ max: 23 }),
  amount: fc.integer({ min: 1, max: 90_000 }),
  refunded: fc.boolean(),
});
const anyRun = fc.record({
  entries: fc.array(anyEntry, { maxLength: 8 }),
  days: fc.integer({ min: 1, max: 40 }),
  schedule: fc.constantFrom<PayoutSchedule>('monthly', 'weekly', 'daily'),
  fault: fc.constantFrom(null, 'unheard', 'answer lost'),
  sentBack: fc.boolean(),
});

test('after any sequence of events, payouts and the next payout add up to the net, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRun, { minLength: 1, maxLength: 6 }), async (runs) => {
      at.clock.set('2026-10-01T00:00:00Z');
      const spots = [phoenix, newYork];
      for (const run of runs) {
        for (const { spot, day, hour, amount, refunded } of run.entries) {
          const when = toIso(
            (fromIso('2026-09-01T00:30:00Z') + day * dayMs + hour * hourMs) as never,
          );
          await (refunded ? refund : sell)(spots[Number(spot)] as TestSpot, when, amount);
        }
        await sql`
          update organizations set payout_schedule = ${run.schedule} where pk = ${organization.pk}`;
        at.clock.forward(run.days * dayMs);
        if (run.fault) processor.faults.push(run.fault);
        await pay(organization).catch(() => undefined);
        processor.faults.length = 0;
        if (run.sentBack) {
          await sql`update processor.payouts set failure = 'closed' where ref = (
            select processor_ref from payout_orders where organization_id = ${organization.pk}
              and state = 'paid' and settled_at > ${at.clock() - 9 * dayMs}
            order by pk desc limit 1)`;
          await pay(organization);
        }
      }
      await pay(organization);
      const [sums] = await sql<[{ net: number; paid: number; sent: number; until: number }]>`
        select (select coalesce(sum(gross - refund - tax - processing_fee - commission), 0)::bigint
            from ledger_entries where organization_id = ${organization.pk}) as net,
          (select coalesce(sum(payout), 0)::bigint
            from ledger_entries where organization_id = ${organization.pk}) as paid,
          (select coalesce(sum(p.amount) filter (where p.failure is null), 0)::bigint
            from processor.payouts p join payout_orders o on o.processor_ref = p.ref
            where o.organization_id = ${organization.pk} and o.state = 'paid') as sent`;
      // An unused session has expired by then.
      ({ token } = await signedInMember(at, organization, 'ADMIN'));
      expect(sums.paid + (await future())).toBe(sums.net);
      expect(sums.sent).toBe(sums.paid);
    }),
    { numRuns: 15 },
  );
  expect(await listDisagreements(sql)).toEqual([]);
});
