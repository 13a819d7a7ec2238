import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { DisputeState } from '@lotkeeper/contract/money/disputes';
import { receiveStripeEvent } from '@lotkeeper/contract/money/processor';
import fc from 'fast-check';
import { Stripe } from 'stripe';
import { afterEach, expect, test } from 'vitest';
import type { ProcessorEvent } from '../../../processor/processor.ts';
import { listDisagreements } from '../../../records/money/ledger.ts';
import { keepEvent } from '../../../records/money/processor-events.ts';
import { changeValetSession, onFile } from '../../../records/operations/valet-sessions.ts';
import type { TestCharge } from '../../../testing/charges.factory.ts';
import { makeCharge } from '../../../testing/charges.factory.ts';
import { faulty } from '../../../testing/payouts.factory.ts';
import { makeOrganization, signedInMember } from '../../../testing/people.factory.ts';
import type { TestSpot } from '../../../testing/spots.factory.ts';
import { makeSpot } from '../../../testing/spots.factory.ts';
import { openStripeServer, stripeList } from '../../../testing/stripe-server.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { testApp } from '../../../testing/test-app.ts';
import { makeChargeFollower, makeDisputeFollower } from './charge-events.ts';
import { makeEventHandler, makeEventSweeper } from './processor-events.jobs.ts';

const noon = '2026-06-15T19:00:00Z';
const unused = () => Promise.reject(new Error('not in these tests'));

async function open(processor?: Awaited<ReturnType<typeof openStripeServer>>['stripe']) {
  const settings = { STRIPE_WEBHOOK_SECRET: 'whsec_of_these_tests' };
  const at = await testApp({ now: noon, settings, ...(processor ? { processor } : {}) });
  const sql = at.database.system;
  const organization = await makeOrganization(sql);
  await sql`
    update organizations set tax_rate = 800, processing_rate = 290 where pk = ${organization.pk}`;
  const spot = await makeSpot(sql, { organization });
  const valet = await signedInMember(at, organization, 'VALET');
  const asked = processor ?? faulty(at.sandbox);
  const deps = { ...at, sql, processor: asked };
  const handle = makeEventHandler(deps, {
    account: unused,
    payout: unused,
    transfer: unused,
    charge: makeChargeFollower(deps),
    dispute: makeDisputeFollower(deps),
    payment: unused,
  });
  return { at, sql, organization, spot, valet, handle, processor: asked };
}

let at: TestApp;
let spot: TestSpot;

const world = await open();
({ at, spot } = world);

afterEach(async () => {
  at.clock.set(noon);
  expect(await listDisagreements(at.database.system)).toEqual([]);
});

const charge = () => makeCharge(at, spot, { valet: world.valet });

let nextName = 0;
const newName = (prefix: string) => `${prefix}_${++nextName}`;

/** The returns of a charge at the processor. */
async function refund(ref: string, amount: number, hasFailed = false): Promise<string> {
  const name = newName('re');
  await at.database.system`
    insert into processor.refunds (ref, key, charge_ref, amount, has_failed, created_at)
    values (${name}, ${name}, ${ref}, ${amount}, ${hasFailed}, ${at.clock()})`;
  return name;
}
const failRefund = (name: string) =>
  at.database.system`update processor.refunds set has_failed = true where ref = ${name}`;
async function dispute(ref: string, amount: number, state: DisputeState): Promise<string> {
  const name = newName('dp');
  await at.database.system`
    insert into processor.disputes (ref, charge_ref, amount, reason, state, created_at)
    values (${name}, ${ref}, ${amount}, 'fraudulent', ${state}, ${at.clock()})`;
  return name;
}
const decide = (name: string, state: DisputeState) =>
  at.database.system`update processor.disputes set state = ${state} where ref = ${name}`;

/** Receives an event; returns a function that handles it, to be called in any order. */
async function receive(subject: 'charge' | 'dispute', object_ref: string) {
  const id = newName('evt');
  const event: ProcessorEvent = {
    id,
    type: subject,
    subject,
    account_ref: null,
    object_ref,
    created_at: at.clock(),
  };
  await at.database.system.begin((tx) => keepEvent(tx, 'sandbox', event, at.clock()));
  return { id, handle: () => world.handle({ processor: 'sandbox', id }) };
}

const stateOf = async (id: string) => {
  const [row] = await at.database.system<{ state: string; reason: string | null }[]>`
    select state, reason from processor_events where id = ${id}`;
  return row;
};

/** A rental's ledger entries, besides its charge. */
const ledgerOf = ({ rental }: TestCharge) =>
  at.database.system<{ external_id: string; kind: string; amount: number; tax: number }[]>`
    select l.external_id, l.kind, l.gross + l.refund as amount, l.tax from ledger_entries l
    join rentals r on r.pk = l.rental_pk where r.uuid = ${rental}
      and l.external_id ~ '^(re|dp)_' order by l.pk`;
const sumOf = async ({ rental }: TestCharge) => {
  const [row] = await at.database.system<{ left: number; tax: number; fee: number }[]>`
    select sum(l.gross - l.refund)::int as left, sum(l.tax)::int as tax,
      sum(l.processing_fee)::int as fee
    from ledger_entries l join rentals r on r.pk = l.rental_pk where r.uuid = ${rental}`;
  return row;
};

/** All permutations of some items. */
function* permute<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of permute(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

// $10.80 with $0.80 tax: $2.70 back includes 0.20 of it, and the $8.10 that are lost the other 0.60.
test('a refund and a lost dispute are recorded once each, whatever the order of their events, each received twice', async () => {
  for (const order of permute(['charge', 'charge', 'dispute', 'dispute'] as const)) {
    const one = await charge();
    const back = await refund(one.ref, 270);
    const lost = await dispute(one.ref, 810, 'lost');
    const events = [];
    for (const subject of order) {
      events.push(await receive(subject, subject === 'charge' ? one.ref : lost));
    }
    for (const event of [...events, ...events]) await event.handle();
    expect((await ledgerOf(one)).toSorted((a, b) => a.amount - b.amount)).toEqual([
      { external_id: back, kind: 'refund', amount: 270, tax: -20 },
      { external_id: lost, kind: 'refund', amount: 810, tax: -60 },
    ]);
    expect(await sumOf(one)).toEqual({ left: 0, tax: 0, fee: 31 });
  }
});

test('a refund that fails later and a lost dispute that is won after all are reversed, each once', async () => {
  const one = await charge();
  const back = await refund(one.ref, 270);
  const lost = await dispute(one.ref, 810, 'needs_response');
  const follow = async () => {
    await (await receive('dispute', lost)).handle();
    await (await receive('charge', one.ref)).handle();
  };
  await follow();
  expect(await sumOf(one)).toEqual({ left: 810, tax: 60, fee: 31 });
  await decide(lost, 'lost');
  await follow();
  expect(await sumOf(one)).toEqual({ left: 0, tax: 0, fee: 31 });
  await failRefund(back);
  await decide(lost, 'won');
  await follow();
  await follow();
  expect(await sumOf(one)).toEqual({ left: 1080, tax: 80, fee: 31 });
  expect((await ledgerOf(one)).map(({ external_id, kind }) => [external_id, kind])).toEqual([
    [back, 'refund'],
    [lost, 'refund'],
    [`${lost}-back`, 'charge'],
    [`${back}-back`, 'charge'],
  ]);
});

test('a dispute that is lost, won and lost again ends lost, and each time is recorded once', async () => {
  const one = await charge();
  const name = await dispute(one.ref, 1080, 'lost');
  for (const state of ['lost', 'won', 'lost', 'won', 'lost'] as const) {
    await decide(name, state);
    at.clock.forward(dayMs);
    for (const _ of [1, 2]) await (await receive('dispute', name)).handle();
    const left = state === 'lost' ? 0 : 1080;
    expect(await sumOf(one)).toEqual({ left, tax: state === 'lost' ? 0 : 80, fee: 31 });
  }
  expect(await ledgerOf(one)).toEqual([
    { external_id: name, kind: 'refund', amount: 1080, tax: -80 },
    { external_id: `${name}-back`, kind: 'charge', amount: 1080, tax: 80 },
    { external_id: `${name}-2`, kind: 'refund', amount: 1080, tax: -80 },
    { external_id: `${name}-2-back`, kind: 'charge', amount: 1080, tax: 80 },
    { external_id: `${name}-3`, kind: 'refund', amount: 1080, tax: -80 },
  ]);
  const [kept] = await at.database.system`select state from disputes where ref = ${name}`;
  expect(kept).toEqual({ state: 'lost' });
});

test('whatever happens at the processor, and whenever events are handled, the ledger ends up matching it', async () => {
  const step = fc.constantFrom('refund', 'fail', 'dispute', 'lose', 'win', 'handle', 'handle');
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 10 }),
      fc.infiniteStream(fc.nat()),
      async (steps, random) => {
        const one = await charge();
        const refunds: { name: string; failed: boolean }[] = [];
        let disputed: { name: string; state: DisputeState } | undefined;
        const waiting: Awaited<ReturnType<typeof receive>>[] = [];
        const pick = () => random.next().value as number;
        for (const what of steps) {
          if (what === 'refund' && refunds.length < 2) {
            refunds.push({ name: await refund(one.ref, 135), failed: false });
          }
          const [first] = refunds;
          if (what === 'fail' && first && !first.failed) {
            first.failed = true;
            await failRefund(first.name);
          }
          if (what === 'dispute' && !disputed) {
            disputed = {
              name: await dispute(one.ref, 810, 'under_review'),
              state: 'under_review',
            };
          }
          if (disputed && what === 'lose') disputed.state = 'lost';
          if (disputed && what === 'win') disputed.state = 'won';
          if (disputed) await decide(disputed.name, disputed.state);
          if (disputed) waiting.push(await receive('dispute', disputed.name));
          waiting.push(await receive('charge', one.ref));
          if (what === 'handle') await waiting[pick() % waiting.length]?.handle();
        }
        const inOrder = waiting.toSorted(() => (pick() % 2 === 0 ? 1 : -1));
        for (const event of inOrder) await event.handle();
        const given =
          135 * refunds.filter(({ failed }) => !failed).length +
          (disputed?.state === 'lost' ? 810 : 0);
        // 8 % on top of the price: 80 of 1080, in each part as in the whole.
        expect(await sumOf(one)).toEqual({
          left: 1080 - given,
          tax: 80 - (given * 80) / 1080,
          fee: 31,
        });
      },
    ),
    { numRuns: 25 },
  );
});

test('events that are handled at the same time record a refund once', async () => {
  const one = await charge();
  await refund(one.ref, 1080);
  const events = await Promise.all([1, 2, 3].map(() => receive('charge', one.ref)));
  await Promise.all(events.map((event) => event.handle()));
  expect(await sumOf(one)).toEqual({ left: 0, tax: 0, fee: 31 });
});

test('a dispute is stored as the processor last had it, with when its end was first known', async () => {
  const one = await charge();
  const name = await dispute(one.ref, 1080, 'needs_response');
  const kept = async () => {
    const [row] = await at.database.system`
        select state, amount, reason, closed_at from disputes where ref = ${name}`;
    return row;
  };
  await (await receive('dispute', name)).handle();
  const opened = { amount: 1080, reason: 'fraudulent' };
  expect(await kept()).toEqual({ ...opened, state: 'needs_response', closed_at: null });
  await decide(name, 'won');
  const late = await receive('dispute', name);
  const end = at.clock();
  await (await receive('dispute', name)).handle();
  at.clock.forward(dayMs);
  await late.handle();
  expect(await kept()).toEqual({ ...opened, state: 'won', closed_at: end });
  expect(await ledgerOf(one)).toEqual([]);
});

test('an event of an unknown charge is tried again for a day and then ignored', async () => {
  const { id, handle } = await receive('charge', 'charge_of_others');
  await handle();
  expect(await stateOf(id)).toEqual({ state: 'waiting', reason: null });
  at.clock.forward(dayMs);
  await handle();
  expect((await stateOf(id))?.state).toBe('ignored');
});

test('an event that cannot be checked at the processor waits, and the sweep queues it when its pause is over', async () => {
  const one = await charge();
  await refund(one.ref, 1080);
  const { id, handle } = await receive('charge', one.ref);
  const { faults } = world.processor as ReturnType<typeof faulty>;
  faults.push('unheard');
  await handle();
  expect(await stateOf(id)).toEqual({ state: 'waiting', reason: null });
  const sql = at.database.system;
  const jobs = async () => {
    const rows = await sql`
        select 1 from graphile_worker.jobs where key = ${`event sandbox ${id}`}`;
    return rows.length;
  };
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`;
  const sweep = makeEventSweeper({ sql, clock: at.clock, processor: at.sandbox, sandbox: null });
  await sweep();
  expect(await jobs()).toBe(0);
  at.clock.forward(60_000);
  await sweep();
  expect(await jobs()).toBe(1);
  await handle();
  expect(await stateOf(id)).toEqual({ state: 'handled', reason: null });
  expect(await sumOf(one)).toEqual({ left: 0, tax: 0, fee: 31 });
});

test('a refund larger than what was paid for the rental is not recorded, and the event states the reason', async () => {
  const one = await charge();
  const name = await refund(one.ref, 1081);
  const { id, handle } = await receive('charge', one.ref);
  await handle();
  expect(await stateOf(id)).toEqual({
    state: 'ignored',
    reason: `${name}: This is more than was paid for the rental.`,
  });
  expect(await ledgerOf(one)).toEqual([]);
});

test('handled events are deleted after 90 days', async () => {
  const { id, handle } = await receive('charge', (await charge()).ref);
  await handle();
  const { sql } = world;
  const sweep = makeEventSweeper({ sql, clock: at.clock, processor: at.sandbox, sandbox: null });
  at.clock.forward(90 * dayMs);
  await sweep();
  expect((await stateOf(id))?.state).toBe('handled');
  at.clock.forward(1);
  await sweep();
  expect(await stateOf(id)).toBeUndefined();
});

test('a refund made at Stripe reaches the ledger of the rental by webhook', async () => {
  const server = await openStripeServer();
  const paid = { object: 'payment_intent', id: 'pi_1', status: 'succeeded', metadata: {} };
  server.reset({
    'POST /v1/payment_intents': [{ body: paid }],
    'GET /v1/refunds': [
      stripeList({
        object: 'refund',
        id: 're_1',
        amount: 540,
        created: 1781550100,
        status: 'succeeded',
      }),
    ],
  });
  const { at, sql, organization, spot, valet, handle } = await open(server.stripe);
  const card = { customer_ref: 'cus_1', card_ref: 'pm_1', brand: 'visa', last_four: '4242' };
  const one = await makeCharge(at, spot, {
    valet,
    card: ({ pk }) =>
      sql.begin((tx) =>
        changeValetSession({ tx, organizationId: organization.pk }, pk, onFile('stripe', card)),
      ),
  });
  expect(one.ref).toBe('pi_1');
  const payload = JSON.stringify({
    id: 'evt_1',
    type: 'charge.refunded',
    created: 1781550000,
    livemode: false,
    data: { object: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' } },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: 'whsec_of_these_tests',
    timestamp: Math.floor(at.clock() / 1000),
  });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const { path: url } = receiveStripeEvent;
  expect((await at.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
  await handle({ processor: 'stripe', id: 'evt_1' });
  const [entry] = await sql`
    select l.kind, l.refund, l.tax, l.source, r.uuid from ledger_entries l
    join rentals r on r.pk = l.rental_pk where l.external_id = 're_1'`;
  expect(entry).toEqual({
    kind: 'refund',
    refund: 540,
    tax: -40,
    source: 'valet',
    uuid: one.rental,
  });
  const list = server.requests.find(({ call }) => call === 'GET /v1/refunds');
  expect(list?.query.get('payment_intent')).toBe('pi_1');
});
