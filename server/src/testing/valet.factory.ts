import { randomUUID } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { cents, zeroCents } from '@lotkeeper/contract/kernel/money';
import { valetRules } from '@lotkeeper/contract/operations/valet';
import { valetLinks } from '../features/operations/valet/valet-links.ts';
import { confirmingCard } from '../processor/sandbox-cards.ts';
import type { Rate } from '../records/operations/stay-price.ts';
import {
  changeValetSession,
  onFile,
  recordValetBookings,
} from '../records/operations/valet-sessions.ts';
import { recordRentals } from '../records/people/rentals.ts';
import { openRecorder } from '../records/recorder.ts';
import type { TestSpot } from './spots.factory.ts';
import type { TestApp } from './test-app.ts';

export interface TestValetSession {
  pk: number;
  uuid: string;
  code: string;
  phone: string;
  /** The token of the driver's link. */
  link: string;
}

/** A card that can be charged, as its holder types it. */
export const goodCard = {
  number: '4242424242424242',
  exp_month: '12',
  exp_year: '2030',
  cvc: '123',
};

/** $5 for each started hour. */
export const fiveAnHour: Rate = {
  rule: 'price of the property',
  name: null,
  unit: 'hour',
  price: cents(500),
  base_price: null,
  curve: { kind: 'static' },
  daily_min: null,
  daily_max: null,
};

const car = { plate: 'VALET 1', state: 'AZ', country: 'US' as const };

/** Parks the car of a session, as the stand does. */
async function park(at: TestApp, spot: TestSpot, of: { pk: number; uuid: string }, since: Instant) {
  await at.database.system.begin(async (tx) => {
    const recorder = await openRecorder(tx, spot.organization);
    const charge = { external_id: of.uuid, kind: 'charge' as const, occurred_at: since };
    const [rental] = await recordRentals(recorder, [
      {
        source: 'valet',
        external_id: of.uuid,
        spot_pk: spot.pk,
        rental_type: 'hourly',
        start_date: since,
        end_date: null,
        car,
        movements: [{ ...charge, amount: zeroCents, tax: zeroCents }],
      },
    ]);
    await changeValetSession(recorder, of.pk, {
      ...car,
      status: 'active',
      rate: fiveAnHour,
      rental_pk: rental?.pk ?? 0,
      checked_in_at: since,
    });
  });
}

/** Puts a card on file, by default one that can be charged. */
export async function giveCard(
  at: TestApp,
  spot: TestSpot,
  { pk, uuid }: { pk: number; uuid: string },
  number: string = goodCard.number,
): Promise<void> {
  const token = await at.sandbox.createCardToken({ ...goodCard, number });
  const card = await at.sandbox.keepCard({ name: uuid, customer_ref: null }, token);
  await at.database.system.begin((tx) =>
    changeValetSession({ tx, organizationId: spot.organization }, pk, onFile('sandbox', card)),
  );
}

/** A session at a property: pending, or active since a given time at $5 per started hour, optionally with a card. */
export async function makeValetSession(
  at: TestApp,
  spot: TestSpot,
  of: { phone?: string; since?: Instant; card?: boolean; booked?: number } = {},
): Promise<TestValetSession> {
  const { phone = '+16025550147', since, card = false, booked = 0 } = of;
  const pk = await at.database.system.begin(async (tx) => {
    const recorder = await openRecorder(tx, spot.organization);
    const nothing = { plate: null, state: null, country: null, make: null, model: null };
    const booking = {
      ...nothing,
      source: 'valet-stand',
      external_id: randomUUID(),
      spot_pk: spot.pk,
      phone,
      booked_for: null,
      rental_type: 'hourly' as const,
      outstanding_balance: cents(booked),
      metered: booked === 0,
      color: null,
      notes: null,
    };
    const [recorded] = await recordValetBookings(recorder, [booking], at.clock());
    return recorded?.pk ?? 0;
  });
  const [row] = await at.database.system<[{ uuid: string; code: string }]>`
    select uuid, code from valet_sessions where pk = ${pk}`;
  if (since !== undefined) await park(at, spot, { pk, ...row }, since);
  if (card) await giveCard(at, spot, { pk, ...row });
  const link = valetLinks(at.secretBox).tokenOf({ organizationId: spot.organization, pk, link: 0 });
  return { pk, ...row, phone, link };
}

/** Enters a session's code as a person. */
export async function verify(
  at: TestApp,
  spot: TestSpot,
  session: { pk: number },
  person: { pk: number },
): Promise<void> {
  const row = {
    organization_id: spot.organization,
    session_pk: session.pk,
    person_pk: person.pk,
    verified_at: at.clock(),
  };
  await at.database.system`
    insert into valet_verifications ${at.database.system.values(row)}
    on conflict (organization_id, session_pk, person_pk) do update set verified_at = excluded.verified_at`;
}

/** Gives a session a payment of $10.80 that its driver has to confirm at their bank within 15 minutes. */
export async function makeUnconfirmedPayment(
  at: TestApp,
  spot: TestSpot,
  { session, person }: { session: TestValetSession; person: { pk: number } },
): Promise<{ chargeRef: string }> {
  const sql = at.database.system;
  await giveCard(at, spot, session, confirmingCard);
  const [row] = await sql<[{ customer_ref: string; card_ref: string }]>`
    select customer_ref, card_ref from valet_sessions where pk = ${session.pk}`;
  const charge = { key: `${session.uuid}-1`, amount: cents(1080), ...row };
  const { ref } = await at.sandbox.charge({ ...charge, isRetry: false });
  const order = {
    organization_id: spot.organization,
    session_pk: session.pk,
    quoted_at: at.clock(),
    created_at: at.clock(),
    processor: 'sandbox',
    processor_ref: ref,
    confirm_by: at.clock() + valetRules.confirmMinutes * minuteMs,
    asked_by: person.pk,
  };
  await sql`insert into valet_orders ${sql.values({ ...charge, ...order })}`;
  return { chargeRef: ref };
}
