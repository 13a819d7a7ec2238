import { randomUUID } from 'node:crypto';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { getValetSessionByCode, payValetSession } from '@lotkeeper/contract/operations/valet';
import { violationOrders } from '../features/cars/appeals/violation-orders.queries.ts';
import type { Sql } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';
import { openWriter } from '../records/money/processor-orders.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';
import { goodCard, makeValetSession, verify } from './valet.factory.ts';
import { makeViolation } from './violations.factory.ts';

/** A rental whose driver's card was charged. */
export interface TestCharge {
  /** The processor's ID of the charge. */
  ref: string;
  /** The rental's uuid. */
  rental: string;
  session: string;
  amount: number;
}

/**
 * Charges a car that has been with the valet for an hour and a half at $5 an hour; `card` puts another one on file.
 */
export async function makeCharge(
  at: TestApp,
  spot: TestSpot,
  {
    valet,
    card,
  }: {
    valet: { pk: number; token: string };
    card?: (session: { pk: number; uuid: string }) => Promise<void>;
  },
): Promise<TestCharge> {
  const since = instant(at.clock() - 90 * minuteMs);
  const session = await makeValetSession(at, spot, { since, card: !card });
  await card?.(session);
  await verify(at, spot, session, valet);
  const quoted = { params: { code: session.code }, query: { spot: String(spot.pk) } };
  const { quote } = (await at.call(getValetSessionByCode, quoted, valet)).body;
  const { balance, quoted_at } = quote;
  const params = { id: String(session.pk) };
  const paid = await at.call(payValetSession, { params, body: { balance, quoted_at } }, valet);
  const [order] = await at.database.system<{ ref: string; rental: string }[]>`
    select o.processor_ref as ref, r.uuid as rental from valet_orders o
    join valet_sessions v on v.pk = o.session_pk join rentals r on r.pk = v.rental_pk
    where o.session_pk = ${session.pk} and o.state = 'paid'`;
  const { ref, rental } = must(order, `charge: ${paid.response.body}`);
  return { ref, rental, session: session.uuid, amount: balance };
}

/** A dispute of a rental's card payment that waits for a response. */
export const makeDispute = (sql: Sql, spot: TestSpot, rental_pk: number, more: object) => sql`
  insert into disputes ${sql.values({
    organization_id: spot.organization,
    processor: 'sandbox',
    ref: `dp_${rental_pk}`,
    rental_pk,
    charge_ref: 'ch_1',
    amount: 1000,
    reason: 'fraudulent',
    state: 'needs_response',
    ...more,
  })}`;

/** A violation over $55 that its driver pays by card, if their bank doesn't want them to confirm it. */
export async function makeViolationPayment(at: TestApp, spot: TestSpot, number?: string) {
  const violation = await makeViolation(at.database.system, spot);
  const token = await at.sandbox.createCardToken({ ...goodCard, ...(number && { number }) });
  const payer = { name: violation.uuid, customer_ref: null };
  const { customer_ref, card_ref } = await at.sandbox.keepCard(payer, token);
  const writer = openWriter(at.database.system, spot.organization);
  const names = {
    violation_pk: violation.pk,
    key: `violation-${randomUUID()}`,
    customer_ref,
    card_ref,
  };
  const order = { ...names, amount: cents(5500), processor: 'sandbox', confirm_by: null };
  const claimed = await writer.write((tx) =>
    violationOrders.insertOrder({ tx, organizationId: spot.organization }, order, at.clock()),
  );
  await violationOrders.askProcessor({ processor: at.sandbox, clock: at.clock }, writer, claimed);
  const [row] = await at.database.system<[{ ref: string }]>`
    select processor_ref as ref from violation_orders where pk = ${claimed.pk}`;
  return { ...violation, ...row };
}
