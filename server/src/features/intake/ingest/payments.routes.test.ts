import { ingestPayments, ingestRefunds, ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Outside } from '../../../testing/ingest.factory.ts';
import { makeOutside, rentalItem } from '../../../testing/ingest.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeViolation } from '../../../testing/violations.factory.ts';

const at = await testApp({ now: '2026-06-15T19:00:00Z' });
const sql = at.database.system;
let outside: Outside;
beforeEach(async () => {
  outside = await makeOutside(at);
  await outside.send(ingestRentals, [rentalItem(outside.spot, 'r1')]);
});

const rental = { source: 'gate', external_id: 'r1' };
const money = { occurred_at: '2026-06-15T18:00:00Z', tax: 0, processing_fee: 0 };
const payment = (external_id: string, amount: number, more: object = {}) => ({
  source: 'gate',
  external_id,
  ...money,
  amount,
  kind: 'charge',
  rental,
  ...more,
});
const refund = (external_id: string, amount: number, more: object = {}) => ({
  source: 'gate',
  external_id,
  ...money,
  amount,
  rental,
  ...more,
});
const sums = async () => {
  const [row] = await sql`
    select sum(gross)::bigint as gross, sum(refunds)::bigint as refunds, sum(enforcement)::bigint as enforcement,
      sum(rentals)::bigint as rentals
    from revenue_days where organization_id = ${outside.organization.pk}`;
  return row;
};
const violation = (code: string, status: 'Created' | 'Paid' | 'Waived', spot = outside.spot) =>
  makeViolation(sql, spot, { code, status });
const statusOf = async (code: string) => {
  const rows = await sql<{ status: string }[]>`select status from violations where code = ${code}`;
  return rows.map(({ status }) => status);
};

describe('payments', () => {
  test('a payment adds money to its rental and does not count a second rental', async () => {
    const items = [payment('p1', 400), payment('p1', 400), payment('p2', 100)];
    expect(await outside.send(ingestPayments, items)).toEqual([
      'recorded',
      'unchanged',
      'recorded',
    ]);
    expect(await sums()).toMatchObject({ gross: 1500, rentals: 1 });
  });

  test('a payment or refund with the external_id of another ledger entry is refused', async () => {
    const items = [payment('r1', 400), refund('r1', 400)];
    const taken = 'Another movement of money has this external_id.';
    expect(await outside.sentences(ingestPayments, items.slice(0, 1))).toEqual([
      'Recorded with 1000 cents and the time 2026-06-15T16:00:00.000Z, and recorded money never changes. If this is other money, send it with another external_id. If it is a correction: Send the 600 cents that are too much as a refund: POST /api/ingest/refunds/.',
    ]);
    expect(await outside.sentences(ingestRefunds, items.slice(1))).toEqual([taken]);
    expect(await sums()).toMatchObject({ gross: 1000, refunds: 0 });
  });

  test('a payment without a rental is a penalty at a property and counts as enforcement', async () => {
    const there = { kind: 'penalty', rental: null, spot: outside.spot.pk, rental_type: 'hourly' };
    expect(await outside.send(ingestPayments, [payment('p1', 5500, there)])).toEqual(['recorded']);
    expect(await sums()).toMatchObject({ gross: 6500, enforcement: 5500 });
  });

  test.each([
    ['names neither rental nor property', { rental: null, kind: 'penalty' }, 'rental'],
    ['names both', { spot: 1, rental_type: 'hourly' }, 'rental'],
    ['is a charge without a rental', { rental: null, spot: 1, rental_type: 'hourly' }, 'kind'],
    ['pays a violation as a charge', { violation: 'V1' }, 'kind'],
    ['is of an unknown rental', { rental: { source: 'gate', external_id: 'nobody' } }, 'rental'],
  ])('a payment that %s is refused', async (_, wrong, field) => {
    const { body } = await outside.call(ingestPayments, [payment('p1', 400, wrong)]);
    expect(Object.keys(body.results[0]?.fields ?? {})).toEqual([field]);
  });
});

describe('money that is sent again with other content', () => {
  const penalty = { kind: 'penalty', rental: null, rental_type: 'hourly' };
  const atSpot = (more: object = {}) => ({ ...penalty, spot: outside.spot.pk, ...more });

  const changes = [{ amount: 500 }, { amount: 300 }, { tax: 20 }, {}];

  test('a payment with another amount or tax is refused with how to correct it', async () => {
    expect(await outside.send(ingestPayments, [payment('p1', 400)])).toEqual(['recorded']);
    const items = changes.map((more) => payment('p1', 400, more));
    expect(await outside.reasons(ingestPayments, items)).toEqual([
      'amount: Recorded with 400 cents, and recorded money never changes. Send the missing 100 cents as another payment: POST /api/ingest/payments/.',
      'amount: Recorded with 400 cents, and recorded money never changes. Send the 100 cents that are too much as a refund: POST /api/ingest/refunds/.',
      'tax: Recorded with 0 cents of tax, and recorded money never changes. To replace it, refund it with its tax (POST /api/ingest/refunds/), and send it as a payment with another external_id (POST /api/ingest/payments/).',
      'unchanged',
    ]);
    expect(await sums()).toMatchObject({ gross: 1400 });
  });

  test('a penalty without a rental is refused with a reason why it cannot be corrected', async () => {
    await outside.send(ingestPayments, [payment('p1', 5500, atSpot())]);
    expect(
      await outside.sentences(ingestPayments, [
        payment('p1', 5000, atSpot()),
        payment('p1', 5500, atSpot({ tax: 1 })),
        payment('p1', 5500, atSpot({ rental_type: 'daily' })),
        payment('p1', 5500, atSpot()),
      ]),
    ).toEqual([
      'Recorded with 5500 cents, and recorded money never changes. It can’t be lowered: refunds belong to rentals.',
      'Recorded with 0 cents of tax, and recorded money never changes. It can’t be replaced: refunds belong to rentals.',
      'Recorded with another rental_type, which never changes.',
      'unchanged',
    ]);
  });

  test('a payment of a violation that is sent again for another one is refused, and the other stays open', async () => {
    await violation('V8', 'Created');
    await violation('V9', 'Created');
    const paying = (code: string) => [payment('p1', 5500, atSpot({ violation: code }))];
    expect(await outside.send(ingestPayments, paying('V8'))).toEqual(['recorded']);
    expect(await outside.sentences(ingestPayments, paying('V9'))).toEqual([
      'Recorded with another violation, which never changes.',
    ]);
    expect(await statusOf('V9')).toEqual(['Created']);
  });

  test('a refund with another amount or tax is refused with how to correct it', async () => {
    const sent = refund('b1', 400, { tax: 40 });
    expect(await outside.send(ingestRefunds, [sent])).toEqual(['recorded']);
    const items = changes.map((more) => ({ ...sent, ...more }));
    expect(await outside.reasons(ingestRefunds, items)).toEqual([
      'amount: Recorded with 400 cents, and recorded money never changes. Send the missing 100 cents as another refund: POST /api/ingest/refunds/.',
      'amount: Recorded with 400 cents, and recorded money never changes. Send the 100 cents that are too much as a payment of the rental: POST /api/ingest/payments/.',
      'tax: Recorded with 40 cents of tax, and recorded money never changes. To replace it, send a payment of the same amount and tax (POST /api/ingest/payments/), and the refund again with another external_id.',
      'unchanged',
    ]);
    expect(await sums()).toMatchObject({ refunds: 400 });
  });
});

describe('payments of violations', () => {
  const paying = (external_id: string, code: string) =>
    payment(external_id, 5500, {
      kind: 'penalty',
      rental: null,
      spot: outside.spot.pk,
      rental_type: 'hourly',
      violation: code,
    });

  test('a violation is paid once, a second payment is refused, and the first one sent again is unchanged', async () => {
    await violation('V1', 'Created');
    const items = [paying('p1', 'V1'), paying('p2', 'V1'), paying('p1', 'V1')];
    expect(await outside.sentences(ingestPayments, items)).toEqual([
      'recorded',
      'This violation is paid already.',
      'unchanged',
    ]);
    expect(await outside.sentences(ingestPayments, items)).toEqual([
      'unchanged',
      'This violation is paid already.',
      'unchanged',
    ]);
    expect(await statusOf('V1')).toEqual(['Paid']);
    expect(await sums()).toMatchObject({ gross: 6500 });
  });

  test('eight simultaneous payments of one violation record the money of only one', async () => {
    await violation('V1', 'Created');
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        outside.send(ingestPayments, [paying(`p${index}`, 'V1')]),
      ),
    );
    expect(sent.flat().filter((outcome) => outcome === 'recorded')).toHaveLength(1);
    expect(await sums()).toMatchObject({ gross: 6500 });
  });

  test('a payment of a waived, missing or other property’s violation is refused without recording money', async () => {
    await violation('V1', 'Waived');
    await violation('V2', 'Created', await makeSpot(sql, { organization: outside.organization }));
    await violation('V3', 'Created', await makeSpot(sql));
    const items = ['V1', 'V2', 'V3', 'V4'].map((code) => paying(`pays-${code}`, code));
    expect(await outside.sentences(ingestPayments, items)).toEqual([
      'This violation was waived.',
      'There is no such violation.',
      'There is no such violation.',
      'There is no such violation.',
    ]);
    expect(await statusOf('V3')).toEqual(['Created']);
    expect(await sums()).toMatchObject({ gross: 1000 });
  });
});

describe('refunds', () => {
  test('refunds of a rental may add up to what was paid, and a refund beyond that is refused', async () => {
    const items = [refund('b1', 600), refund('b2', 401), refund('b1', 600), refund('b3', 400)];
    expect(await outside.sentences(ingestRefunds, items)).toEqual([
      'recorded',
      'This is more than was paid for the rental.',
      'unchanged',
      'recorded',
    ]);
    expect(await outside.sentences(ingestRefunds, [refund('b4', 1)])).toEqual([
      'This is more than was paid for the rental.',
    ]);
    expect(await sums()).toMatchObject({ gross: 1000, refunds: 1000 });
  });

  test('eight simultaneous refunds never give back more than was paid', async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        outside.send(ingestRefunds, [refund(`b${index}`, 400)]),
      ),
    );
    expect(sent.flat().filter((outcome) => outcome === 'recorded')).toHaveLength(2);
    expect(await sums()).toMatchObject({ refunds: 800 });
  });
});

describe('payments of the wrong shape', () => {
  test.each([
    [{ rental: 'r1' }, 'rental', 'Must be an object with source and external_id.'],
    [{ rental: [] }, 'rental', 'Must be an object with source and external_id.'],
    [{ kind: undefined }, 'kind', 'This field is required. Must be one of: charge, penalty.'],
    [{ kind: 'refund' }, 'kind', 'Must be one of: charge, penalty.'],
  ])('the payment %o is refused with what is expected', async (more, field, message) => {
    const { body } = await outside.call(ingestPayments, [payment('p1', 400, more)]);
    expect(body.results[0]?.fields).toEqual({ [field]: message });
  });

  test('a body that is a list is refused with what a batch looks like', async () => {
    const { statusCode, body } = await at.app.inject({
      method: 'POST',
      url: '/api/ingest/payments/',
      headers: { authorization: `Token ${outside.key}` },
      payload: [payment('p1', 400)],
    });
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      {
        detail: 'body: Must be an object with items.',
        code: 'invalid_fields',
        fields: { body: 'Must be an object with items.' },
      },
    ]);
  });
});
