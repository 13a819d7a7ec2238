import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints, Cents } from '@lotkeeper/contract/kernel/money';
import type {
  ConfirmablePayment,
  DeclinedPayment,
  ValetSession,
} from '@lotkeeper/contract/operations/valet';
import type { ValetStatus } from '@lotkeeper/contract/people/filter-words';
import type { RentalType } from '@lotkeeper/contract/people/rentals';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { Fragment, Sql } from '../../../kernel/data/database.ts';
import { toEpochMs } from '../../../kernel/data/epoch-ms.ts';
import { notConfirmed } from '../../../records/money/card-orders.ts';
import type { PlaceTax } from '../../../records/operations/place-taxes.ts';
import { findStayRates, selectPlaceTaxes } from '../../../records/operations/place-taxes.ts';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { Owing, ValetPayment } from './balance.rules.ts';
import { balanceAt, meteredUntil } from './balance.rules.ts';

/** A stored session, with what was paid for it. */
export interface SessionRow extends Owing {
  pk: number;
  uuid: string;
  spot_pk: number;
  status: ValetStatus;
  phone: string;
  make: string | null;
  model: string | null;
  color: string | null;
  notes: string | null;
  key_tag: string | null;
  plate: string | null;
  state: string | null;
  country: string | null;
  source: string;
  rental_type: RentalType;
  rental: string | null;
  metered: boolean;
  booked: Cents;
  rate: Rate | null;
  created_at: Instant;
  booked_for: Instant | null;
  checked_in_at: Instant | null;
  checked_out_at: Instant | null;
  checked_out_by: number | null;
  requested_at: Instant | null;
  fetching_since: Instant | null;
  fetching_by: number | null;
  /** The first name of who fetches it. */
  fetcher: string | null;
  link_number: number;
  card_processor: string | null;
  customer_ref: string | null;
  card_ref: string | null;
  card_brand: string | null;
  card_last_four: string | null;
  tax_rate: BasisPoints;
  processing_rate: BasisPoints;
  timezone: TimeZone;
  place_taxes: PlaceTax[];
  photos: string[];
  payments: ValetPayment[];
  last_order: {
    amount: Cents;
    state: string;
    confirm_by: Instant | null;
    reason: string | null;
    card_ref: string;
  } | null;
}

/** The columns of an organization's session `v`. */
export const sessionColumns = (sql: Sql, organizationId: number): Fragment => sql`
  v.pk, v.uuid, v.spot_pk, v.status, v.phone, v.make, v.model, v.color, v.notes, v.key_tag, v.plate,
  v.state, v.country, v.source, v.rental_type, v.metered, v.outstanding_balance as booked, v.rate,
  v.created_at, v.booked_for, v.checked_in_at, v.checked_out_at, v.checked_out_by, v.requested_at,
  v.fetching_since, v.fetching_by, v.link_number,
  (select p.first_name from people p where p.pk = v.fetching_by) as fetcher,
  v.card_processor, v.customer_ref, v.card_ref, v.card_brand, v.card_last_four,
  (select r.uuid from live_rentals r where r.organization_id = ${organizationId} and r.pk = v.rental_pk) as rental,
  (select o.tax_rate from organizations o where o.pk = ${organizationId}) as tax_rate,
  (select o.processing_rate from organizations o where o.pk = ${organizationId}) as processing_rate,
  (select s.timezone from spots s where s.organization_id = ${organizationId} and s.pk = v.spot_pk) as timezone,
  ${selectPlaceTaxes(sql, organizationId, sql`v.spot_pk`)} as place_taxes,
  (select coalesce(json_agg(p.image order by p.added_at, p.image), '[]') from valet_photos p
    where p.organization_id = ${organizationId} and p.session_pk = v.pk) as photos,
  (select coalesce(json_agg(json_build_object('amount', d.amount, 'base_price', d.base_price,
      'quoted_at', ${toEpochMs(sql, sql`d.quoted_at`)}) order by d.quoted_at), '[]')
    from valet_orders d
    where d.organization_id = ${organizationId} and d.session_pk = v.pk and d.state = 'paid') as payments,
  (select json_build_object('amount', d.amount, 'state', d.state, 'reason', d.reason, 'card_ref', d.card_ref,
      'confirm_by', ${toEpochMs(sql, sql`d.confirm_by`)})
    from valet_orders d where d.organization_id = ${organizationId} and d.session_pk = v.pk
    order by d.created_at desc, d.pk desc limit 1) as last_order`;

/** The rates of a session: those of the day when the car was checked in, for a stay as long as the time charged by then. */
export const findSessionRates = (row: SessionRow, at: Instant) =>
  findStayRates(row, row.checked_in_at ?? row.created_at, meteredUntil(row, at));

/** A session's car; null = not entered yet. */
export const toCar = ({ plate, state, country }: SessionRow) =>
  plate === null ? null : { plate, state: state ?? '', country: country ?? '' };

/** A session's last payment, if the driver had to confirm it and it isn't paid. */
function toPayment({ status, last_order }: SessionRow): ConfirmablePayment | null {
  if (status === 'ended' || !last_order || last_order.state === 'paid') return null;
  const { amount, state, confirm_by, reason } = last_order;
  if (confirm_by === null || (state === 'failed' && reason !== notConfirmed)) return null;
  return { amount, state: state === 'sending' ? 'confirming' : 'not_confirmed', confirm_by };
}

/** A session's card on file. */
export const toCard = ({ card_brand: brand, card_last_four: last_four }: SessionRow) =>
  brand && last_four ? { brand, last_four } : null;

/** A session's last payment, if its card was declined and is still the one on file. */
export function toDecline(row: SessionRow): DeclinedPayment | null {
  const { status, last_order: order } = row;
  if (status !== 'active' || order?.state !== 'failed' || order.card_ref !== row.card_ref)
    return null;
  if (order.reason === null || order.reason === notConfirmed) return null;
  return { amount: order.amount, reason: order.reason, card: toCard(row) };
}

/** Builds a session for the wire, as of a given time. */
export const createSessionSerializer =
  (pictures: PictureAddresses, organization: number, now: Instant) =>
  (row: SessionRow): ValetSession => ({
    pk: row.pk,
    uuid: row.uuid,
    status: row.status,
    phone: row.phone,
    make: row.make,
    model: row.model,
    color: row.color,
    notes: row.notes,
    key_tag: row.key_tag,
    car_details: toCar(row),
    outstanding_balance: balanceAt(row, findSessionRates(row, now), now),
    rental_type: row.rental_type,
    rental: row.rental,
    created_at: row.created_at,
    booked_for: row.booked_for,
    checked_in_at: row.checked_in_at,
    checked_out_at: row.checked_out_at,
    requested_at: row.requested_at,
    fetching:
      row.fetching_since === null ? null : { by: row.fetcher ?? '', since: row.fetching_since },
    payment: toPayment(row),
    decline: toDecline(row),
    photos: row.photos.map((uuid) => ({ url: pictures.addressOf({ organization, uuid }, now) })),
  });
