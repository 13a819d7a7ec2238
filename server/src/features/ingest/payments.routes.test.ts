import { ingestPayments, ingestRefunds, ingestRentals } from '@lotkeeper/contract/ingest';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordViolations } from '../../records/violations.ts';
import type { Outside } from '../../testing/ingest.factory.ts';
import { makeOutside, rentalItem } from '../../testing/ingest.factory.ts';
import { recording } from '../../testing/rentals.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testApp } from '../../testing/test-app.ts';

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
  recording(sql, spot.organization, (recorder) =>
    recordViolations(recorder, [
      {
        source: 'test',
        external_id: code,
        spot_pk: spot.pk,
        code,
        plate: 'ABC123',
        state: 'AZ',
        status,
        amount: cents(5500),
        created_at: instant(0),
      },
    ]),
  );
const statusOf = async (code: string) => {
  const rows = await sql<{ status: string }[]>`select status from violations where code = ${code}`;
  return rows.map(({ status }) => status);
};

describe('a payment', () => {
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
    expect(await outside.sentences(ingestPayments, items.slice(0, 1))).toEqual([taken]);
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

  test('a payment for another organization’s rental is refused', async () => {
    const other = await makeOutside(at);
    expect(await other.sentences(ingestPayments, [payment('p1', 400)])).toEqual([
      'There is no such rental.',
    ]);
  });
});

describe('a payment of a violation', () => {
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

describe('a refund', () => {
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

  test('a refund of another organization’s rental is refused', async () => {
    const other = await makeOutside(at);
    expect(await other.sentences(ingestRefunds, [refund('b1', 1)])).toEqual([
      'There is no such rental.',
    ]);
  });
});
