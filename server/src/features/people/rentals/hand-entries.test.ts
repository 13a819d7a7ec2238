import { randomUUID } from 'node:crypto';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { cents } from '@lotkeeper/contract/kernel/money';
import { getFigure } from '@lotkeeper/contract/money/figures';
import {
  handMessages,
  recordHandPayment,
  recordHandRental,
} from '@lotkeeper/contract/people/hand-entries';
import { expect, test } from 'vitest';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const at = await testApp({ now: '2026-06-15T20:00:00Z' });
const sql = at.database.system;

async function makeDesk() {
  const spot = await makeSpot(sql);
  const { token } = await signedInMember(at, { pk: spot.organization }, 'ADMIN');
  const rent = (change: Partial<BodyOf<typeof recordHandRental>> = {}) => {
    const body = {
      spot: spot.pk,
      rental_type: 'hourly' as const,
      starts_at: fromIso('2026-06-15T16:00:00Z'),
      ends_at: fromIso('2026-06-15T18:00:00Z'),
      car: { plate: 'abc 123', state: 'AZ', country: 'US' as const },
      amount: cents(1080),
      tax: cents(80),
      reason: 'Cash at the gate',
      request: randomUUID(),
      ...change,
    };
    return at.call(recordHandRental, { body }, { token });
  };
  const entries = () => sql`
    select kind, source, gross, tax, processing_fee, local_date::text from ledger_entries
    where spot_pk = ${spot.pk} order by pk`;
  return { spot, token, rent, entries };
}

const cash = { kind: 'charge', source: 'by_hand', processing_fee: 0 };

test('a rental by hand is in the ledger once for each request, with its reason in the audit log', async () => {
  const { spot, rent, entries } = await makeDesk();
  const request = randomUUID();
  const { body } = await rent({ request });
  expect((await rent({ request })).body).toEqual(body);
  expect(await entries()).toEqual([{ ...cash, gross: 1080, tax: 80, local_date: '2026-06-15' }]);
  expect(
    await sql`select plate_key, source from rentals r join cars c on c.pk = r.car_pk
      where r.spot_pk = ${spot.pk}`,
  ).toEqual([{ plate_key: 'ABC123', source: 'by_hand' }]);
  const audited = await sql`
    select act, after from audit_entries where organization_id = ${spot.organization}`;
  const after = { rental_type: 'hourly', amount: 1080, tax: 80, reason: 'Cash at the gate' };
  expect(audited).toEqual([{ act: 'create', after }]);
  // The same request with another amount isn't the same rental.
  expect((await rent({ request, amount: cents(2000) })).status).toBe(400);
  expect(await listDisagreements(sql)).toEqual([]);
});

test('a further payment belongs to its rental, and its figure opens', async () => {
  const { spot, token, rent, entries } = await makeDesk();
  const { uuid } = (await rent()).body;
  const payment = { paid_at: fromIso('2026-06-15T18:30:00Z'), amount: cents(540), tax: cents(40) };
  const body = { ...payment, reason: 'Stayed longer', request: randomUUID() };
  for (let time = 0; time < 2; time++)
    expect(
      (await at.call(recordHandPayment, { params: { id: uuid }, body }, { token })).status,
    ).toBe(204);
  expect(await entries()).toEqual([
    { ...cash, gross: 1080, tax: 80, local_date: '2026-06-15' },
    { ...cash, gross: 540, tax: 40, local_date: '2026-06-15' },
  ]);
  expect(
    await sql`select count(distinct rental_pk) from ledger_entries where spot_pk = ${spot.pk}`,
  ).toEqual([{ count: 1 }]);
  const query = {
    organization: String(spot.organization),
    measure: 'gross' as const,
    start_date: '2026-06-15',
    end_date: '2026-06-15',
    source: 'by_hand',
  };
  expect((await at.call(getFigure, { query }, { token })).body).toMatchObject({ total: 1620 });
});

test.each([
  [{ amount: cents(0), tax: cents(0) }, { amount: handMessages.amount }],
  [{ tax: cents(1081) }, { tax: handMessages.tax }],
  [{ ends_at: fromIso('2026-06-15T15:59:59Z') }, { ends_at: handMessages.end }],
  [
    { starts_at: fromIso('2026-06-15T20:00:01Z'), ends_at: fromIso('2026-06-16T20:00:00Z') },
    { starts_at: handMessages.future },
  ],
  [{ starts_at: fromIso('2010-06-15T20:00:00Z') }, { starts_at: handMessages.tooOld }],
  [{ starts_at: fromIso('1999-06-15T20:00:00Z') }, { starts_at: 'Must be in 2000 to 2099.' }],
  [{ ends_at: 8_640_000_000_000_000 }, { ends_at: 'Must be in 2000 to 2099.' }],
  [{ ends_at: 9_000_000_000_000_000 }, { ends_at: 'Must be in 2000 to 2099.' }],
  [{ reason: ' ' }, { reason: 'Please enter a reason' }],
])('%j is refused, and nothing is recorded', async (change, fields) => {
  const { rent, entries } = await makeDesk();
  expect((await rent(change)).error.fields).toEqual(fields);
  expect(await entries()).toEqual([]);
});
