import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { Usability } from '@lotkeeper/contract/operations/promo-codes';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { recordPromoUses, usability } from '../operations/promo-uses.ts';
import type { Recorder } from '../recorder.ts';
import { endRentals } from './rental-changes.ts';

/** A property's rental by its pk or its uuid. */
export type RentalKey = { spot_pk: number } & ({ pk: number } | { uuid: string });

interface LockedRental {
  pk: number;
  source: string;
  external_id: string;
  rental_type: RentalType;
  car_pk: number | null;
  start_date: Instant;
  end_date: Instant | null;
}

/** Locks a rental for a change; null when it doesn't exist. */
async function lockRental(
  { tx, organizationId }: Recorder,
  rentalKey: RentalKey,
): Promise<LockedRental | null> {
  const condition =
    'pk' in rentalKey
      ? tx`pk = ${rentalKey.pk}`
      : tx`rental_type = 'monthly' and uuid = ${rentalKey.uuid}`;
  const [row] = await tx<LockedRental[]>`
    select pk, source, external_id, rental_type, car_pk, start_date, end_date from rentals
    where organization_id = ${organizationId} and spot_pk = ${rentalKey.spot_pk} and ${condition}
      and removed_at is null
    for no key update`;
  return row ?? null;
}

const isOver = ({ end_date }: LockedRental, at: Instant) => end_date !== null && end_date <= at;

/** Queues the visits of cars for another decision: who has the right to stay may have changed. */
const queueVisits = (
  { tx, organizationId }: Recorder,
  spotPk: number,
  cars: readonly (number | null)[],
  at: Instant,
) => tx`
  update visits set due_at = ${at}
  where organization_id = ${organizationId} and spot_pk = ${spotPk} and due_at > ${at}
    and car_pk = any (${cars.filter((car) => car !== null)}::bigint[])`;

/** Assigns another of the organization's cars to a rental that isn't over; changes sent before that no longer count. */
export async function changeCar(
  recorder: Recorder,
  rentalKey: RentalKey,
  carPk: number,
  at: Instant,
): Promise<'changed' | 'missing' | 'ended' | 'no such car'> {
  const { tx, organizationId } = recorder;
  const rental = await lockRental(recorder, rentalKey);
  if (!rental) return 'missing';
  if (isOver(rental, at)) return 'ended';
  const [car] = await tx`
    select from cars where organization_id = ${organizationId} and pk = ${carPk}`;
  if (!car) return 'no such car';
  await tx`
    update rentals set car_pk = ${carPk}, changed_at = ${at}
    where organization_id = ${organizationId} and pk = ${rental.pk}`;
  await queueVisits(recorder, rentalKey.spot_pk, [rental.car_pk, carPk], at);
  return 'changed';
}

/**
 * Ends a monthly rental at once, or a future one before it begins. Returns its pk; null when it doesn't exist. Ending
 * it twice changes nothing. Call only once per transaction, like `recordRentals`.
 */
export async function endMonthly(
  recorder: Recorder,
  rentalKey: RentalKey,
  at: Instant,
): Promise<number | null> {
  const rental = await lockRental(recorder, rentalKey);
  if (!rental) return null;
  const { source, external_id, start_date } = rental;
  const ended_at = instant(Math.max(at, start_date));
  await endRentals(recorder, [{ source, external_id, ended_at, movements: [] }]);
  await queueVisits(recorder, rentalKey.spot_pk, [rental.car_pk], at);
  return rental.pk;
}

interface LockedCode extends Usability {
  applicable_rental_types: string[];
}

/** Locks the live code of a name before reading it, so that uses by earlier holders of the lock are counted. */
async function lockCode(
  { tx, organizationId }: Recorder,
  codeKey: { spot_pk: number; code: string },
  when: { today: LocalDate; now: Instant },
): Promise<LockedCode | undefined> {
  const [locked] = await tx<{ pk: number }[]>`
    select pk from promo_codes
    where organization_id = ${organizationId} and spot_pk = ${codeKey.spot_pk} and code = ${codeKey.code}
      and deleted_at is null
    for no key update`;
  if (!locked) return undefined;
  const [row] = await tx<LockedCode[]>`
    select applicable_rental_types, ${usability(tx, organizationId, when)} from promo_codes p
    where organization_id = ${organizationId} and pk = ${locked.pk}`;
  return row;
}

/** Why a code can't be applied to a rental. */
export type PromoVerdict =
  | 'applied'
  | 'missing'
  | 'ended'
  | 'has a code'
  | 'not for this type'
  | { code: Usability | undefined };

const isUnusable = (code: LockedCode | undefined): code is undefined =>
  !code || code.expired || code.used_up || code.crowded;

/**
 * Applies a discount code to a rental that has none, and counts the use. If two callers compete for the last use, one
 * is refused. From then on, the rental's revenue counts as marketing.
 */
export async function applyPromoCode(
  recorder: Recorder,
  input: { pk: number; spot_pk: number; code: string },
  when: { today: LocalDate; now: Instant },
): Promise<PromoVerdict> {
  const { tx, organizationId } = recorder;
  const rental = await lockRental(recorder, input);
  if (!rental) return 'missing';
  if (isOver(rental, when.now)) return 'ended';
  const [use] = await tx`
    select from promo_uses where organization_id = ${organizationId} and rental_pk = ${rental.pk}`;
  if (use) return 'has a code';
  const code = await lockCode(recorder, input, when);
  if (isUnusable(code)) return { code };
  const type = rental.rental_type === 'free_until_hourly' ? 'hourly' : rental.rental_type;
  if (!code.applicable_rental_types.includes(type)) return 'not for this type';
  await tx`
    update rentals set marketed = true where organization_id = ${organizationId} and pk = ${rental.pk}`;
  const { source, external_id, pk: rental_pk } = rental;
  await recordPromoUses(recorder, [
    {
      index: 0,
      source,
      external_id,
      spot_pk: input.spot_pk,
      code: input.code,
      rental_pk,
      used_at: when.now,
    },
  ]);
  return 'applied';
}
