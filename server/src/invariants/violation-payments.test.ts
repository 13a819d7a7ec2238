import { randomUUID } from 'node:crypto';
import {
  appealMessages,
  checkNoticePayment,
  decideAppeal,
  findNotice,
  payNotice,
  sendAppeal,
  startNoticeCard,
  startNoticeConfirmation,
} from '@lotkeeper/contract/cars/appeals';
import { getTicketByCode, waiverReason, waiveTicket } from '@lotkeeper/contract/cars/violations';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { getIncomeStatement } from '@lotkeeper/contract/money/income-statement';
import { confirmSandboxPayment } from '@lotkeeper/contract/money/processor';
import {
  createViolationRefund,
  listViolationPayments,
  refundMessages,
} from '@lotkeeper/contract/money/refunds';
import { getViolationStory } from '@lotkeeper/contract/trust/stories';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeViolationOrderSweeper,
  makeViolationPaymentFollower,
} from '../features/cars/appeals/violation-orders.queries.ts';
import {
  makeChargeFollower,
  makeDisputeFollower,
} from '../features/money/processor-events/charge-events.ts';
import { makeRefundSweeper } from '../features/money/refunds/refunds.ts';
import { openSandbox } from '../processor/sandbox.ts';
import { confirmingCard, decliningCard } from '../processor/sandbox-cards.ts';
import { listDisagreements } from '../records/money/ledger.ts';
import { recordPayments } from '../records/money/payments.ts';
import { makeAppeal } from '../testing/appeals.factory.ts';
import { faulty } from '../testing/payouts.factory.ts';
import { makeOrganization, signedInMember } from '../testing/people.factory.ts';
import { movement, recording } from '../testing/rentals.factory.ts';
import { makeSpot } from '../testing/spots.factory.ts';
import { clockAt, testApp } from '../testing/test-app.ts';
import { testDatabase } from '../testing/test-database.ts';
import { goodCard } from '../testing/valet.factory.ts';
import { makeViolation } from '../testing/violations.factory.ts';

const noon = '2026-06-15T19:00:00Z';
const database = await testDatabase();
const sql = database.system;
const clock = clockAt(noon);
const sandbox = openSandbox({ sql, clock });
// Faults are those of charges and refunds.
const processor = Object.assign(faulty(sandbox), {
  keepCard: (...card: Parameters<typeof sandbox.keepCard>) => sandbox.keepCard(...card),
});
const at = await testApp({ now: noon, database, clock, processor, settings: { DEMO: '1' } });
const organization = await makeOrganization(sql);
await sql`update organizations set tax_rate = 800, processing_rate = 290 where pk = ${organization.pk}`;
const spot = await makeSpot(sql, { organization });
const admin = await signedInMember(at, organization, 'ADMIN');
const employee = await signedInMember(at, organization, 'EMPLOYEE');
const deps = { sql, clock, processor, publish: at.publish };
const sweep = async () => {
  clock.forward(2 * minuteMs);
  await makeViolationOrderSweeper(deps)();
  await makeRefundSweeper(deps)();
};

beforeEach(async () => {
  clock.set(noon);
  processor.faults.length = 0;
  await sql`delete from limits`;
});
// Whatever went wrong in a test, the sums that pages read equal the ledger's.
afterEach(async () => expect(await listDisagreements(sql)).toEqual([]));

/** An open violation over $55 that its driver found, and a card of theirs. */
async function found(number: string = goodCard.number) {
  const violation = await makeViolation(sql, spot);
  const find = () => at.call(findNotice, { body: { code: violation.code, plate: 'ABC 123' } });
  const { token } = (await find()).body;
  const card = await sandbox.createCardToken({ ...goodCard, number });
  const pay = (amount = 5500, by: { from?: string } = {}) =>
    at.call(payNotice, { params: { token }, body: { amount, card } }, by);
  const confirm = async () => {
    const { client_secret } = (await at.call(startNoticeConfirmation, { params: { token } })).body;
    return at.call(confirmSandboxPayment, { body: { client_secret } });
  };
  const check = () => at.call(checkNoticePayment, { params: { token } });
  return { ...violation, token, find, card, pay, confirm, check };
}
type Found = Awaited<ReturnType<typeof found>>;

/** What the processor charged and returned for a violation, what the ledger has, and its state. */
async function moneyOf({ pk, uuid }: Found) {
  const charges = await sql<{ amount: number }[]>`
    select c.amount from processor.charges c join processor.cards k on k.ref = c.card_ref
    where k.payer = ${uuid} and c.confirmed and not c.canceled order by c.created_at`;
  const refunds = await sql<{ amount: number }[]>`
    select r.amount from processor.refunds r join processor.charges c on c.ref = r.charge_ref
    join processor.cards k on k.ref = c.card_ref where k.payer = ${uuid} order by r.created_at`;
  const entries = await sql<{ kind: string; amount: number }[]>`
    select kind, gross - refund as amount from ledger_entries where violation_pk = ${pk} order by pk`;
  const [row] = await sql<[{ status: string }]>`select status from violations where pk = ${pk}`;
  return {
    charged: charges.map(({ amount }) => amount),
    returned: refunds.map(({ amount }) => amount),
    entries: entries.map(({ kind, amount }) => `${kind} ${amount}`),
    status: row.status,
  };
}
const paidOnce = { charged: [5500], returned: [], entries: ['penalty 5500'], status: 'Paid' };
const untouched = { charged: [], returned: [], entries: [], status: 'Created' };
const givenBack = {
  charged: [5500],
  returned: [5500],
  entries: ['penalty 5500', 'refund -5500'],
};
const refOf = async ({ pk }: Found) => {
  const [row] = await sql<[{ ref: string }]>`
    select processor_ref as ref from violation_orders where violation_pk = ${pk} and processor_ref is not null`;
  return row.ref;
};
const waive = ({ uuid }: Found) =>
  at.call(waiveTicket, { params: { id: uuid }, body: { waived_reason: waiverReason } }, employee);

test('a driver pays a violation by card, once, and it is paid everywhere', async () => {
  const one = await found();
  expect((await one.find()).body).toMatchObject({ takes_cards: true, payment: null });
  at.told.length = 0;
  const { status, body } = await one.pay();
  expect([status, body.ticket.status, body.payment]).toEqual([200, 'Paid', null]);
  expect(at.told).toEqual([['server:newRecords', spot.pk]]);
  expect(await moneyOf(one)).toEqual(paidOnce);
  // 2.9 % of $55.00 is $1.595, rounded half to even.
  const [entry] = await sql`
    select kind, source, tax, processing_fee, enforcement, rental_pk, rentals from ledger_entries
    where violation_pk = ${one.pk}`;
  expect(entry).toEqual({
    kind: 'penalty',
    source: 'enforcement',
    tax: 0,
    processing_fee: 160,
    enforcement: 5500,
    rental_pk: null,
    rentals: 0,
  });
  const story = await at.call(getViolationStory, { params: { id: one.uuid } }, admin);
  expect(story.body.events.map(({ kind }) => kind)).toContain('penalty_paid');
  // Sent again, as after an answer that was lost, it is still paid once.
  expect((await one.pay()).status).toBe(200);
  expect(await moneyOf(one)).toEqual(paidOnce);
});

test('two taps, two tabs and two cards at once make one charge', async () => {
  for (const fault of [null, 'answer lost', 'unheard'] as const) {
    const one = await found();
    const other = { ...one, card: await sandbox.createCardToken(goodCard) };
    const payOther = () =>
      at.call(payNotice, {
        params: { token: one.token },
        body: { amount: 5500, card: other.card },
      });
    if (fault) processor.faults.push(fault);
    const answers = await Promise.all([one.pay(), payOther(), one.pay(), payOther()]);
    expect(answers.map(({ status }) => status).filter((s) => ![200, 409, 503].includes(s))).toEqual(
      [],
    );
    processor.faults.length = 0;
    await sweep();
    expect(await moneyOf(one)).toEqual(paidOnce);
  }
});

test.each(['unheard', 'answer lost'] as const)(
  'a payment whose request was %s is in progress after a reload, and is completed once',
  async (fault) => {
    const one = await found();
    processor.faults.push(fault);
    const { status, error } = await one.pay();
    expect([status, error.detail]).toEqual([503, appealMessages.processorDown]);
    expect((await one.find()).body.payment).toEqual({ amount: 5500, confirm_by: null });
    await sweep();
    await sweep();
    expect((await one.find()).body).toMatchObject({ payment: null, ticket: { status: 'Paid' } });
    expect(await moneyOf(one)).toEqual(paidOnce);
  },
);

test('a declined card says so, and another card pays', async () => {
  const one = await found(decliningCard);
  const { status, error } = await one.pay();
  expect([status, error.detail]).toEqual([400, 'The card was declined.']);
  expect(await moneyOf(one)).toEqual(untouched);
  const card = await sandbox.createCardToken(goodCard);
  const body = { amount: 5500, card };
  expect((await at.call(payNotice, { params: { token: one.token }, body })).status).toBe(200);
  expect(await moneyOf(one)).toEqual(paidOnce);
});

test('another amount than the violation costs is refused, and so is one that was waived', async () => {
  const one = await found();
  for (const amount of [5499, 5501, 0]) {
    const { status, error } = await one.pay(amount);
    expect([status, error.detail]).toEqual([409, appealMessages.amountChanged]);
  }
  await sql`update violations set amount = 2000 where pk = ${one.pk}`;
  expect((await one.pay()).error.detail).toBe(appealMessages.amountChanged);
  expect((await waive(one)).status).toBe(200);
  expect((await one.pay(2000)).error.detail).toBe(appealMessages.waivedNow);
  expect(await moneyOf(one)).toEqual({ ...untouched, status: 'Waived' });
});

test('a violation that costs nothing, and a forged or old token, cannot be paid', async () => {
  const one = await found();
  await sql`update violations set amount = 0 where pk = ${one.pk}`;
  expect((await one.pay(0)).error.detail).toBe(appealMessages.amountChanged);
  clock.forward(61 * minuteMs);
  for (const token of [one.token, one.token.replace(/^\d+\.\d+/, '1.1')]) {
    const answer = await at.call(payNotice, {
      params: { token },
      body: { amount: 5500, card: one.card },
    });
    expect([answer.status, answer.error.detail]).toEqual([404, appealMessages.expired]);
  }
});

test('the bank wants a payment confirmed: the driver confirms it, and it is recorded once', async () => {
  const one = await found(confirmingCard);
  const { body } = await one.pay();
  const payment = { amount: 5500, confirm_by: clock() + 15 * minuteMs };
  expect([body.ticket.status, body.payment]).toEqual(['Created', payment]);
  expect((await one.find()).body.payment).toEqual(payment);
  expect(await moneyOf(one)).toEqual(untouched);
  expect((await one.confirm()).status).toBe(200);
  // Only the processor's event reports it: the driver closed the page.
  const report = { object_ref: await refOf(one) };
  expect(await makeViolationPaymentFollower(deps)(report)).toBeNull();
  expect(await makeViolationPaymentFollower(deps)(report)).toBeNull();
  expect((await one.check()).body).toMatchObject({ payment: null, ticket: { status: 'Paid' } });
  expect(await moneyOf(one)).toEqual(paidOnce);
});

test('a payment that nobody confirms is canceled, and can be made again', async () => {
  const one = await found(confirmingCard);
  await one.pay();
  clock.forward(15 * minuteMs);
  await sweep();
  expect((await one.find()).body.payment).toBeNull();
  expect(await moneyOf(one)).toEqual(untouched);
  expect(
    (await at.call(startNoticeConfirmation, { params: { token: one.token } })).error.detail,
  ).toBe(appealMessages.nothingToConfirm);
  expect((await one.pay()).body.payment).not.toBeNull();
});

test('what staff waive or reduce while a payment waits for its driver is not charged any more', async () => {
  const [waived, reduced] = [await found(confirmingCard), await found(confirmingCard)];
  for (const one of [waived, reduced]) await one.pay();
  await waive(waived);
  await sql`update violations set amount = 2000 where pk = ${reduced.pk}`;
  for (const one of [waived, reduced]) {
    expect((await one.confirm()).status).not.toBe(200);
    expect((await one.check()).body.payment).toBeNull();
    expect((await moneyOf(one)).charged).toEqual([]);
  }
});

test('what was waived, reduced or paid elsewhere while the card was charged goes back by itself', async () => {
  const changes: [string, (one: Found) => Promise<unknown>, object][] = [
    ['waived', waive, { ...givenBack, status: 'Waived' }],
    [
      'reduced',
      ({ pk }) => sql`update violations set amount = 2000 where pk = ${pk}`,
      {
        charged: [5500],
        returned: [3500],
        entries: ['penalty 5500', 'refund -3500'],
        status: 'Paid',
      },
    ],
    [
      'paid elsewhere',
      ({ code }) =>
        recording(sql, spot.organization, (recorder) =>
          recordPayments(recorder, [
            {
              ...movement(noon, 5500),
              source: 'gate',
              kind: 'penalty',
              rental: null,
              violation: code,
              spot_pk: spot.pk,
              rental_type: 'hourly',
            },
          ]),
        ),
      { ...givenBack, entries: ['penalty 5500', ...givenBack.entries], status: 'Paid' },
    ],
  ];
  for (const [name, change, money] of changes) {
    const one = await found();
    processor.faults.push('answer lost');
    expect((await one.pay()).status).toBe(503);
    await change(one);
    await sweep();
    await sweep();
    expect({ name, ...(await moneyOf(one)) }).toEqual({ name, ...money });
  }
});

test('of a payment and a waiver at once, the first one counts, and nobody pays for a waived violation', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await found();
    await Promise.all([one.pay(), waive(one), one.pay()]);
    await sweep();
    const { charged, returned, status } = await moneyOf(one);
    const kept =
      charged.reduce((sum, amount) => sum + amount, 0) -
      returned.reduce((sum, amount) => sum + amount, 0);
    expect([status, kept]).toEqual(status === 'Paid' ? ['Paid', 5500] : ['Waived', 0]);
  }
});

test('a payment ends an open appeal, and a reduced violation is paid with its new amount', async () => {
  const one = await found();
  const form = {
    request: randomUUID(),
    reason: 'paid' as const,
    text: 'I paid.',
    email: 'ana@example.com',
  };
  await at.call(sendAppeal, { params: { token: one.token }, body: form });
  expect((await one.pay()).body.appeal?.state).toBe('closed');
  const appeal = await makeAppeal(at, spot);
  const params = { id: String(organization.pk), appeal: String(appeal.pk) };
  const decision = { decision: 'reduced' as const, amount: 2000, answer: 'Half of it.' };
  expect((await at.call(decideAppeal, { params, body: decision }, employee)).status).toBe(200);
  const card = await sandbox.createCardToken(goodCard);
  const pay = (amount: number) =>
    at.call(payNotice, { params: { token: appeal.token }, body: { amount, card } });
  expect((await pay(5500)).error.detail).toBe(appealMessages.amountChanged);
  expect((await pay(2000)).body).toMatchObject({
    ticket: { status: 'Paid' },
    appeal: { state: 'reduced' },
  });
});

test('Admins refund the payment in parts, once per request, and the violation stays paid', async () => {
  const one = await found();
  await one.pay();
  const payment = await refOf(one);
  const named = { params: { id: one.uuid } };
  const refund = (amount: number, request = randomUUID(), by = admin) =>
    at.call(createViolationRefund, { ...named, body: { payment, amount, request } }, by);
  expect((await refund(100, randomUUID(), employee)).status).toBe(403);
  const request = randomUUID();
  for (let n = 0; n < 2; n++) expect((await refund(2000, request)).body[0]?.left).toBe(3500);
  const both = await Promise.all([refund(3500), refund(3500)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await refund(1)).error.fields).toEqual({ amount: refundMessages.tooMuch });
  expect((await at.call(listViolationPayments, named, admin)).body).toMatchObject([
    { amount: 5500, left: 0 },
  ]);
  expect(await moneyOf(one)).toEqual({
    charged: [5500],
    returned: [2000, 3500],
    status: 'Paid',
    entries: ['penalty 5500', 'refund -2000', 'refund -3500'],
  });
  const audit = await sql`
    select act, after from audit_entries where subject_type = 'violation' and subject_pk = ${one.pk} order by pk`;
  expect(audit.map(({ act, after }) => [act, after])).toEqual([
    ['refund', { amount: 2000 }],
    ['refund', { amount: 3500 }],
  ]);
});

test('a dispute that is lost is a refund of the violation, and one that is won takes it back', async () => {
  const one = await found('4000000000000259');
  await one.pay();
  clock.forward(2 * minuteMs);
  await sandbox.advance();
  const [dispute] = await sql<[{ ref: string }]>`
    select ref from processor.disputes where charge_ref = ${await refOf(one)}`;
  const event = { object_ref: dispute.ref } as Parameters<
    ReturnType<typeof makeDisputeFollower>
  >[0];
  const follow = () => makeDisputeFollower(deps)(event);
  expect(await follow()).toBeNull();
  const story = async () =>
    (await at.call(getViolationStory, { params: { id: one.uuid } }, admin)).body.events.map(
      ({ kind }) => kind,
    );
  expect(await story()).toContain('disputed');
  clock.forward(11 * minuteMs);
  await sandbox.advance();
  for (let n = 0; n < 2; n++) expect(await follow()).toBeNull();
  expect((await moneyOf(one)).entries).toEqual(['penalty 5500', 'refund -5500']);
  expect(
    (await at.call(listViolationPayments, { params: { id: one.uuid } }, admin)).body[0]?.left,
  ).toBe(0);
  await sql`update processor.disputes set state = 'won' where ref = ${dispute.ref}`;
  for (let n = 0; n < 2; n++) expect(await follow()).toBeNull();
  expect(await moneyOf(one)).toMatchObject({
    entries: ['penalty 5500', 'refund -5500', 'penalty 5500'],
    status: 'Paid',
  });
  expect(await story()).toContain('dispute_ended');
});

test('a refund at the processor is recorded, and its tax isn’t compared with the property’s rate', async () => {
  const one = await found();
  await one.pay();
  const charge_ref = await refOf(one);
  await sandbox.refund({ key: 'outside', charge_ref, amount: cents(5500), isRetry: false });
  const event = { object_ref: charge_ref } as Parameters<ReturnType<typeof makeChargeFollower>>[0];
  for (let n = 0; n < 2; n++) expect(await makeChargeFollower(deps)(event)).toBeNull();
  expect(await moneyOf(one)).toMatchObject(givenBack);
  const [taxed] = await sql`
    select sum(receipts)::int as receipts, max(lowest_rate)::int as lowest from tax_days where spot_pk = ${spot.pk}`;
  expect(taxed).toEqual({ receipts: 0, lowest: 0 });
});

test('the income statement has the payment as revenue of enforcement', async () => {
  const other = await makeOrganization(sql);
  const own = await signedInMember(at, other, 'ADMIN');
  const place = await makeSpot(sql, { organization: other });
  const violation = await makeViolation(sql, place);
  const { token } = (
    await at.call(findNotice, { body: { code: violation.code, plate: 'ABC 123' } })
  ).body;
  const card = await sandbox.createCardToken(goodCard);
  await at.call(payNotice, { params: { token }, body: { amount: 5500, card } });
  const statement = await at.call(
    getIncomeStatement,
    {
      query: { organization: String(other.pk), start_date: '2026-06-01', end_date: '2026-06-30' },
    },
    own,
  );
  expect(statement.body.organization).toMatchObject({
    income_statement: { revenue: 5500, revenue_transient: 5500, tax_amount: 0 },
    revenue_uplift: { enforcement_revenue: 5500 },
  });
});

test('cards are limited for a violation and for a network', async () => {
  const one = await found(decliningCard);
  for (let n = 0; n < 10; n++) expect((await one.pay()).status).toBe(400);
  expect((await one.pay()).status).toBe(429);
  const others = [
    await found(decliningCard),
    await found(decliningCard),
    await found(decliningCard),
  ];
  const statuses: number[] = [];
  for (const other of others) for (let n = 0; n < 7; n++) statuses.push((await other.pay()).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await others[2]?.pay(5500, { from: '203.0.113.9' }))?.status).toBe(400);
});

test('outside of the demo the sandbox pays nothing: the page says how to pay, and calls are refused', async () => {
  const real = await testApp({ now: noon, database, clock });
  const one = await found();
  const { body } = await real.call(findNotice, { body: { code: one.code, plate: 'ABC 123' } });
  expect(body.takes_cards).toBe(false);
  const params = { token: body.token };
  const answers = [
    await real.call(startNoticeCard, { params }),
    await real.call(payNotice, { params, body: { amount: 5500, card: one.card } }),
  ];
  for (const { status, error } of answers) {
    expect([status, error.detail]).toEqual([409, appealMessages.noCards]);
  }
  expect(await moneyOf(one)).toEqual(untouched);
});

test('a paid violation cannot be waived, and is found as paid', async () => {
  const one = await found();
  await one.pay();
  await waive(one);
  const params = { params: { code: one.code }, query: { spot: String(spot.pk) } };
  const ticket = await at.call(getTicketByCode, params, employee);
  expect(ticket.body).toMatchObject({ status: 'Paid' });
});
