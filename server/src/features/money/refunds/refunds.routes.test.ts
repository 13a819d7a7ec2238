import { randomUUID } from 'node:crypto';
import { createRefund, listCardPayments, refundMessages } from '@lotkeeper/contract/money/refunds';
import { expect, test } from 'vitest';
import { must } from '../../../kernel/must.ts';
import { recordRefunds } from '../../../records/money/payments.ts';
import type { TestCharge } from '../../../testing/charges.factory.ts';
import { makeCharge } from '../../../testing/charges.factory.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { movement, recording } from '../../../testing/rentals.factory.ts';
import { noon, openValetStand } from '../../../testing/valet-stand.ts';
import { makeRefundSweeper } from './refunds.ts';

const { at, organization, processor, spot, valet } = await openValetStand();
const admin = await signedInMember(at, organization, 'ADMIN');

/** A rental whose card was charged $10.80, $0.80 of it tax. */
const charge = () => makeCharge(at, spot, { valet });
const refund = ({ rental, ref }: TestCharge, amount: number, request: string = randomUUID()) =>
  at.call(createRefund, { params: { id: rental }, body: { payment: ref, amount, request } }, admin);
const left = async ({ rental }: TestCharge) => {
  const answer = await at.call(listCardPayments, { params: { id: rental } }, admin);
  return answer.body.map((payment) => [payment.amount, payment.left]);
};
const refundsOf = ({ rental }: TestCharge) =>
  at.database.system<{ refund: number; tax: number }[]>`
    select l.refund, l.tax from ledger_entries l join rentals r on r.pk = l.rental_pk
    where r.uuid = ${rental} and l.kind = 'refund' order by l.pk`;
const atTheProcessor = async ({ ref }: TestCharge) => {
  const rows = await at.database.system<{ amount: number }[]>`
    select amount from processor.refunds where charge_ref = ${ref} order by created_at, ref`;
  return rows.map(({ amount }) => amount);
};

test('an Admin can refund a charge in parts until nothing is left, and its tax with it', async () => {
  const one = await charge();
  expect(await left(one)).toEqual([[1080, 1080]]);
  const { status, body } = await refund(one, 270);
  expect([status, body[0]?.left]).toEqual([200, 810]);
  expect((await refund(one, 810)).body[0]?.left).toBe(0);
  expect([...(await refundsOf(one))]).toEqual([
    { refund: 270, tax: -20 },
    { refund: 810, tax: -60 },
  ]);
  expect((await refund(one, 1)).error.fields).toEqual({ amount: refundMessages.tooMuch });
  expect(await atTheProcessor(one)).toHaveLength(2);
});

test('what another system refunded of the rental cannot be refunded again', async () => {
  const one = await charge();
  const [booked] = await at.database.system<{ source: string; external_id: string }[]>`
    select source, external_id from rentals where uuid = ${one.rental}`;
  await recording(at.database.system, spot.organization, (recorder) =>
    recordRefunds(recorder, [
      {
        ...movement(noon, 1000),
        kind: 'refund',
        source: 'gate',
        rental: must(booked, 'rental of the charge'),
      },
    ]),
  );
  expect(await left(one)).toEqual([[1080, 80]]);
  expect((await refund(one, 81)).error.fields).toEqual({ amount: refundMessages.tooMuch });
});

test('a refund that is sent again is paid once, and so are two of the same rental at once', async () => {
  const one = await charge();
  const request = randomUUID();
  for (let n = 0; n < 2; n++) expect((await refund(one, 500, request)).status).toBe(200);
  expect(await atTheProcessor(one)).toEqual([500]);
  for (const other of [refund(one, 400, request), refund(await charge(), 500, request)]) {
    const { status, error } = await other;
    expect([status, error.detail]).toEqual([409, refundMessages.otherRequest]);
  }
  const both = await Promise.all([refund(one, 580), refund(one, 580)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await atTheProcessor(one)).reduce((sum, amount) => sum + amount, 0)).toBe(1080);
  expect(await refundsOf(one)).toHaveLength(2);
});

test.each(['unheard', 'answer lost'] as const)(
  'a refund whose request was %s is completed by the sweep, once',
  async (fault) => {
    const one = await charge();
    processor.faults.push(fault);
    const { status, error } = await refund(one, 1080);
    expect([status, error.detail]).toEqual([503, refundMessages.down]);
    expect((await refund(one, 1)).error.detail).toBe(refundMessages.inProgress);
    const sweep = makeRefundSweeper({ sql: at.database.system, clock: at.clock, processor });
    await sweep();
    await sweep();
    expect(await atTheProcessor(one)).toEqual([1080]);
    expect([...(await refundsOf(one))]).toEqual([{ refund: 1080, tax: -80 }]);
  },
);

test('a refund that the processor refuses returns the reason, moves nothing, and can be followed by another', async () => {
  const one = await charge();
  // Most of it was refunded at the processor, and no event arrived.
  await at.database.system`
    insert into processor.refunds (ref, key, charge_ref, amount, created_at)
    values ('re_outside', 'outside', ${one.ref}, 1000, ${at.clock()})`;
  const request = randomUUID();
  for (let n = 0; n < 2; n++) {
    const { status, error } = await refund(one, 1080, request);
    expect(status).toBe(400);
    expect(error.detail).toBe('The processor has nothing of this charge to refund.');
  }
  expect(await refundsOf(one)).toHaveLength(0);
  // The next refund also finds what was refunded outside.
  expect((await refund(one, 80)).body[0]?.left).toBe(0);
  expect((await refundsOf(one)).map((entry) => entry.refund)).toEqual([1000, 80]);
});

test('a refund is in the audit log of the rental, with the person who requested it', async () => {
  const one = await charge();
  await refund(one, 270);
  const entries = await at.database.system`
    select a.person_pk, a.act, a.after from audit_entries a join rentals r on r.pk = a.subject_pk
    where r.uuid = ${one.rental} and a.subject_type = 'rental'`;
  expect([...entries]).toEqual([{ person_pk: admin.pk, act: 'refund', after: { amount: 270 } }]);
});

test('a payment of another rental and an amount of zero are refused', async () => {
  const [one, other] = [await charge(), await charge()];
  const wrong = await refund({ ...one, ref: other.ref }, 100);
  expect(wrong.error.detail).toBe(refundMessages.unknownPayment);
  expect((await refund(one, 0)).error.fields).toEqual({ amount: refundMessages.amount });
  expect(await atTheProcessor(other)).toEqual([]);
});
