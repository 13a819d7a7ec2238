import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { refuse, refuseCorrection } from '../money/corrections.ts';
import type { MovementInput } from '../money/entries.ts';
import { knownEntries, takenName, toFacts } from '../money/entries.ts';
import type { Recorded, Recorder, RefusedItem, Sourced, SourceKey } from '../recorder.ts';
import { sourceKey } from '../recorder.ts';

/** The facts of a sent rental that never change. */
interface SentRental extends Sourced {
  rental_type: RentalType;
  start_date: Instant;
  movements: readonly MovementInput[];
}

interface KnownRental extends Sourced {
  pk: number;
  rental_type: RentalType;
  start_date: Instant;
}

type KnownEntries = Awaited<ReturnType<typeof knownEntries>>;

const toName = ({ source }: SourceKey, { external_id }: MovementInput) => ({ source, external_id });

async function readRentals({ tx, organizationId }: Recorder, names: readonly SourceKey[]) {
  const rows = await tx<KnownRental[]>`
    select pk, source, external_id, spot_pk, rental_type, start_date from live_rentals
    where organization_id = ${organizationId} and (source, external_id) in (
      select * from unnest(${names.map((name) => name.source)}::text[], ${names.map((name) => name.external_id)}::text[]))`;
  return new Map(rows.map((row) => [sourceKey(row), row]));
}

/** Why a rental's own facts are refused; null when they match the recorded ones. */
function refuseFacts(known: KnownRental, incoming: SentRental): RefusedItem | null {
  const replace = (field: string) =>
    refuse(
      field,
      `Recorded with another ${field}, which never changes. To replace the rental, refund its payments (POST /api/ingest/refunds/), and send it again with other external_ids.`,
    );
  if (known.spot_pk !== incoming.spot_pk) return replace('spot');
  if (known.rental_type !== incoming.rental_type) return replace('rental_type');
  return known.start_date === incoming.start_date ? null : replace('start_date');
}

/** Why a rental's charges are refused; null when each one matches a recorded charge of it. */
function refuseCharges(
  entries: KnownEntries,
  { pk, external_id }: KnownRental,
  incoming: SentRental,
): RefusedItem | null {
  for (const [index, movement] of incoming.movements.entries()) {
    const entry = entries.get(sourceKey(toName(incoming, movement)));
    const field = `charges.${index}`;
    // A rental without charges has a charge of zero that counts it, under an id that no sender can use.
    if (!entry && movement.external_id.startsWith(`${external_id}\u001f`)) {
      return refuse(
        'charges',
        'Recorded with charges, and recorded money never changes. To take them back, send refunds: POST /api/ingest/refunds/.',
      );
    }
    if (!entry) {
      return refuse(
        field,
        'The rental is recorded without this charge. Send it as a payment of the rental: POST /api/ingest/payments/.',
      );
    }
    if (entry.rental_pk !== pk || entry.kind !== movement.kind)
      return takenName(`${field}.external_id`);
    const correction = refuseCorrection(entry, toFacts(movement, pk));
    if (correction) return { ...correction, field: `${field}.${correction.field}` };
  }
  return null;
}

/** Reads these rentals and their charges in one round trip, to compare them with what was sent again. */
export async function readKnownRentals(recorder: Recorder, rentals: readonly SentRental[]) {
  const names = rentals.flatMap((rental) =>
    rental.movements.map((movement) => toName(rental, movement)),
  );
  const [known, entries] =
    rentals.length === 0
      ? [new Map<string, KnownRental>(), new Map() as KnownEntries]
      : await Promise.all([readRentals(recorder, rentals), knownEntries(recorder, names)]);
  return {
    /** Whether a rental is recorded, or an ID of its charges is taken. */
    has: (incoming: SentRental) =>
      known.has(sourceKey(incoming)) ||
      incoming.movements.some((movement) => entries.has(sourceKey(toName(incoming, movement)))),
    /** The outcome of a rental that is sent again; it may have fewer charges than were recorded since. */
    compare(incoming: SentRental): Recorded | RefusedItem {
      const rental = known.get(sourceKey(incoming));
      if (!rental) return takenName('charges');
      const { external_id } = incoming;
      return (
        refuseFacts(rental, incoming) ??
        refuseCharges(entries, rental, incoming) ?? {
          external_id,
          pk: rental.pk,
          outcome: 'unchanged',
        }
      );
    },
  };
}
