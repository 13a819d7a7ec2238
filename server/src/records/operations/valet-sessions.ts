import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import { newShortCode } from '../../kernel/access/secrets.ts';
import type { Tx } from '../../kernel/data/database.ts';
import { defineJob, enqueueOnce } from '../../kernel/data/jobs.ts';
import type { CardOnFile } from '../../processor/processor.ts';
import type { Recorded, Recorder } from '../recorder.ts';
import { insertSourced, listOutcomes, timestampCell } from '../recorder.ts';

/** A valet booking, or a driver who came without one; the car may not be known yet. */
export interface ValetBooking {
  source: string;
  external_id: string;
  spot_pk: number;
  /** E.164. */
  phone: string;
  booked_for: Instant | null;
  /** Absent = generated. */
  uuid?: string;
  /** When it was made; absent = now. */
  created_at?: Instant;
  rental_type: RentalType;
  outstanding_balance: Cents;
  /** Whether the parked time is charged, because there is no booking with a price. */
  metered?: boolean;
  plate: string | null;
  state: string | null;
  country: PlateCountry | null;
  make: string | null;
  model: string | null;
  color: string | null;
  notes: string | null;
}

/** Generates the given number of codes that no session of the organization has. */
export async function freeCodes(
  recorder: Pick<Recorder, 'tx' | 'organizationId'>,
  count: number,
): Promise<string[]> {
  const { tx, organizationId } = recorder;
  const codes = new Set<string>();
  while (codes.size < count) {
    while (codes.size < count) codes.add(newShortCode());
    const existingCodes = await tx<{ code: string }[]>`
      select code from valet_sessions
      where organization_id = ${organizationId} and code = any (${[...codes]}::text[])`;
    for (const { code } of existingCodes) codes.delete(code);
  }
  return [...codes];
}

/** Texts drivers the code of their valet session and a link; `asked_at` distinguishes one text from the next. */
export const valetCodeJob = defineJob<{
  organization_id: number;
  session_pk: number;
  asked_at: number;
}>('send_valet_code', { waitsForOthers: true });

/** Queues texting the codes of sessions to their drivers. */
export async function queueValetCodes(
  { tx, organizationId }: Pick<Recorder, 'tx' | 'organizationId'>,
  sessions: readonly number[],
  now: Instant,
): Promise<void> {
  const sortedSessions = sessions.toSorted((a, b) => a - b);
  // Sent in one round trip and run in key order, so that writers can't deadlock.
  await Promise.all(
    sortedSessions.map((session_pk) => {
      const payload = { organization_id: organizationId, session_pk, asked_at: now };
      const key = `send_valet_code:${session_pk}`;
      return enqueueOnce(tx, valetCodeJob, payload, { key, runAt: now });
    }),
  );
}

/** Records pending sessions, each with its own code, which isn't texted to anyone; returns the new ones. */
export async function insertSessions(
  recorder: Recorder,
  bookings: readonly ValetBooking[],
  now: Instant,
) {
  const codes = await freeCodes(recorder, bookings.length);
  const rows = bookings.map((booking, index) => ({
    uuid: booking.uuid ?? crypto.randomUUID(),
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
    metered: booking.metered ?? false,
    booked_for: timestampCell(booking.booked_for),
    created_at: timestampCell(booking.created_at ?? now),
    source: booking.source,
    external_id: booking.external_id,
  }));
  return insertSourced(recorder, 'valet_sessions', rows);
}

/** Records valet bookings as pending sessions, each with its own code, which is texted to the driver. */
export async function recordValetBookings(
  recorder: Recorder,
  bookings: readonly ValetBooking[],
  now: Instant,
): Promise<Recorded[]> {
  const inserted = await insertSessions(recorder, bookings, now);
  await queueValetCodes(
    recorder,
    inserted.map(({ pk }) => pk),
    now,
  );
  return listOutcomes(recorder, 'valet_sessions', bookings, inserted);
}

/** The changes to a session; missing fields stay. */
export interface ValetChange {
  status?: 'active' | 'ended';
  rental_type?: RentalType;
  plate?: string | null | undefined;
  state?: string | null | undefined;
  country?: PlateCountry | null | undefined;
  make?: string | null | undefined;
  model?: string | null | undefined;
  color?: string | null | undefined;
  notes?: string | null | undefined;
  key_tag?: string | null | undefined;
  rate?: object | null;
  rental_pk?: number;
  requested_at?: Instant;
  fetching_since?: Instant;
  fetching_by?: number;
  phone?: string;
  code?: string;
  link_number?: number;
  checked_in_at?: Instant;
  checked_in_by?: number;
  checked_out_at?: Instant;
  checked_out_by?: number;
  card_processor?: string;
  customer_ref?: string;
  card_ref?: string;
  card_brand?: string;
  card_last_four?: string;
}

/** A card on file, as a session stores it. */
export const onFile = (processor: string, card: CardOnFile): ValetChange => ({
  card_processor: processor,
  customer_ref: card.customer_ref,
  card_ref: card.card_ref,
  card_brand: card.brand,
  card_last_four: card.last_four,
});

/** Changes a session, which must be locked by `lockValetSession`. */
export async function changeValetSession(
  { tx, organizationId }: { tx: Tx; organizationId: number },
  pk: number,
  { rate, ...change }: ValetChange,
): Promise<void> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const cells = {
    ...Object.fromEntries(given),
    ...(rate === undefined ? {} : { rate: rate && tx.json(rate) }),
  };
  if (Object.keys(cells).length === 0) return;
  await tx`
    update valet_sessions set ${tx.assignments(cells)} where organization_id = ${organizationId} and pk = ${pk}`;
}

/** Locks a session before it is changed, and before anything that writes the ledger; false = it doesn't exist. */
export async function lockValetSession(
  { tx, organizationId }: { tx: Tx; organizationId: number },
  pk: number,
): Promise<boolean> {
  const rows = await tx`
    select from valet_sessions where organization_id = ${organizationId} and pk = ${pk}
    for no key update`;
  return rows.length > 0;
}

/** Remembers that a person has entered a session's code. */
export async function recordVerification(
  { tx, organizationId }: { tx: Tx; organizationId: number },
  verification: { session_pk: number; person_pk: number },
  now: Instant,
): Promise<void> {
  const row = { organization_id: organizationId, ...verification, verified_at: now };
  await tx`
    insert into valet_verifications ${tx.values(row)}
    on conflict (organization_id, session_pk, person_pk) do update set verified_at = excluded.verified_at`;
}

/** Adds a photo to a session; an existing one isn't changed. */
export async function recordValetPhoto(
  { tx, organizationId }: { tx: Tx; organizationId: number },
  photo: { session_pk: number; image: string; added_by: number },
  now: Instant,
): Promise<void> {
  const row = { organization_id: organizationId, ...photo, added_at: now };
  await tx`insert into valet_photos ${tx.values(row)} on conflict do nothing`;
}
