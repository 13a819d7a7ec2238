import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, minuteMs } from '@lotkeeper/contract/kernel/durations';
import { newToken } from '../kernel/access/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { SqlPool, Tx } from '../kernel/data/database.ts';
import { keepEvent } from '../records/money/processor-events.ts';
import type { ProcessorEvent } from './processor.ts';

/** First reports come after a minute and later changes after ten, so that both can be observed. */
const soonMs = minuteMs;
const laterMs = 10 * minuteMs;
/** How long a bank accepts a response to a dispute. */
const answerMs = 7 * dayMs;

type Report = Pick<ProcessorEvent, 'type' | 'subject' | 'object_ref'> & { account_ref?: string };

async function report(tx: Tx, now: Instant, reports: readonly Report[]): Promise<void> {
  for (const { account_ref = null, ...event } of reports) {
    const id = `event_${newToken()}`;
    await keepEvent(tx, 'sandbox', { id, account_ref, created_at: now, ...event }, now);
  }
}

/** Payouts arrive, except those to an unknown account, which are returned. Older ones are done. */
async function movePayouts(tx: Tx, now: Instant): Promise<Report[]> {
  const arrived = await tx<{ ref: string; account_ref: string }[]>`
    update processor.payouts p set reported_at = ${now} from processor.banks b
    where b.ref = p.bank_ref and p.reported_at is null and p.created_at <= ${instant(now - soonMs)}
      and p.created_at > ${instant(now - dayMs)}
    returning p.ref, b.account_ref`;
  const returned = await tx<{ ref: string; account_ref: string }[]>`
    update processor.payouts p set failure = 'The bank does not know this account.'
    from processor.banks b
    where b.ref = p.bank_ref and b.behavior = 'sends back' and p.failure is null
      and p.created_at <= ${instant(now - laterMs)}
    returning p.ref, b.account_ref`;
  const toReport = (type: string) => (payout: { ref: string; account_ref: string }) =>
    ({ type, subject: 'payout', object_ref: payout.ref, account_ref: payout.account_ref }) as const;
  return [...arrived.map(toReport('payout.paid')), ...returned.map(toReport('payout.failed'))];
}

/** Charges of certain cards are disputed, and later the disputes end. */
async function moveDisputes(tx: Tx, now: Instant): Promise<Report[]> {
  const charges = await tx<{ ref: string; amount: number; behavior: string }[]>`
    select c.ref, c.amount, k.behavior from processor.charges c
    join processor.cards k on k.ref = c.card_ref and k.behavior in ('disputes', 'inquires')
    where c.created_at <= ${instant(now - soonMs)}
      and not exists (select from processor.disputes d where d.charge_ref = c.ref)
    order by c.created_at, c.ref limit 100`;
  const newDisputes: string[] = [];
  for (const { ref: charge_ref, amount, behavior } of charges) {
    const isInquiry = behavior === 'inquires';
    const row = {
      ref: `dispute_${newToken()}`,
      charge_ref,
      amount,
      reason: isInquiry ? 'general' : 'fraudulent',
      state: isInquiry ? 'inquiry' : 'needs_response',
      created_at: now,
      respond_by: now + answerMs,
    };
    await tx`insert into processor.disputes ${tx.values(row)}`;
    newDisputes.push(row.ref);
  }
  const ended = await tx<{ ref: string }[]>`
    update processor.disputes set state = case state when 'inquiry' then 'closed' else 'lost' end
    where state in ('inquiry', 'needs_response') and created_at <= ${instant(now - laterMs)}
    returning ref`;
  const toReport = (type: string, object_ref: string) =>
    ({ type, subject: 'dispute', object_ref }) as const;
  return [
    ...newDisputes.map((ref) => toReport('charge.dispute.created', ref)),
    ...ended.map(({ ref }) => toReport('charge.dispute.closed', ref)),
  ];
}

/** Refunds to certain cards are returned. */
async function moveRefunds(tx: Tx, now: Instant): Promise<Report[]> {
  const failed = await tx<{ charge_ref: string }[]>`
    update processor.refunds r set has_failed = true
    from processor.charges c join processor.cards k on k.ref = c.card_ref
    where c.ref = r.charge_ref and k.behavior = 'refuses refunds' and not r.has_failed
      and r.created_at <= ${instant(now - soonMs)}
    returning r.charge_ref`;
  return failed.map(({ charge_ref }) => ({
    type: 'refund.failed',
    subject: 'charge',
    object_ref: charge_ref,
  }));
}

/** Simulates what happens at a processor by itself, and reports it with the same events as Stripe. */
export async function advanceSandbox({
  sql,
  clock,
}: {
  sql: SqlPool;
  clock: Clock;
}): Promise<void> {
  const now = clock();
  for (const move of [movePayouts, moveDisputes, moveRefunds]) {
    await sql.begin(async (tx) => report(tx, now, await move(tx, now)));
  }
}
