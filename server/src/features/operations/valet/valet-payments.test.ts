import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { ValetQuote } from '@lotkeeper/contract/operations/valet';
import { payValetSession, valetMessages, valetRules } from '@lotkeeper/contract/operations/valet';
import { describe, expect, test } from 'vitest';
import { decliningCard } from '../../../processor/sandbox-cards.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import type { TestValetSession } from '../../../testing/valet.factory.ts';
import { giveCard, makeValetSession, verify } from '../../../testing/valet.factory.ts';
import { noon, nothing, once, openValetStand } from '../../../testing/valet-stand.ts';

const since = fromIso('2026-06-15T17:30:00Z');

const { at, checkOut, find, organization, pay, processor, spot, sweep, takenFor, valet } =
  await openValetStand();

/** A car that has been here for an hour and a half, owes $10.80, and has a valid card. */
async function parked(card = true): Promise<TestValetSession> {
  const session = await makeValetSession(at, spot, { since, card });
  await verify(at, spot, session, valet);
  return session;
}

const quoteOf = async (session: TestValetSession) => (await find(session)).quote;

test('a payment is charged to the card and recorded with its tax and fee, and the car may leave', async () => {
  const session = await parked();
  const quote = await quoteOf(session);
  expect(quote).toEqual({
    balance: 1080,
    quoted_at: at.clock(),
    holds_until: at.clock() + valetRules.quoteMinutes * 60_000,
  });
  expect((await checkOut(session)).error.detail).toBe(valetMessages.payFirst);
  expect((await pay(session, quote)).body.outstanding_balance).toBe(0);
  const [entry] = await at.database.system`
    select kind, gross, tax, processing_fee, rental_type, rentals from ledger_entries
    where external_id = ${`${session.uuid}-${quote.quoted_at}`}`;
  expect(entry).toEqual({
    kind: 'charge',
    gross: 1080,
    tax: 80,
    processing_fee: 31,
    rental_type: 'hourly',
    rentals: 0,
  });
  at.clock.forward(valetRules.leaveMinutes * 60_000);
  expect((await checkOut(session)).body.status).toBe('ended');
});

test('a payment has the taxes of the place on the day of check-in, instead of the organization’s', async () => {
  const sql = at.database.system;
  const key = { organization_id: organization.pk, spot_pk: spot.pk, authority: 'City' };
  const tax = { level: 'city', rate: 9625, rental_groups: ['transient'] };
  await sql`insert into tax_rates ${sql.values({ ...key, ...tax, starts_on: '2026-06-15' })}`;
  await sql`insert into tax_rates ${sql.values({ ...key, ...tax, rate: 0, starts_on: '2026-06-16' })}`;
  const session = await parked();
  const quote = await quoteOf(session);
  // $10.00 and 9.625 %.
  expect(quote.balance).toBe(1096);
  await pay(session, quote);
  const [entry] = await sql`
    select gross, tax from ledger_entries where external_id = ${`${session.uuid}-${quote.quoted_at}`}`;
  await sql`delete from tax_rates where organization_id = ${organization.pk}`;
  expect(entry).toEqual({ gross: 1096, tax: 96 });
});

test('a payment without a quote charges the balance of the moment, once', async () => {
  const session = await parked();
  await find(session);
  const charge = (body?: object) =>
    at.call(
      payValetSession,
      { params: { id: session.uuid }, body: body as never },
      { token: valet.token },
    );
  expect((await charge()).body.outstanding_balance).toBe(0);
  at.clock.forward(1000);
  expect((await charge({})).body.outstanding_balance).toBe(0);
  expect(await takenFor(session)).toEqual(once(1080));
  expect((await charge({ balance: 0 })).error.fields).toHaveProperty('quoted_at');
});

test('a payment that is pressed several times, even after checkout, is charged once', async () => {
  const session = await parked();
  const quote = await quoteOf(session);
  for (let press = 0; press < 3; press++) {
    expect((await pay(session, quote)).body.outstanding_balance).toBe(0);
  }
  await checkOut(session);
  expect((await pay(session, quote)).body.status).toBe('ended');
  expect(await takenFor(session)).toEqual(once(1080));
});

test('a payment without a card or with a declined card is refused, and a new card can pay', async () => {
  const session = await parked(false);
  const refused = await pay(session, await quoteOf(session));
  expect([refused.status, refused.error.detail]).toEqual([400, valetMessages.addPaymentMethod]);
  await giveCard(at, spot, session, decliningCard);
  const quote = await quoteOf(session);
  for (let press = 0; press < 2; press++) {
    const declined = await pay(session, quote);
    expect([declined.status, declined.error.detail]).toEqual([400, valetMessages.addPaymentMethod]);
  }
  expect(await takenFor(session)).toEqual(nothing);
  await giveCard(at, spot, session);
  at.clock.forward(1000);
  expect((await pay(session, await quoteOf(session))).status).toBe(200);
  expect(await takenFor(session)).toEqual(once(1080));
});

test('a quoted balance can be paid while its quote holds, even if the balance has grown, but not after', async () => {
  const session = await makeValetSession(at, spot, {
    since: fromIso('2026-06-15T18:00:30Z'),
    card: true,
  });
  const quote = await quoteOf(session);
  expect(quote.balance).toBe(540);
  at.clock.forward(60_000);
  expect((await quoteOf(session)).balance).toBe(1080);
  at.clock.forward(60_001);
  const late = await pay(session, quote);
  expect([late.status, late.error.detail]).toEqual([409, valetMessages.balanceChanged]);
  at.clock.set(noon);
  at.clock.forward(120_000);
  expect((await pay(session, quote)).body.outstanding_balance).toBe(0);
  expect(await takenFor(session)).toEqual(once(540));
});

test('a payment of a balance that was not quoted, or with a quote from the future, is refused', async () => {
  const session = await parked();
  const quote = await quoteOf(session);
  const ahead = { ...quote, quoted_at: at.clock() + 1 };
  for (const made of [{ ...quote, balance: 1 as never }, ahead]) {
    expect((await pay(session, made)).error.detail).toBe(valetMessages.balanceChanged);
  }
  expect(await takenFor(session)).toEqual(nothing);
});

test('a payment by someone who has not entered the code is refused', async () => {
  const session = await parked();
  const other = await signedInMember(at, organization, 'VALET');
  const refused = await pay(session, await quoteOf(session), other);
  expect(refused.error.detail).toBe(valetMessages.enterCode);
  expect(await takenFor(session)).toEqual(nothing);
});

test('a booking cannot be paid before its car is checked in', async () => {
  const session = await makeValetSession(at, spot, { booked: 1800, card: true });
  await verify(at, spot, session, valet);
  const quote = await quoteOf(session);
  expect((await pay(session, quote)).error.detail).toBe(valetMessages.notCheckedIn);
});

describe('processor failures', () => {
  test('a payment with a lost answer stays open, and pressing again completes it with the same charge', async () => {
    const session = await parked();
    const quote = await quoteOf(session);
    processor.faults.push('answer lost');
    const lost = await pay(session, quote);
    expect([lost.status, lost.error.code]).toEqual([503, 'unavailable']);
    expect(await takenFor(session)).toEqual({ charged: [1080], entered: [] });
    expect((await checkOut(session)).error.detail).toBe(valetMessages.payingNow);
    at.clock.forward(10 * 60_000);
    expect((await pay(session, quote)).body.outstanding_balance).toBe(0);
    expect(await takenFor(session)).toEqual(once(1080));
  });

  test('a new quote is not charged while the first payment is open, and the first is charged once', async () => {
    const session = await parked();
    processor.faults.push('answer lost');
    await pay(session, await quoteOf(session));
    at.clock.forward(60_000);
    const again = await pay(session, await quoteOf(session));
    expect([again.status, again.error.detail]).toEqual([409, valetMessages.balanceChanged]);
    expect((await quoteOf(session)).balance).toBe(0);
    expect(await takenFor(session)).toEqual(once(1080));
  });

  test('the sweep completes a payment that is not requested again, and notifies the valet stand', async () => {
    const session = await parked();
    processor.faults.push('unheard', 'unheard');
    expect((await pay(session, await quoteOf(session))).status).toBe(503);
    await sweep();
    expect(await takenFor(session)).toEqual(nothing);
    at.told.length = 0;
    await sweep();
    expect(await takenFor(session)).toEqual(once(1080));
    expect(at.told).toEqual([
      ['server:newRecords', spot.pk],
      ['server:valet', spot.pk],
    ]);
    await sweep();
    expect(await takenFor(session)).toEqual(once(1080));
  });

  test('a payment whose process died is blocked for one minute and then completed by the sweep', async () => {
    const session = await parked();
    const quote = await quoteOf(session);
    processor.faults.push('unheard');
    await pay(session, quote);
    await at.database.system`
      update valet_orders set claimed_until = ${at.clock() + 60_000}
      where session_pk = ${session.pk}`;
    expect((await pay(session, quote)).error.detail).toBe(valetMessages.payingNow);
    await sweep();
    expect(await takenFor(session)).toEqual(nothing);
    at.clock.forward(60_000);
    await sweep();
    expect(await takenFor(session)).toEqual(once(1080));
  });
});

test('a payment that was started at another processor is not sent to this one', async () => {
  const session = await parked();
  const quote = await quoteOf(session);
  processor.faults.push('unheard');
  await pay(session, quote);
  const sql = at.database.system;
  await sql`update valet_orders set processor = 'stripe' where session_pk = ${session.pk}`;
  expect((await pay(session, quote)).error.detail).toBe(valetMessages.payingNow);
  await sweep();
  expect(await takenFor(session)).toEqual(nothing);
});

describe('simultaneous payments', () => {
  const clients = 50;
  const rounds = 100;

  test('50 clients that pay one session at once, over 100 rounds, make one charge per round', async () => {
    const tokens = [valet, await signedInMember(at, organization, 'ADMIN')];
    const odd: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const session = await parked();
      for (const person of tokens) await verify(at, spot, session, person);
      const quote = await quoteOf(session);
      // In every other round, half of them have a quote of their own.
      const quotes = [quote, { ...quote, quoted_at: quote.quoted_at - (round % 2) * 1000 }];
      if (round % 5 === 0) processor.faults.push('answer lost');
      const answers = await Promise.all(
        Array.from({ length: clients }, (_, n) =>
          pay(session, quotes[n % 2] as ValetQuote, tokens[n % 2]),
        ),
      );
      processor.faults.length = 0;
      await sweep();
      const statuses = answers.map(({ status }) => status);
      if (statuses.some((status) => ![200, 409, 503].includes(status))) odd.push(statuses.join());
      const taken = await takenFor(session);
      if (taken.charged.join() !== '1080' || taken.entered.join() !== '1080') {
        odd.push(JSON.stringify(taken));
      }
    }
    expect(odd).toEqual([]);
  });
});
