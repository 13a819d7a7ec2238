import { randomUUID } from 'node:crypto';
import type { Notice } from '@lotkeeper/contract/cars/appeals';
import {
  appealMessages,
  checkNoticePayment,
  payNotice,
  startNoticeCard,
  startNoticeConfirmation,
} from '@lotkeeper/contract/cars/appeals';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { FastifyRequest } from 'fastify';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { LinkScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../../processor/processor.ts';
import { lockViolations } from '../../../records/cars/violations.ts';
import type { ClaimedOrder, Within } from '../../../records/money/processor-orders.ts';
import type { NoticeKey } from './notice-tokens.ts';
import type { NoticeRow } from './notices.queries.ts';
import { readNotice } from './notices.queries.ts';
import type { ViolationOrder } from './violation-orders.queries.ts';
import { violationOrders } from './violation-orders.queries.ts';

/** Cards that may be tried per hour, for a violation and from a network. */
const cardsPerViolation = 10;
const cardsPerNetwork = 30;
/** How often per hour a payment of a violation may be confirmed, or its state asked for. */
const checksAnHour = 120;

const conflict = (detail: string) => new Refusal('conflict', detail);

/** Translates the processor's answer: it refused, or can't be reached. */
function refuse(error: unknown): never {
  if (error instanceof ProcessorRefused) throw new Refusal('invalid_fields', error.message);
  if (!(error instanceof ProcessorDown)) throw error;
  throw new Refusal('unavailable', appealMessages.processorDown);
}

/** Refuses unless a violation is open and costs what its driver was shown. */
function requireOwed(
  { status, amount }: Pick<NoticeRow, 'status' | 'amount'>,
  shownAmount: Cents,
): void {
  if (status === 'Waived') throw conflict(appealMessages.waivedNow);
  if (amount !== shownAmount || amount === 0) throw conflict(appealMessages.amountChanged);
}

/** What drivers do to pay a violation by card, on the public page. */
export function noticePaymentsRoutes(
  serve: Serve,
  deps: {
    openLinkScope: (organizationId: number) => LinkScope;
    limiter: Limiter;
    publish: Publish;
    clock: Clock;
    processor: PaymentProcessor;
    /** Whether a payment moves money: the sandbox takes any card. */
    takesCards: boolean;
  },
  notices: {
    openNotice: (token: string, now: Instant) => NoticeKey;
    read: (key: NoticeKey) => Promise<NoticeRow>;
    toWire: (key: NoticeKey, row: NoticeRow, now: Instant) => Notice;
  },
): void {
  const { openLinkScope, limiter, processor } = deps;
  const { read, toWire } = notices;
  const nameOf = ({ organizationId, violationPk }: NoticeKey) => `${organizationId} ${violationPk}`;

  /** The violation of a token; refuses where nothing can be paid by card. */
  const open = (token: string, now: Instant): NoticeKey => {
    const key = notices.openNotice(token, now);
    if (!deps.takesCards) throw conflict(appealMessages.noCards);
    return key;
  };

  const limitCards = async (key: NoticeKey, use: string, request: FastifyRequest, now: Instant) => {
    await limiter.enforce(`violation ${use} of ${nameOf(key)}`, cardsPerViolation, now);
    const network = getClientNetwork(request);
    await limiter.enforce(`violation ${use} from ${network}`, cardsPerNetwork, now);
  };

  /** Works under the lock of the violation, with its payment in progress. */
  const runLocked = <T>(
    { organizationId, violationPk }: NoticeKey,
    work: (within: Within, unsettled: ViolationOrder | undefined) => Promise<T>,
  ) =>
    openLinkScope(organizationId).write(async (tx) => {
      const within = { tx, organizationId };
      await lockViolations(within, [violationPk]);
      return work(within, await violationOrders.findUnsettled(within, violationPk));
    });

  /** Asks the processor about a claimed payment, and settles it by the answer. */
  const ask = async (key: NoticeKey, order: ClaimedOrder<ViolationOrder>) => {
    const scope = openLinkScope(key.organizationId);
    const state = await violationOrders.askProcessor(deps, scope, order).catch(refuse);
    const spot = { organizationId: key.organizationId, pk: order.spot_pk };
    if (state === 'paid') deps.publish('server:newRecords', spot);
    return state;
  };

  /** Claims the payment in progress; `held` = another request asks about it, null = there is none. */
  const takeUp = (key: NoticeKey, now: Instant) =>
    runLocked(key, async (within, unsettled) => {
      if (!unsettled) return null;
      const claim = { pk: unsettled.pk, processor: processor.name };
      return (await violationOrders.claimOrder(within, claim, now)) ?? 'held';
    });

  /** Stores a payment of what is owed now, with a card, before the processor is asked. */
  const begin = async (
    key: NoticeKey,
    { amount, card }: { amount: Cents; card: string },
    now: Instant,
  ) => {
    const row = await read(key);
    requireOwed(row, amount);
    const payer = { name: row.uuid, customer_ref: null };
    const { customer_ref, card_ref } = await processor.keepCard(payer, card).catch(refuse);
    return runLocked(key, async (within, unsettled) => {
      if (unsettled) throw conflict(appealMessages.paying);
      const locked = must(await readNotice(within.tx, key), 'violation');
      if (locked.status === 'Paid') return null;
      requireOwed(locked, amount);
      const order = { violation_pk: key.violationPk, key: `violation-${randomUUID()}`, amount };
      const names = { customer_ref, card_ref, processor: processor.name, confirm_by: null };
      return violationOrders.insertOrder(within, { ...order, ...names }, now);
    });
  };

  serve(startNoticeCard, async ({ params, request, now }) => {
    const key = open(params.token, now);
    await limitCards(key, 'card setups', request, now);
    const { uuid } = await read(key);
    const setup = await processor.startCard({ name: uuid, customer_ref: null }).catch(refuse);
    return { client_secret: setup?.client_secret ?? null };
  });

  serve(payNotice, async ({ params, body, request, now }) => {
    const key = open(params.token, now);
    await limitCards(key, 'cards', request, now);
    // What was paid meanwhile isn't paid again, and what is in progress is followed up on first.
    if ((await read(key)).status !== 'Paid') {
      const order = (await takeUp(key, now)) ?? (await begin(key, body, now));
      if (order === 'held') throw conflict(appealMessages.paying);
      if (order && (await ask(key, order)) === 'failed') {
        const failed = await openLinkScope(key.organizationId).write((tx) =>
          violationOrders.findByKey({ tx, organizationId: key.organizationId }, order.key),
        );
        throw new Refusal('invalid_fields', must(failed?.reason, 'reason of a failed payment'));
      }
    }
    return toWire(key, await read(key), now);
  });

  serve(startNoticeConfirmation, async ({ params, now }) => {
    const key = open(params.token, now);
    await limiter.enforce(`violation confirmations of ${nameOf(key)}`, checksAnHour, now);
    const order = await runLocked(key, async (within, unsettled) => {
      const row = must(await readNotice(within.tx, key), 'violation');
      const isOwed = row.status === 'Created' && row.amount === unsettled?.amount;
      if (unsettled && !isOwed) await violationOrders.endConfirmation(within, unsettled, now);
      return isOwed ? unsettled : null;
    });
    if (!order?.processor_ref || order.processor !== processor.name) {
      throw conflict(appealMessages.nothingToConfirm);
    }
    const { client_secret } = await processor.startConfirmation(order.processor_ref).catch(refuse);
    return { client_secret, payment_method: order.card_ref };
  });

  serve(checkNoticePayment, async ({ params, now }) => {
    const key = open(params.token, now);
    await limiter.enforce(`violation payment checks of ${nameOf(key)}`, checksAnHour, now);
    const order = await takeUp(key, now);
    if (order && order !== 'held') await ask(key, order);
    return toWire(key, await read(key), now);
  });
}
