import { createHash } from 'node:crypto';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { dollarsText } from '@lotkeeper/contract/kernel/money';
import { driverPagePath, valetRules } from '@lotkeeper/contract/operations/valet';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, handleJob } from '../../../kernel/data/jobs.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type { Message, Messenger } from '../../../kernel/messages/messages.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { valetCodeJob } from '../../../records/valet-sessions.ts';
import type { ValetLinks } from './valet-links.ts';
import { confirmationJob, valetOrders } from './valet-orders.queries.ts';

interface PendingCode {
  uuid: string;
  code: string;
  phone: string;
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
        select v.uuid, v.code, v.phone, s.name as lot from valet_sessions v
        join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
        where v.organization_id = ${organizationId} and v.pk = ${pk} and v.status <> 'ended'`,
    );
    if (!to) return;
    const page = driverPagePath(deps.links.tokenOf({ organizationId, pk }));
    await deps.messenger.send(composeMessage(to, `${deps.publicUrl()}${page}`, asked_at));
  };
}

interface PendingConfirmation {
  session_pk: number;
  key: string;
  amount: Cents;
  phone: string;
  lot: string;
}

/** The job of a payment to be confirmed: texts the driver their link, while it helps. */
export function makeValetConfirmationSender(deps: {
  openJobScope: (organizationId: number) => JobScope;
  clock: Clock;
  links: ValetLinks;
  messenger: Messenger;
  publicUrl: () => string;
}): JobHandler<typeof confirmationJob> {
  return async ({ organization_id: organizationId, order_pk }) => {
    const [to] = await deps.openJobScope(organizationId).read<PendingConfirmation[]>(
      (sql) => sql`
        select o.session_pk, o.key, o.amount, v.phone, s.name as lot from valet_orders o
        join valet_sessions v on v.organization_id = o.organization_id and v.pk = o.session_pk
        join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
        where o.organization_id = ${organizationId} and o.pk = ${order_pk} and o.state = 'sending'
          and o.confirm_by > ${deps.clock()}`,
    );
    if (!to) return;
    const page = driverPagePath(deps.links.tokenOf({ organizationId, pk: to.session_pk }));
    const link = `${deps.publicUrl()}${page}`;
    const name = createHash('sha256').update(`valet payment ${to.key}`).digest('hex');
    await deps.messenger.send({
      medium: 'sms',
      to: to.phone,
      subject: 'Confirm your payment',
      text: `Your bank wants you to confirm your payment of ${dollarsText(to.amount)} at ${to.lot}. Confirm it within ${valetRules.confirmMinutes} minutes: ${link}`,
      key: `valet-${name.slice(0, 32)}`,
    });
  };
}

interface PaymentDeps {
  sql: SqlPool;
  clock: Clock;
  processor: PaymentProcessor;
  publish: Publish;
}

const tell =
  ({ publish }: PaymentDeps) =>
  (organizationId: number, pk: number) => {
    publish('server:newRecords', { organizationId, pk });
    publish('server:valet', { organizationId, pk });
  };

/** Handles an event of a payment that was to be confirmed, however often and late it arrives. */
export const makePaymentFollower = (deps: PaymentDeps) =>
  valetOrders.makeFollower(deps, tell(deps));

/** The job that completes payments whose outcome is unknown. */
export const makeValetOrderSweeper = (deps: PaymentDeps) =>
  valetOrders.makeSweeper(deps, tell(deps));

export const valetJobs = [
  handleJob(valetCodeJob, makeValetCodeSender),
  handleJob(confirmationJob, makeValetConfirmationSender),
  handleJob(defineJob('sweep_valet_orders', { every: minuteMs }), makeValetOrderSweeper),
];
