import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { Sql } from '../../kernel/data/database.ts';
import type { CarInput } from '../cars.ts';
import { carKey, ensureCars } from '../cars.ts';
import type { MovementInput } from '../money/entries.ts';
import { entryRow, knownEntries, takenName } from '../money/entries.ts';
import { isMarketed } from '../money/rental-owners.ts';
import type { PromoUseInput } from '../operations/promo-uses.ts';
import { recordPromoUses } from '../operations/promo-uses.ts';
import type { NewRow, Recorded, Recorder, RefusedItem } from '../recorder.ts';
import { ItemsClash, insertSourced, listOutcomes, sourceKey, timestampCell } from '../recorder.ts';
import { readKnownRentals } from './known-rentals.ts';

/**
 * Whether a rental has begun, for queries that find rentals by their end. "is true" keeps the index of starts out of
 * it: a plan for any property and time considers both equally short, and might read every rental that ever existed.
 */
export const hasBegun = (sql: Sql, now: Instant) => sql`(start_date <= ${now}) is true`;

/** In days; longer stays have an index of their own. */
export const longStay = 31;

/** The driver, if they gave their name. */
export interface Renter {
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** A rental as an outside system or a page sends it, with its ledger entries so far. */
export interface RentalInput {
  source: string;
  external_id: string;
  spot_pk: number;
  rental_type: RentalType;
  start_date: Instant;
  /** null = open: an active monthly rental. */
  end_date: Instant | null;
  car?: CarInput | null;
  renter?: Renter | null;
  bulk_rental_pk?: number | null;
  price_monthly?: Cents | null;
  auto_started?: boolean;
  /** Whether a discount code brought the driver; a booking site always counts as one. */
  marketed?: boolean;
  /** The name of the discount code it was booked with. */
  promo_code?: string | null;
  paid?: boolean;
  /** The first is the rental's own charge, possibly zero; all are recorded with the rental or not at all. */
  movements: readonly [MovementInput, ...MovementInput[]];
}

function rentalRow(recorder: Recorder, rental: RentalInput, cars: Map<string, number>): NewRow {
  const { renter } = rental;
  return {
    spot_pk: rental.spot_pk,
    rental_type: rental.rental_type,
    source: rental.source,
    external_id: rental.external_id,
    car_pk: rental.car ? cars.get(carKey(rental.car)) : undefined,
    bulk_rental_pk: rental.bulk_rental_pk ?? undefined,
    renter_first_name: renter?.first_name ?? undefined,
    renter_last_name: renter?.last_name ?? undefined,
    renter_email: renter?.email ?? undefined,
    renter_phone: renter?.phone ?? undefined,
    start_date: timestampCell(rental.start_date),
    end_date: timestampCell(rental.end_date) ?? undefined,
    start_local_date: toLocalDate(rental.start_date, recorder.timezoneOf(rental.spot_pk)),
    price_monthly: rental.price_monthly ?? undefined,
    auto_started: rental.auto_started ?? false,
    marketed: isMarketed(rental),
    paid: rental.paid ?? true,
  };
}

/** Refuses rentals with a ledger entry that can't be recorded because its id is taken. */
async function refuseTaken(
  recorder: Recorder,
  rentals: readonly RentalInput[],
  fresh: ReadonlyMap<string, number>,
): Promise<never> {
  const toName = (rental: RentalInput, movement: MovementInput) => ({
    source: rental.source,
    external_id: movement.external_id,
  });
  const names = rentals.flatMap((rental) =>
    rental.movements.map((movement) => toName(rental, movement)),
  );
  const known = await knownEntries(recorder, names);
  const refused = new Map<number, RefusedItem>();
  rentals.forEach((rental, index) => {
    const pk = fresh.get(sourceKey(rental));
    if (pk === undefined) return;
    rental.movements.forEach((movement, movementIndex) => {
      const key = sourceKey(toName(rental, movement));
      // An id that appears twice in one rental is its own only the first time.
      if (known.get(key)?.rental_pk === pk) known.delete(key);
      else refused.set(index, takenName(`charges.${movementIndex}.external_id`));
    });
  });
  throw new ItemsClash(refused);
}

/** The uses of discount codes by new rentals. */
function listPromoUses(rentals: readonly RentalInput[], fresh: ReadonlyMap<string, number>) {
  const uses: PromoUseInput[] = [];
  rentals.forEach((rental, index) => {
    const rental_pk = fresh.get(sourceKey(rental));
    const { source, external_id, spot_pk, promo_code: code } = rental;
    if (!code || rental_pk === undefined) return;
    // The code was used when the rental was paid for, or at the latest when it began.
    const used_at = instant(Math.min(rental.start_date, rental.movements[0].occurred_at));
    uses.push({ index, source, external_id, spot_pk, code, rental_pk, used_at });
  });
  return uses;
}

/**
 * Inserts rentals with their money and rollups, all of the batch or none, and returns the new ones. Throws ItemsClash
 * when a new one has an entry whose id is taken, or a discount code that its property never had.
 */
async function insertRentals(recorder: Recorder, rentals: readonly RentalInput[]) {
  const cars = await ensureCars(
    recorder,
    rentals.flatMap((rental) => (rental.car ? [rental.car] : [])),
  );
  const rows = rentals.map((rental) => rentalRow(recorder, rental, cars));
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
  const insertedEntries = await insertSourced(recorder, 'ledger_entries', entries);
  if (insertedEntries.length < entries.length) await refuseTaken(recorder, rentals, fresh);
  await recordPromoUses(recorder, listPromoUses(rentals, fresh));
  return inserted;
}

/**
 * Records rentals with their money. One whose source and external id are known isn't changed, nor are its entries, and
 * it's reported as `unchanged`. Throws ItemsClash, like `insertRentals`. Call only once per transaction: a single
 * statement writes the ledger, so that writers can't deadlock.
 */
export async function recordRentals(
  recorder: Recorder,
  rentals: readonly RentalInput[],
): Promise<Recorded[]> {
  if (rentals.length === 0) return [];
  return listOutcomes(recorder, 'rentals', rentals, await insertRentals(recorder, rentals));
}

/**
 * Like `recordRentals`, for rentals of different ids from another system: one sent again with other money, or with
 * another fact that never changes, is refused, with the way to correct it.
 */
export async function recordSentRentals(
  recorder: Recorder,
  rentals: readonly RentalInput[],
): Promise<(Recorded | RefusedItem)[]> {
  if (rentals.length === 0) return [];
  const inserted = await insertRentals(recorder, rentals);
  const fresh = new Map(inserted.map((row) => [sourceKey(row), row.pk]));
  const known = await readKnownRentals(
    recorder,
    rentals.filter((rental) => !fresh.has(sourceKey(rental))),
  );
  return rentals.map((rental) => {
    const { external_id } = rental;
    const pk = fresh.get(sourceKey(rental));
    if (pk !== undefined) return { external_id, pk, outcome: 'recorded' };
    return known.compare(rental);
  });
}
