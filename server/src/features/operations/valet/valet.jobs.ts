import { createHash } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import { driverPagePath, valetRules } from '@lotkeeper/contract/operations/valet';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Fragment, Sql, SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { valetCodeJob } from '../../../records/operations/valet-sessions.ts';
import type { ValetLinks } from './valet-links.ts';
import { confirmationJob, declineJob, receiptJob, valetOrders } from './valet-orders.queries.ts';
import { makeValetRinger, ringJob } from './valet-rings.ts';

interface PendingCode {
  uuid: string;
  code: string;
  phone: string;
  link_number: number;
  lot: string;
}

/** The text with a code; its key is the same for each retry, and different for each text. */
function composeMessage(to: PendingCode, link: string, askedAt: number): Message {
  const name = createHash('sha256').update(`valet ${to.uuid} ${askedAt}`).digest('hex');
  return {
    medium: 'sms',
    to: to.phone,
    subject: 'Your valet code',
    text: `Your valet code at ${to.lot} is ${to.code}. Manage rental and ask for your car: ${link}`,
    key: `valet-${name.slice(0, 32)}`,
  };
}

/** The job of a valet code: texts it with the driver's link, while the session is active. */
export function makeValetCodeSender(deps: {
  openJobScope: (organizationId: number) => JobScope;
  links: ValetLinks;
  messenger: Messenger;
  publicUrl: () => string;
}): JobHandler<typeof valetCodeJob> {
  return async ({ organization_id: organizationId, session_pk: pk, asked_at }) => {
    const [to] = await deps.openJobScope(organizationId).read<PendingCode[]>(
      (sql) => sql`
        select v.uuid, v.code, v.phone, v.link_number, s.name as lot from valet_sessions v
        join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
        where v.organization_id = ${organizationId} and v.pk = ${pk} and v.status <> 'ended'`,
    );
    if (!to) return;
    const page = driverPagePath(deps.links.tokenOf({ organizationId, pk, link: to.link_number }));
    await deps.messenger.send(composeMessage(to, `${deps.publicUrl()}${page}`, asked_at));
  };
}

interface TextedOrder {
  session_pk: number;
  link_number: number;
  key: string;
  amount: Cents;
  phone: string;
  lot: string;
  card_brand: string | null;
  card_last_four: string | null;
}

/** What a text about a payment says, and the condition for sending it, of order `o` of session `v`. */
interface OrderText {
  name: string;
  subject: string;
  write: (order: TextedOrder, link: string) => string;
  condition: (sql: Sql, now: Instant) => Fragment;
}

/** A job that texts a driver about a payment, with their link, while it helps. */
const makeOrderTexts =
  ({ name, subject, write, condition }: OrderText) =>
  (deps: {
    openJobScope: (organizationId: number) => JobScope;
    clock: Clock;
    links: ValetLinks;
    messenger: Messenger;
    publicUrl: () => string;
  }): JobHandler<typeof confirmationJob> =>
  async ({ organization_id: organizationId, order_pk }) => {
    const [to] = await deps.openJobScope(organizationId).read<TextedOrder[]>(
      (sql) => sql`
        select o.session_pk, o.key, o.amount, v.phone, v.link_number, v.card_brand, v.card_last_four,
          s.name as lot
        from valet_orders o
        join valet_sessions v on v.organization_id = o.organization_id and v.pk = o.session_pk
        join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
        where o.organization_id = ${organizationId} and o.pk = ${order_pk} and v.phone <> ''
          and ${condition(sql, deps.clock())}`,
    );
    if (!to) return;
    const driverLink = { organizationId, pk: to.session_pk, link: to.link_number };
    const link = `${deps.publicUrl()}${driverPagePath(deps.links.tokenOf(driverLink))}`;
    const key = createHash('sha256').update(`valet ${name} ${to.key}`).digest('hex');
    await deps.messenger.send({
      medium: 'sms',
      to: to.phone,
      subject,
      text: write(to, link),
      key: `valet-${key.slice(0, 32)}`,
    });
  };

export const makeValetConfirmationSender = makeOrderTexts({
  name: 'payment',
  subject: 'Confirm your payment',
  write: ({ amount, lot }, link) =>
    `Your bank wants you to confirm your payment of ${dollarsText(amount)} at ${lot}. Confirm it within ${valetRules.confirmMinutes} minutes: ${link}`,
  condition: (sql, now) => sql`o.state = 'sending' and o.confirm_by > ${now}`,
});

/** Each try of a card makes an order: the driver is texted about the first of them. */
export const makeValetDeclineSender = makeOrderTexts({
  name: 'decline',
  subject: 'Your card was declined',
  write: ({ amount, lot, card_brand, card_last_four: lastFour }, link) =>
    `${card_brand && lastFour ? `Your ${card_brand} ending in ${lastFour}` : 'Your card'} was declined for ${dollarsText(amount)} at ${lot}. Nothing was charged. Use another card, or pay in cash at the stand: ${link}`,
  condition: (sql) => sql`
    o.state = 'failed' and v.status = 'active' and v.card_ref = o.card_ref and not exists (
      select from valet_orders before
      where before.organization_id = o.organization_id and before.session_pk = o.session_pk
        and before.card_ref = o.card_ref and before.state = 'failed' and before.pk < o.pk
        and before.settled_at > o.settled_at - make_interval(mins => ${valetRules.declineTextMinutes}))`,
});

export const makeValetReceiptSender = makeOrderTexts({
  name: 'receipt',
  subject: 'Your receipt',
  write: ({ amount, lot }, link) =>
    `You paid ${dollarsText(amount)} at ${lot}. Your receipt, for ${valetRules.receiptDays} days: ${link}`,
  condition: (sql) => sql`o.state = 'paid'`,
});

interface PaymentDeps {
  sql: SqlPool;
  clock: Clock;
  processor: PaymentProcessor;
  publish: Publish;
}

const makeNotifier =
  ({ publish }: PaymentDeps) =>
  (organizationId: number, pk: number) => {
    publish('server:newRecords', { organizationId, pk });
    publish('server:valet', { organizationId, pk });
  };

/** Handles an event of a payment that was to be confirmed, however often and late it arrives. */
export const makePaymentFollower = (deps: PaymentDeps) =>
  valetOrders.makeFollower(deps, makeNotifier(deps));

/** The job that completes payments whose outcome is unknown. */
export const makeValetOrderSweeper = (deps: PaymentDeps) =>
  valetOrders.makeSweeper(deps, makeNotifier(deps));

export const valetJobs = [
  handleJob(valetCodeJob, makeValetCodeSender),
  handleJob(confirmationJob, makeValetConfirmationSender),
  handleJob(declineJob, makeValetDeclineSender),
  handleJob(receiptJob, makeValetReceiptSender),
  handleJob(ringJob, makeValetRinger),
  handleJob(defineJob('sweep_valet_orders', { every: minuteMs }), makeValetOrderSweeper),
];
