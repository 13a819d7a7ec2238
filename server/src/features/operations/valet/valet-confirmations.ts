import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import { valetRules } from '@lotkeeper/contract/operations/valet';
import { defineJob, enqueueOnce } from '../../../kernel/data/jobs.ts';
import { must } from '../../../kernel/must.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { ProcessorRefused } from '../../../processor/processor.ts';
import type { Writer } from '../../../records/processor-orders.ts';
import { lockValetSession } from '../../../records/valet-sessions.ts';
import type { ValetOrder } from './valet-orders.queries.ts';
import { keepConfirmBy } from './valet-orders.queries.ts';

/** Texts a driver that their bank wants them to confirm a payment. */
export const confirmationJob = defineJob<{ organization_id: number; order_pk: number }>(
  'send_valet_confirmation',
  { waitsForOthers: true },
);

/** Queues texting the driver of an order that their bank wants them to confirm it, once. */
export async function askForConfirmation(
  { organizationId, write }: Writer,
  order: ValetOrder,
  { chargeRef, now }: { chargeRef: string; now: Instant },
): Promise<void> {
  const confirmBy = instant(now + valetRules.confirmMinutes * minuteMs);
  await write(async (tx) => {
    const within = { tx, organizationId };
    await lockValetSession(within, order.session_pk);
    if (!(await keepConfirmBy(within, order, { chargeRef, confirmBy }))) return;
    const payload = { organization_id: organizationId, order_pk: order.pk };
    const key = `send_valet_confirmation:${organizationId}:${order.pk}`;
    await enqueueOnce(tx, confirmationJob, payload, { key, runAt: now });
  });
}

/**
 * The outcome of a charge that the driver has to confirm: the processor's id once it's paid, null while it's open. It
 * only ends when the processor has canceled it, so that a payment that counts as failed here can't be confirmed later.
 */
export async function readConfirmed(
  processor: PaymentProcessor,
  { processor_ref, confirm_by }: ValetOrder,
  now: Instant,
): Promise<string | null> {
  const ref = must(processor_ref, 'charge to be confirmed');
  const isOver = now >= must(confirm_by, 'end of a confirmation');
  const read = isOver ? await processor.cancelCharge(ref) : await processor.readCharge(ref);
  const isDeclined = read.state === 'declined';
  const { state } = isDeclined ? await processor.cancelCharge(ref) : read;
  if (state === 'paid') return ref;
  if (state !== 'canceled') return null;
  throw new ProcessorRefused(
    isDeclined ? 'The card was declined.' : 'The driver didn’t confirm the payment.',
  );
}
