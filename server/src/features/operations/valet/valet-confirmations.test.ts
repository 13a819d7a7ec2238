import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { confirmSandboxPayment } from '@lotkeeper/contract/money/processor';
import {
  checkDriverPayment,
  getDriverRequest,
  putCardOnFile,
  startPaymentConfirmation,
  valetMessages,
  valetRules,
} from '@lotkeeper/contract/operations/valet';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { scopeMaker } from '../../../kernel/access/scope.ts';
import type { Message } from '../../../kernel/messages/messages.ts';
import { confirmingCard } from '../../../processor/sandbox-cards.ts';
import { takeOnce } from '../../../testing/take-once.ts';
import type { TestValetSession } from '../../../testing/valet.factory.ts';
import { giveCard, goodCard, makeValetSession, verify } from '../../../testing/valet.factory.ts';
import { noon, nothing, once, openValetStand } from '../../../testing/valet-stand.ts';
import { makePaymentFollower, makeValetConfirmationSender } from './valet.jobs.ts';
import { valetLinks } from './valet-links.ts';

const since = fromIso('2026-06-15T17:30:00Z');
const sent: Message[] = [];

const { at, checkOut, deps, find, pay, processor, sandbox, spot, sweep, takenFor, valet } =
  await openValetStand();

beforeEach(() => {
  sent.length = 0;
});

/** A car that owes $10.80, with a card whose bank wants its holder to confirm each charge. */
async function parked(): Promise<TestValetSession> {
  const session = await makeValetSession(at, spot, { since });
  await giveCard(at, spot, session, confirmingCard);
  await verify(at, spot, session, valet);
  return session;
}

const byLink = ({ link }: TestValetSession) => ({ params: { token: link } });
const read = async (session: TestValetSession) =>
  (await at.call(getDriverRequest, byLink(session))).body;
const start = (session: TestValetSession) => at.call(startPaymentConfirmation, byLink(session));
const check = (session: TestValetSession) => at.call(checkDriverPayment, byLink(session));
const confirmAtBank = (client_secret: string) =>
  at.call(confirmSandboxPayment, { body: { client_secret } });

/** Requests a payment, which the driver then has to confirm, and returns the processor's id of it. */
async function askForPayment(session: TestValetSession): Promise<string> {
  const refused = await pay(session, (await find(session)).quote);
  expect([refused.status, refused.error.detail]).toEqual([409, valetMessages.confirmPayment]);
  const [order] = await at.database.system<[{ processor_ref: string }]>`
    select processor_ref from valet_orders where session_pk = ${session.pk} and state = 'sending'`;
  return order.processor_ref;
}

const confirm = async (session: TestValetSession) => {
  const { client_secret } = (await start(session)).body;
  expect((await confirmAtBank(client_secret)).status).toBe(200);
};

const report = (chargeRef: string) => makePaymentFollower(deps)({ object_ref: chargeRef });

/** Runs the job that was queued for an order. */
async function sendQueuedText(session: TestValetSession) {
  const sql = at.database.system;
  const [order] = await sql<[{ pk: number; organization_id: number }]>`
    select pk, organization_id from valet_orders where session_pk = ${session.pk} order by pk desc limit 1`;
  const key = `send_valet_confirmation:${order.organization_id}:${order.pk}`;
  const queued = await sql`select from graphile_worker.jobs where key = ${key}`;
  const links = valetLinks(at.secretBox);
  const messenger = { send: async (message: Message) => takeOnce(sent, message) };
  const parts = {
    openJobScope: scopeMaker(at.database).job,
    clock: at.clock,
    links,
    messenger,
    publicUrl: () => 'https://lots.example',
  };
  const payload = { organization_id: order.organization_id, order_pk: order.pk };
  await makeValetConfirmationSender(parts)(payload);
  return queued.length;
}

const paidOnce = once(1080);

describe('charges to be confirmed at the driver’s bank', () => {
  test('the driver is texted a link, confirms the payment there, and it is recorded', async () => {
    const session = await parked();
    await askForPayment(session);
    expect(await sendQueuedText(session)).toBe(1);
    expect(sent).toMatchObject([
      {
        medium: 'sms',
        to: session.phone,
        text: expect.stringContaining(`https://lots.example/car/${session.link}`) as string,
      },
    ]);
    expect(sent[0]?.text).toContain('$10.80 at Roosevelt Garage');
    const confirm_by = at.clock() + valetRules.confirmMinutes * minuteMs;
    expect((await read(session)).payment).toEqual({ amount: 1080, confirm_by });
    expect((await find(session)).payment).toEqual({
      amount: 1080,
      state: 'confirming',
      confirm_by,
    });
    expect((await checkOut(session)).error.detail).toBe(valetMessages.confirmPayment);
    expect(await takenFor(session)).toEqual(nothing);
    await confirm(session);
    at.told.length = 0;
    expect((await check(session)).body).toMatchObject({ payment: null, outstanding_balance: 0 });
    expect(at.told).toEqual([
      ['server:newRecords', spot.pk],
      ['server:valet', spot.pk],
    ]);
    expect((await find(session)).payment).toBeNull();
    expect(await takenFor(session)).toEqual(paidOnce);
  });

  test('the driver is texted once, and not after the payment is over', async () => {
    const session = await parked();
    const { quote } = await find(session);
    for (let press = 0; press < 3; press++) {
      expect((await pay(session, quote)).error.detail).toBe(valetMessages.confirmPayment);
    }
    expect(await sendQueuedText(session)).toBe(1);
    await confirm(session);
    await check(session);
    sent.length = 0;
    await sendQueuedText(session);
    expect(sent).toEqual([]);
  });

  test('when the stand presses again after the driver confirmed, the payment completes', async () => {
    const session = await parked();
    const { quote } = await find(session);
    await pay(session, quote);
    await confirm(session);
    expect((await pay(session, quote)).body).toMatchObject({
      outstanding_balance: 0,
      payment: null,
    });
    expect(await takenFor(session)).toEqual(paidOnce);
  });

  test('the sandbox reports a confirmed payment by an event, once', async () => {
    const session = await parked();
    const chargeRef = await askForPayment(session);
    const { client_secret } = (await start(session)).body;
    for (let n = 0; n < 2; n++) await confirmAtBank(client_secret);
    const events = await at.database.system`
      select type, subject from processor_events where object_ref = ${chargeRef}`;
    expect(events).toEqual([{ type: 'payment_intent.succeeded', subject: 'payment' }]);
    expect(await report(chargeRef)).toBeNull();
    expect(await takenFor(session)).toEqual(paidOnce);
  });

  test('a payment whose first answer was lost is found again, and only then the driver is texted', async () => {
    const session = await parked();
    processor.faults.push('answer lost');
    expect((await pay(session, (await find(session)).quote)).status).toBe(503);
    expect((await read(session)).payment).toBeNull();
    await sweep();
    expect((await read(session)).payment).toMatchObject({ amount: 1080 });
    expect(await sendQueuedText(session)).toBe(1);
    await confirm(session);
    await check(session);
    expect(await takenFor(session)).toEqual(paidOnce);
  });

  test('a processor that does not answer leaves the payment open, and it is recorded later', async () => {
    const session = await parked();
    await askForPayment(session);
    await confirm(session);
    processor.faults.push('unheard', 'answer lost');
    for (let n = 0; n < 2; n++) expect((await check(session)).status).toBe(503);
    expect((await check(session)).body.outstanding_balance).toBe(0);
    expect(await takenFor(session)).toEqual(paidOnce);
  });

  test('whatever arrives first or twice after the driver confirmed, the charge is recorded exactly once', async () => {
    const steps = fc.array(fc.constantFrom('driver', 'event', 'sweep', 'stand'), {
      minLength: 2,
      maxLength: 8,
    });
    const faults = fc.array(fc.constantFrom('unheard' as const, 'answer lost' as const), {
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(steps, faults, fc.boolean(), async (order, lines, atOnce) => {
        at.clock.set(noon);
        const session = await parked();
        const { quote } = await find(session);
        const chargeRef = await askForPayment(session);
        await confirm(session);
        processor.faults.push(...lines);
        const does = {
          driver: () => check(session),
          event: () => report(chargeRef),
          sweep: () => sweep(),
          stand: () => pay(session, quote),
        };
        const run = (step: (typeof order)[number]) => does[step]().catch(() => undefined);
        if (atOnce) await Promise.all(order.map(run));
        else for (const step of order) await run(step);
        processor.faults.length = 0;
        at.clock.forward(minuteMs);
        await sweep();
        expect(await takenFor(session)).toEqual(paidOnce);
      }),
      { numRuns: 25 },
    );
  });
});

describe('payments that are never confirmed', () => {
  test('a payment is canceled after 15 minutes, the stand shows it, and the same card can be charged again', async () => {
    const session = await parked();
    const chargeRef = await askForPayment(session);
    const { client_secret } = (await start(session)).body;
    at.clock.forward(valetRules.confirmMinutes * minuteMs);
    at.told.length = 0;
    await sweep();
    expect(at.told).toContainEqual(['server:valet', spot.pk]);
    const found = await find(session);
    expect(found.payment).toMatchObject({ amount: 1080, state: 'not_confirmed' });
    expect((await sandbox.readCharge(chargeRef)).state).toBe('canceled');
    expect((await confirmAtBank(client_secret)).status).toBe(409);
    expect((await start(session)).error.detail).toBe(valetMessages.nothingToConfirm);
    expect(await takenFor(session)).toEqual(nothing);
    await verify(at, spot, session, valet);
    expect((await pay(session, found.quote)).error.detail).toBe(valetMessages.confirmPayment);
    await confirm(session);
    await check(session);
    expect(await takenFor(session)).toEqual(once(found.quote.balance));
  });

  test('a payment that was confirmed in the last second is recorded, not canceled', async () => {
    const session = await parked();
    await askForPayment(session);
    await confirm(session);
    at.clock.forward(valetRules.confirmMinutes * minuteMs);
    await sweep();
    expect(await takenFor(session)).toEqual(paidOnce);
  });

  test('a payment that expires while the processor is down stays open until it is known to be canceled', async () => {
    const session = await parked();
    await askForPayment(session);
    at.clock.forward(valetRules.confirmMinutes * minuteMs);
    processor.faults.push('unheard');
    await sweep();
    expect((await find(session)).payment?.state).toBe('confirming');
    await sweep();
    expect((await find(session)).payment?.state).toBe('not_confirmed');
  });

  test('a driver who puts another card on file cancels the payment, and that card pays', async () => {
    const session = await parked();
    const chargeRef = await askForPayment(session);
    const { quote } = await find(session);
    const token = await sandbox.createCardToken(goodCard);
    const put = await at.call(putCardOnFile, { ...byLink(session), body: { token } });
    expect(put.body).toMatchObject({ payment: null, card: { last_four: '4242' } });
    expect((await sandbox.readCharge(chargeRef)).state).toBe('canceled');
    expect((await pay(session, quote)).error.detail).toBe(valetMessages.balanceChanged);
    at.clock.forward(1000);
    expect((await pay(session, (await find(session)).quote)).body.outstanding_balance).toBe(0);
    expect(await takenFor(session)).toEqual(paidOnce);
  });

  test('a payment that failed here but succeeded at the processor is recorded when that is reported', async () => {
    const session = await parked();
    const chargeRef = await askForPayment(session);
    await confirm(session);
    await at.database.system`
      update valet_orders set state = 'failed', reason = 'lost' where processor_ref = ${chargeRef}`;
    for (let n = 0; n < 2; n++) expect(await report(chargeRef)).toBeNull();
    expect(await takenFor(session)).toEqual(paidOnce);
  });
});

test('an event of an unknown payment waits', async () => {
  expect(await report('charge_of_somebody_else')).toBe('unknown');
});

test('a driver’s link cannot confirm a payment of another session', async () => {
  const session = await parked();
  const other = await parked();
  await askForPayment(session);
  expect((await start(other)).error.detail).toBe(valetMessages.nothingToConfirm);
  expect((await check(other)).body.payment).toBeNull();
  expect((await read(session)).payment).not.toBeNull();
});
