import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import type { RentalType } from '@lotkeeper/contract/rentals';
import { newShortCode } from '../kernel/secrets.ts';
import type { Recorded, Recorder } from './recorder.ts';
import { insertSourced, tellOutcomes, timestampCell } from './recorder.ts';

/** A booking of a place with a valet; the car may not be known yet. */
export interface ValetBooking {
  source: string;
  external_id: string;
  spot_pk: number;
  /** E.164. */
  phone: string;
  booked_for: Instant | null;
  rental_type: RentalType;
  outstanding_balance: Cents;
  plate: string | null;
  state: string | null;
  country: PlateCountry | null;
  make: string | null;
  model: string | null;
  color: string | null;
  notes: string | null;
}

/** As many codes as are asked for that no session of the organization has. */
async function freeCodes(recorder: Recorder, count: number): Promise<string[]> {
  const { tx, organizationId } = recorder;
  const codes = new Set<string>();
  while (codes.size < count) {
    while (codes.size < count) codes.add(newShortCode());
    const taken = await tx<{ code: string }[]>`
      select code from valet_sessions
      where organization_id = ${organizationId} and code = any (${[...codes]}::text[])`;
    for (const { code } of taken) codes.delete(code);
  }
  return [...codes];
}

/** Records valet bookings as pending sessions, each with a code of its own. */
export async function recordValetBookings(
  recorder: Recorder,
  bookings: readonly ValetBooking[],
  now: Instant,
): Promise<Recorded[]> {
  const codes = await freeCodes(recorder, bookings.length);
  const rows = bookings.map((booking, index) => ({
    uuid: crypto.randomUUID(),
    spot_pk: booking.spot_pk,
    status: 'pending',
    code: codes[index] as string,
    phone: booking.phone,
    plate: booking.plate,
    state: booking.state,
    country: booking.country,
    make: booking.make,
    model: booking.model,
    color: booking.color,
    notes: booking.notes,
    rental_type: booking.rental_type,
    outstanding_balance: booking.outstanding_balance,
    booked_for: timestampCell(booking.booked_for),
    created_at: timestampCell(now),
    source: booking.source,
    external_id: booking.external_id,
  }));
  const inserted = await insertSourced(recorder, 'valet_sessions', rows);
  return tellOutcomes(recorder, 'valet_sessions', bookings, inserted);
}
