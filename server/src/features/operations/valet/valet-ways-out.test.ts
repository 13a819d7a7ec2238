import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import {
  changeValetPhone,
  fetchValetCar,
  getDriverRequest,
  releaseValetSession,
  requestCar,
  takeValetCash,
  valetMessages,
} from '@lotkeeper/contract/operations/valet';
import { beforeEach, describe, expect, test } from 'vitest';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import type { Message } from '../../../kernel/messages/messages.ts';
import { confirmingCard, decliningCard } from '../../../processor/sandbox-cards.ts';
import { signedInMember } from '../../../testing/people.factory.ts';
import { takeOnce } from '../../../testing/take-once.ts';
import type { TestValetSession } from '../../../testing/valet.factory.ts';
import { giveCard, makeValetSession, verify } from '../../../testing/valet.factory.ts';
import { nothing, once, openValetStand } from '../../../testing/valet-stand.ts';
import { makeValetDeclineSender, makeValetReceiptSender } from './valet.jobs.ts';
import { valetLinks } from './valet-links.ts';

const since = fromIso('2026-06-15T17:30:00Z');
const { at, checkOut, find, organization, pay, processor, spot, sweep, takenFor, valet } =
  await openValetStand();
const sql = at.database.system;
const employee = await signedInMember(at, organization, 'EMPLOYEE');
const sent: Message[] = [];

beforeEach(() => {
  sent.length = 0;
});

/** A car that has been here for an hour and a half and owes $10.80. */
async function parked(card?: string): Promise<TestValetSession> {
  const session = await makeValetSession(at, spot, { since });
  if (card) await giveCard(at, spot, session, card);
  await verify(at, spot, session, valet);
  return session;
}

const toInput = ({ uuid }: TestValetSession) => ({ params: { id: uuid } });
const byLink = ({ link }: TestValetSession) => ({ params: { token: link } });
const read = (session: TestValetSession) => at.call(getDriverRequest, byLink(session));
type Quote = Awaited<ReturnType<typeof find>>['quote'];
const takeCash = (session: TestValetSession, { balance, quoted_at }: Quote, by = valet) =>
  at.call(takeValetCash, { ...toInput(session), body: { balance, quoted_at } }, by);
const release = (session: TestValetSession, by = employee) =>
  at.call(releaseValetSession, { ...toInput(session), body: { reason: 'Broken phone' } }, by);
const audited = ({ pk }: TestValetSession) => sql`
  select person_pk, act, after from audit_entries
  where subject_type = 'valet session' and subject_pk = ${pk} order by pk`;
const cashOf = ({ uuid }: TestValetSession) => sql`
  select source, gross, tax, processing_fee from ledger_entries
  where source = 'by_hand' and external_id like ${`payment-${uuid}-%`}`;

/** Sends the texts about a session's payments. */
async function sendTexts({ pk }: TestValetSession) {
  const deps = {
    openJobScope: scopeMaker(at.database).job,
    clock: at.clock,
    links: valetLinks(at.secretBox),
    messenger: { send: async (message: Message) => takeOnce(sent, message) },
    publicUrl: () => 'https://lots.example',
  };
  const orders = await sql<{ pk: number }[]>`
    select pk from valet_orders where session_pk = ${pk} order by pk`;
  for (const { pk: order_pk } of orders) {
    const payload = { organization_id: organization.pk, order_pk };
    await makeValetDeclineSender(deps)(payload);
    await makeValetReceiptSender(deps)(payload);
  }
  return sent.map(({ text }) => text);
}

const declined = {
  amount: 1080,
  reason: 'The card was declined.',
  card: { brand: 'Visa', last_four: '0002' },
};

test('a declined card is shown at the stand and to the driver, who is texted once, until another is on file', async () => {
  const session = await parked(decliningCard);
  at.told.length = 0;
  expect((await pay(session, (await find(session)).quote)).status).toBe(400);
  expect(at.told).toEqual([['server:valet', spot.pk]]);
  expect((await find(session)).decline).toEqual(declined);
  expect((await read(session)).body.decline).toEqual(declined);
  at.clock.forward(minuteMs);
  expect((await pay(session, (await find(session)).quote)).status).toBe(400);
  expect(await sendTexts(session)).toEqual([
    `Your Visa ending in 0002 was declined for $10.80 at Roosevelt Garage. Nothing was charged. Use another card, or pay in cash at the stand: https://lots.example/car/${session.link}`,
  ]);
  const queued =
    await sql`select from graphile_worker.jobs where task_identifier = 'send_valet_decline'`;
  expect(queued).toHaveLength(2);
  await giveCard(at, spot, session);
  expect((await read(session)).body.decline).toBeNull();
});

describe('cash', () => {
  test('cash is in the ledger once for each quote, without a fee, and the car may leave', async () => {
    const session = await parked(decliningCard);
    const { quote } = await find(session);
    await pay(session, quote);
    const other = await signedInMember(at, organization, 'ADMIN');
    await verify(at, spot, session, other);
    const answers = await Promise.all([
      takeCash(session, quote),
      takeCash(session, quote, other),
      takeCash(session, quote),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.body).toMatchObject({ outstanding_balance: 0, decline: null });
    expect(await cashOf(session)).toEqual([
      { source: 'by_hand', gross: 1080, tax: 80, processing_fee: 0 },
    ]);
    expect(await takenFor(session)).toEqual(nothing);
    expect(await audited(session)).toMatchObject([
      { act: 'add', after: { amount: 1080, tax: 80, reason: 'Paid in cash' } },
    ]);
    at.clock.forward(15 * minuteMs);
    expect((await checkOut(session)).body.status).toBe('ended');
  });

  test('cash and a card at once are one payment', async () => {
    for (let round = 0; round < 5; round++) {
      const session = await parked('4242424242424242');
      const { quote } = await find(session);
      const [byCash, byCard] = await Promise.all([takeCash(session, quote), pay(session, quote)]);
      expect(byCash.status + byCard.status).toBe(200 + 409);
      const { entered } = await takenFor(session);
      expect(entered.length + (await cashOf(session)).length).toBe(1);
    }
  });

  test('cash is refused while a card is charged or its bank waits, without the code, and for another balance', async () => {
    const session = await parked('4242424242424242');
    const { quote } = await find(session);
    const stranger = await signedInMember(at, organization, 'VALET');
    expect((await takeCash(session, quote, stranger)).error.detail).toBe(valetMessages.enterCode);
    const wrong = { ...quote, balance: 1 as Cents };
    expect((await takeCash(session, wrong)).error.detail).toBe(valetMessages.balanceChanged);
    processor.faults.push('answer lost');
    await pay(session, quote);
    expect((await takeCash(session, quote)).error.detail).toBe(valetMessages.payingNow);
    expect((await release(session)).error.detail).toBe(valetMessages.payingNow);
    await sweep();
    expect((await takeCash(session, quote)).error.detail).toBe(valetMessages.balanceChanged);
    expect(await takenFor(session)).toEqual(once(1080));
    const confirming = await parked(confirmingCard);
    await pay(confirming, (await find(confirming)).quote);
    const refused = await takeCash(confirming, (await find(confirming)).quote);
    expect(refused.error.detail).toBe(valetMessages.confirmPayment);
  });
});

test('a release by two people at once forgives the balance once and lets both check the car out without its code', async () => {
  const session = await makeValetSession(at, spot, { since });
  const admin = await signedInMember(at, organization, 'ADMIN');
  expect((await checkOut(session, employee)).error.detail).toBe(valetMessages.enterCode);
  const answers = await Promise.all([release(session), release(session, admin), release(session)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await takenFor(session)).toEqual(nothing);
  expect(await cashOf(session)).toEqual([]);
  const entries = await audited(session);
  expect(entries).toHaveLength(2);
  expect(entries).toMatchObject([
    { act: 'release', after: { amount: 1080, reason: 'Broken phone' } },
    { act: 'release', after: { amount: 0, reason: 'Broken phone' } },
  ]);
  expect((await release(session, valet)).status).toBe(403);
  expect((await checkOut(session, employee)).body.status).toBe('ended');
  expect((await release(session)).error.detail).toBe(valetMessages.ended);
});

test('another phone number gets a new code and link, and the old ones are dead', async () => {
  const session = await parked();
  const change = (phone: string) =>
    at.call(changeValetPhone, { ...toInput(session), body: { phone } }, valet);
  const queued = () => sql`
    select from graphile_worker.jobs where key = ${`send_valet_code:${session.pk}`}`;
  await sql`delete from graphile_worker._private_jobs`;
  expect((await change('12')).status).toBe(400);
  const answers = await Promise.all([change('6025550199'), change('6025550199')]);
  expect(answers.map(({ body }) => body.phone)).toEqual(['+16025550199', '+16025550199']);
  expect(await queued()).toHaveLength(1);
  const [row] = await sql<[{ code: string; link_number: number; renter_phone: string }]>`
    select v.code, link_number, renter_phone from valet_sessions v
    join rentals r on r.pk = v.rental_pk where v.pk = ${session.pk}`;
  expect(row).toMatchObject({ link_number: 1, renter_phone: '+16025550199' });
  expect(row.code).not.toBe(session.code);
  expect((await read(session)).status).toBe(404);
  const place = { organizationId: organization.pk, pk: session.pk, link: row.link_number };
  const link = valetLinks(at.secretBox).tokenOf(place);
  expect((await read({ ...session, link })).status).toBe(200);
  expect((await find({ ...session, code: row.code })).pk).toBe(session.pk);
  expect(await audited(session)).toMatchObject([{ act: 'change', after: { phone: '…99' } }]);
});

test('a car that its driver asked for is on its way once one person has said so, and others read who', async () => {
  const session = await parked();
  const fetch = (by = valet) => at.call(fetchValetCar, toInput(session), by);
  expect((await fetch()).error.detail).toBe(valetMessages.notRequested);
  expect((await at.call(requestCar, byLink(session))).body.is_fetched).toBe(false);
  const { body } = await fetch();
  expect(body.fetching).toEqual({ by: expect.any(String) as string, since: at.clock() });
  expect((await fetch()).status).toBe(200);
  expect((await fetch(employee)).error.detail).toBe(`${body.fetching?.by} is fetching it.`);
  expect((await read(session)).body.is_fetched).toBe(true);
});

test('the driver is texted a receipt, which the link shows for thirty days after the car left', async () => {
  const session = await parked('4242424242424242');
  expect((await read(session)).body.receipt).toBeNull();
  await pay(session, (await find(session)).quote);
  expect(await sendTexts(session)).toEqual([
    `You paid $10.80 at Roosevelt Garage. Your receipt, for 30 days: https://lots.example/car/${session.link}`,
  ]);
  const paid = { paid_at: at.clock(), amount: 1080, tax: 80, by: 'card', last_four: '4242' };
  await checkOut(session);
  at.clock.forward(30 * dayMs);
  expect((await read(session)).body).toMatchObject({
    status: 'ended',
    operator: 'Desert Parking',
    receipt: { timezone: 'America/Phoenix', checked_in_at: since, payments: [paid] },
  });
  expect((await at.call(requestCar, byLink(session))).status).toBe(404);
  at.clock.forward(1);
  expect((await read(session)).error.detail).toBe(valetMessages.deadLink);
});

test('each payment of a stay has a text of its own', async () => {
  const session = await parked('4242424242424242');
  await pay(session, (await find(session)).quote);
  at.clock.forward(dayMs);
  await pay(session, (await find(session)).quote);
  const texts = await sendTexts(session);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain('You paid $10.80');
  expect(texts[1]).not.toContain('You paid $10.80');
});

test('each declined card of a stay has a text of its own', async () => {
  const session = await parked(decliningCard);
  await pay(session, (await find(session)).quote);
  await sendTexts(session);
  await giveCard(at, spot, session, decliningCard);
  at.clock.forward(minuteMs);
  await pay(session, (await find(session)).quote);
  expect(await sendTexts(session)).toHaveLength(2);
});
