import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { zeroCents } from '@lotkeeper/contract/kernel/money';
import type { recordHandPayment, recordHandRental } from '@lotkeeper/contract/people/hand-entries';
import { handMessages, handSource, handYears } from '@lotkeeper/contract/people/hand-entries';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { must } from '../../../kernel/must.ts';
import { requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { queueUndecided } from '../../../records/cars/plate-reads.ts';
import { recordPayments } from '../../../records/money/payments.ts';
import { recordSentRentals } from '../../../records/people/rentals.ts';
import type { Recorded, Recorder, RefusedItem } from '../../../records/recorder.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';

/** Refuses a time that hasn't come, or is long past. */
function checkTime(name: string, at: number, now: Instant): Instant {
  if (at > now) throw wrongFields({ [name]: handMessages.future });
  if (at < now - handYears * 366 * dayMs) throw wrongFields({ [name]: handMessages.tooOld });
  return instant(at);
}

/** What was recorded; a request that was used for something else is refused. */
function requireRecorded(outcome: Recorded | RefusedItem | undefined): Recorded {
  const done = must(outcome, 'recorded entry');
  if (done.outcome === 'refused') throw wrongFields({ [done.field]: done.detail });
  return done;
}

async function readUuid({ tx, organizationId }: Recorder, pk: number): Promise<string> {
  const [row] = await tx<{ uuid: string }[]>`
    select uuid from live_rentals where organization_id = ${organizationId} and pk = ${pk}`;
  return requireFound(row, 'rental').uuid;
}

/** Records a rental with its payment, and has visits of its car decided again. */
export function addRental(
  scope: SpotScope,
  { request, reason, ...body }: BodyOf<typeof recordHandRental>,
  now: Instant,
): Promise<{ uuid: string }> {
  const { spotPk } = scope;
  const { rental_type, amount, tax, car } = body;
  const start_date = checkTime('starts_at', body.starts_at, now);
  const external_id = `rental-${request}`;
  return withRecorder(scope, async (recorder) => {
    const [outcome] = await recordSentRentals(recorder, [
      {
        source: handSource,
        external_id,
        spot_pk: spotPk,
        rental_type,
        start_date,
        end_date: instant(body.ends_at),
        car,
        movements: [
          {
            external_id,
            kind: 'charge',
            occurred_at: start_date,
            amount,
            tax,
            processing_fee: zeroCents,
          },
        ],
      },
    ]);
    const { pk, outcome: done } = requireRecorded(outcome);
    if (done === 'recorded') {
      const after = { rental_type, amount, tax, reason };
      const entry = { act: 'create', subject: 'rental', pk, after } as const;
      await recordAuditEntry(recorder.tx, scope, now, entry);
      if (car) await queueUndecided(recorder, [spotPk], now, [car.plate]);
    }
    return { uuid: await readUuid(recorder, pk) };
  });
}

interface PaidRental {
  pk: number;
  source: string;
  external_id: string;
}

/** Records a further payment of a rental. */
export async function addPayment(
  scope: SpotScope,
  name: string,
  { request, reason, ...body }: BodyOf<typeof recordHandPayment>,
  now: Instant,
): Promise<void> {
  const { amount, tax } = body;
  const occurred_at = checkTime('paid_at', body.paid_at, now);
  await withRecorder(scope, async (recorder) => {
    const { tx, organizationId } = recorder;
    const [rental] = await tx<PaidRental[]>`
      select pk, source, external_id from live_rentals
      where organization_id = ${organizationId} and spot_pk = ${scope.spotPk}
        and (uuid::text = ${name} or pk::text = ${name})`;
    const { pk, ...owner } = requireFound(rental, 'rental');
    const [outcome] = await recordPayments(recorder, [
      {
        source: handSource,
        external_id: `payment-${request}`,
        kind: 'charge',
        occurred_at,
        amount,
        tax,
        processing_fee: zeroCents,
        rental: owner,
        spot_pk: null,
        rental_type: null,
        violation: null,
      },
    ]);
    if (requireRecorded(outcome).outcome !== 'recorded') return;
    const after = { amount, tax, reason };
    const entry = { act: 'add', subject: 'rental', pk, after } as const;
    await recordAuditEntry(tx, scope, now, entry);
  });
}
