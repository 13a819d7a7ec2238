import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { localDateOf } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/rentals';
import { isBookingSite } from '@lotkeeper/contract/rentals';
import type { CarInput } from './cars.ts';
import { carKey, ensureCars } from './cars.ts';
import type { MovementInput } from './entries.ts';
import { entryRow, takenName } from './entries.ts';
import type { NewRow, Recorded, Recorder, RefusedItem } from './recorder.ts';
import { ItemsClash, insertSourced, sourceKey, tellOutcomes, timestampCell } from './recorder.ts';

/** The driver as far as he told his name. */
export interface Renter {
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** A rental as an outside system or a screen tells it, with the money that moved so far. */
export interface RentalInput {
  source: string;
  external_id: string;
  spot_pk: number;
  rental_type: RentalType;
  start_date: Instant;
  /** null = open: a monthly rental that goes on. */
  end_date: Instant | null;
  car?: CarInput | null;
  renter?: Renter | null;
  bulk_rental_pk?: number | null;
  price_monthly?: Cents | null;
  auto_started?: boolean;
  /** Whether a discount code brought the driver; a booking site always did. */
  marketed?: boolean;
  paid?: boolean;
  /** The first is the rental's own charge, possibly of zero; all are recorded with it or not at all. */
  movements: readonly [MovementInput, ...MovementInput[]];
}

/** Whether what a rental brings counts as marketing. */
export const isMarketed = (rental: { source: string; marketed?: boolean }) =>
  rental.marketed === true || isBookingSite(rental.source);

function rentalRow(
  recorder: Recorder,
  rental: RentalInput,
  pk: number,
  cars: Map<string, number>,
): NewRow {
  const { renter } = rental;
  return {
    pk,
    spot_pk: rental.spot_pk,
    uuid: crypto.randomUUID(),
    rental_type: rental.rental_type,
    source: rental.source,
    external_id: rental.external_id,
    car_pk: rental.car ? (cars.get(carKey(rental.car)) ?? null) : null,
    bulk_rental_pk: rental.bulk_rental_pk ?? null,
    renter_first_name: renter?.first_name ?? null,
    renter_last_name: renter?.last_name ?? null,
    renter_email: renter?.email ?? null,
    renter_phone: renter?.phone ?? null,
    start_date: timestampCell(rental.start_date),
    end_date: timestampCell(rental.end_date),
    start_local_date: localDateOf(rental.start_date, recorder.timezoneOf(rental.spot_pk)),
    price_monthly: rental.price_monthly ?? null,
    auto_started: rental.auto_started ?? false,
    marketed: isMarketed(rental),
    paid: rental.paid ?? true,
  };
}

async function reservePks({ tx }: Recorder, count: number): Promise<number[]> {
  const rows = await tx<{ pk: number }[]>`
    select nextval(pg_get_serial_sequence('rentals', 'pk')) as pk from generate_series(1, ${count}::int)`;
  return rows.map((row) => row.pk);
}

/** Tells the rentals of which a movement could not be recorded, because its name is taken. */
function refuseTaken(
  rentals: readonly RentalInput[],
  fresh: ReadonlyMap<string, number>,
  entries: readonly { source: string; external_id: string }[],
): never {
  const recorded = new Set(entries.map(sourceKey));
  const refused = new Map<number, RefusedItem>();
  rentals.forEach((rental, index) => {
    if (!fresh.has(sourceKey(rental))) return;
    for (const movement of rental.movements) {
      const key = sourceKey({ source: rental.source, external_id: movement.external_id });
      if (!recorded.delete(key)) refused.set(index, takenName('charges'));
    }
  });
  throw new ItemsClash(refused);
}

/**
 * Records rentals with their money and rollups, all or none of the batch. A rental whose source and
 * external id are known is left as it is, its movements too, and told as `unchanged`; throws ItemsClash when
 * a new one brings a movement under a name that is taken.
 * Call at most once a transaction: the ledger is written by one statement, which keeps writers from dead-locking.
 */
export async function recordRentals(
  recorder: Recorder,
  rentals: readonly RentalInput[],
): Promise<Recorded[]> {
  if (rentals.length === 0) return [];
  const cars = await ensureCars(
    recorder,
    rentals.flatMap((rental) => (rental.car ? [rental.car] : [])),
  );
  const pks = await reservePks(recorder, rentals.length);
  const rows = rentals.map((rental, index) =>
    rentalRow(recorder, rental, pks[index] as number, cars),
  );
  const inserted = await insertSourced(recorder, 'rentals', rows);
  const fresh = new Map(inserted.map((row) => [sourceKey(row), row.pk]));
  const left = new Map(fresh);
  const entries = rentals.flatMap((rental) => {
    const pk = left.get(sourceKey(rental));
    if (pk === undefined) return [];
    left.delete(sourceKey(rental));
    const marketed = isMarketed(rental);
    return rental.movements.map((movement, index) =>
      entryRow(recorder, { ...rental, marketed, rental_pk: pk, first: index === 0 }, movement),
    );
  });
  const recorded = await insertSourced(recorder, 'ledger_entries', entries);
  if (recorded.length < entries.length) refuseTaken(rentals, fresh, recorded);
  return tellOutcomes(recorder, 'rentals', rentals, inserted);
}
