import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, hourMs } from '@lotkeeper/contract/kernel/durations';
import { cents } from '@lotkeeper/contract/kernel/money';
import { duePeriod, payoutWaitsFor } from '@lotkeeper/contract/money/payouts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Database, Tx } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, enqueueOnce, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { tellOrganization } from '../../../kernel/http/newest-change.ts';
import type { PaymentProcessor, ProcessorEvent } from '../../../processor/processor.ts';
import { recordPayouts } from '../../../records/money/entries.ts';
import type {
  ClaimedOrder,
  OrderOutcome,
  Writer,
} from '../../../records/money/processor-orders.ts';
import { openWriter } from '../../../records/money/processor-orders.ts';
import { openRecorder } from '../../../records/recorder.ts';
import { queueMatching } from '../bank/public.ts';
import { bankChangeJob, makeBankChangeMailer } from './bank-change-mail.ts';
import type { LastAttempt, PayingAccount, PayoutOrder } from './payout-orders.queries.ts';
import {
  findSentOrder,
  listPaidSince,
  listPayable,
  lockAccount,
  markArrived,
  noteOrder,
  payoutOrders,
  readLastAttempt,
  readPayoutZone,
  readUnpaid,
} from './payout-orders.queries.ts';
import { refreshAccount } from './payout-requirements.ts';

interface Deps {
  database: Database;
  clock: Clock;
  processor: PaymentProcessor;
}

/** How long a bank may take to return a payout; Stripe says five business days. */
const returnMs = 10 * dayMs;

const source = 'payout';

/** The result of a run: an order was created, or why not. */
export type PayoutDecision =
  | 'ordered'
  | 'bank_account'
  | 'hold'
  | 'requirements'
  | 'paid'
  | 'failed'
  | 'nothing';

/** Every hour: queues the organizations that may be due a payout. */
export const payoutSweep = defineJob('sweep_payouts', { every: hourMs });
/** Pays an organization what is due, and checks whether an earlier payout was returned. */
export const payoutJob = defineJob<{ organization_id: number }>('pay_organization');

/** Queues every organization that can be paid. */
export function makePayoutSweeper({ database, clock, processor }: Deps) {
  return async () => {
    await database.system.begin(async (tx) => {
      for (const { organization_id } of await listPayable(tx, processor.name)) {
        await enqueueOnce(
          tx,
          payoutJob,
          { organization_id },
          { key: `pay ${organization_id}`, runAt: clock() },
        );
      }
    });
  };
}

/** Pays an organization what is due, after what an earlier run left unsettled. */
export function makePayer(deps: Deps) {
  return async ({ organization_id: id }: { organization_id: number }): Promise<PayoutDecision> => {
    const { system } = deps.database;
    const given = { ...deps, sql: system };
    await payoutOrders.sweepOrders(given, (writer, order) => send(deps, writer, order), id);
    await refreshAccount(deps, openWriter(system, id), { isStopped: true });
    const decision = await system.begin((tx) => decide(deps, tx, id));
    if (typeof decision === 'object') await send(deps, openWriter(system, id), decision);
    await takeBackFailed(deps, id);
    return typeof decision === 'object' ? 'ordered' : decision;
  };
}

/** Creates the order for the newest due period, unless there is an obstacle. */
async function decide(
  { clock, processor }: Deps,
  tx: Tx,
  organizationId: number,
): Promise<PayoutDecision | ClaimedOrder<PayoutOrder>> {
  const now = clock();
  const account = await lockAccount(tx, organizationId, processor.name);
  if (!account?.account_ref || !account.bank_ref) return 'bank_account';
  const waits = payoutWaitsFor({ ...account, bank_account: account }, now);
  if (waits) return waits;
  const within = { tx, organizationId };
  if (await payoutOrders.findUnsettled(within, organizationId)) return 'ordered';
  const period = duePeriod(account.payout_schedule, now);
  const last = await readLastAttempt(tx, organizationId, period.name);
  if (last && !mayTryAgain(last, account)) return last.state === 'paid' ? 'paid' : 'failed';
  const amount = await readUnpaid(tx, organizationId, period.until);
  if (amount <= 0) return 'nothing';
  const attempt = (last?.attempt ?? 0) + 1;
  const name = `${account.uuid}-${period.name}`;
  const order = {
    external_id: attempt === 1 ? name : `${name}-${attempt}`,
    period: period.name,
    attempt,
    amount,
    statement_descriptor: `LOTKEEPER ${period.name}`,
    processor: processor.name,
    account_ref: account.account_ref,
    bank_ref: account.bank_ref,
  };
  return payoutOrders.insertOrder(within, order, now);
}

/** A failed payout is sent again once there is another bank account; otherwise it becomes part of the next period's. */
const mayTryAgain = (last: LastAttempt, { bank_changed_at }: PayingAccount) =>
  last.state === 'failed' && (bank_changed_at ?? 0) > (last.settled_at ?? 0);

/** Sends a claimed order, and settles it by the answer. */
function send(deps: Deps, writer: Writer, order: ClaimedOrder<PayoutOrder>) {
  const { external_id: key, ...rest } = order;
  return payoutOrders.sendOrder(writer, order, {
    ask: () => deps.processor.pay({ key, ...rest }),
    settle: (outcome) => settle(deps, writer.organizationId, order, outcome),
  });
}

/** Records how an order ended, together with its ledger entries: a failed one was sent and came back. */
async function settle(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  organizationId: number,
  order: PayoutOrder,
  outcome: OrderOutcome,
) {
  await database.system.begin(async (tx) => {
    const now = clock();
    if (!(await payoutOrders.settleOrder({ tx, organizationId }, order, outcome, now))) return;
    const isSent = order.state === 'sending';
    const isBack = outcome.state === 'failed';
    await record(tx, organizationId, order, { now, isSent, isBack });
  });
}

/** The ledger entries of an order: that it was sent, that it was returned, or both. */
async function record(
  tx: Tx,
  organizationId: number,
  order: PayoutOrder,
  options: { now: Instant; isSent: boolean; isBack: boolean },
) {
  const recorder = await openRecorder(tx, organizationId);
  const zone = await readPayoutZone(tx, organizationId);
  const entry = {
    source,
    external_id: order.external_id,
    paid_at: options.now,
    local_date: toLocalDate(options.now, zone),
    amount: order.amount,
    statement_descriptor: order.statement_descriptor,
  };
  const returnEntry = {
    ...entry,
    external_id: `${order.external_id}-back`,
    returns: order.external_id,
    amount: cents(-order.amount),
  };
  await recordPayouts(recorder, [
    ...(options.isSent ? [entry] : []),
    ...(options.isBack ? [returnEntry] : []),
  ]);
  await queueMatching(tx, organizationId, options.now);
}

/** Updates a payout that was sent: it arrived, or it was returned. Returns whether it was returned just now. */
async function followOrder(
  { database, clock, processor }: Deps,
  id: number,
  order: PayoutOrder,
): Promise<boolean> {
  const { account_ref, processor_ref } = order;
  const reference = { account_ref, processor_ref: processor_ref ?? '' };
  const { hasArrived, failure: reason } = await processor.readPayout(reference);
  if (hasArrived) await markArrived(database.system, id, { pk: order.pk, now: clock() });
  if (reason === null || order.state !== 'paid') return false;
  await settle({ database, clock }, id, order, { state: 'failed', reason });
  return true;
}

/** Checks the payouts of the last days: a paid one may still be returned. */
async function takeBackFailed(deps: Deps, id: number): Promise<void> {
  const paid = { processor: deps.processor.name, since: instant(deps.clock() - returnMs) };
  for (const order of await listPaidSince(deps.database.system, id, paid)) {
    await followOrder(deps, id, order);
  }
}

const reversedNote = 'Its transfer was reversed at Stripe. Check the connected account there.';

/** Handles an event of a payout or of its transfer, however long ago it was sent. */
export function makePayoutFollower(deps: Deps & { publish: Publish }) {
  const { system } = deps.database;
  return async (event: ProcessorEvent): Promise<string | null> => {
    const { account_ref: accountRef, object_ref: ref, subject } = event;
    if (accountRef === null) return 'The payout is the platform’s own.';
    const found = await findSentOrder(system, { processor: deps.processor.name, accountRef, ref });
    if (!found) return 'unknown';
    const { organization_id: id, ...order } = found;
    const cameBack = await followOrder(deps, id, order);
    // We reverse the transfer of a returned payout ourselves. Otherwise the bank has the money, and somebody took it
    // out of the organization's account at Stripe.
    const isTakenOut = subject === 'transfer' && order.state === 'paid' && !cameBack;
    if (isTakenOut) await noteOrder(system, id, { pk: order.pk, note: reversedNote });
    await tellOrganization(system, deps.publish, id);
    return null;
  };
}

/** The job that pays an organization, and updates its pages. */
function makeOrganizationPayer(deps: Deps & { publish: Publish }): JobHandler<typeof payoutJob> {
  const pay = makePayer(deps);
  return async (payload) => {
    if ((await pay(payload)) !== 'ordered') return;
    await tellOrganization(deps.database.system, deps.publish, payload.organization_id);
  };
}

export const payoutsJobs = [
  handleJob(payoutSweep, makePayoutSweeper),
  handleJob(payoutJob, makeOrganizationPayer),
  handleJob(bankChangeJob, makeBankChangeMailer),
];
