import { forgetDeliveries } from '../../../records/platform/webhook-events.ts';
import { deleteVisitors } from '../../../records/trust/delete-visitors.ts';
import { deleteImages } from '../../../records/trust/deletions.ts';
import { forgetCars } from '../../../records/trust/forget-cars.ts';
import { listSharedImages } from './erase-sightings.ts';
import type { EraseBatch } from './erase-steps.ts';
import { listDueKeys, listDuePks } from './erase-steps.ts';

/** A violation keeps number, times, and amount. Its new plate can't be a car's: those have no spaces in their key. */
export const eraseViolations: EraseBatch = async (tx, { search, deleter }) => {
  const { organizationId } = search;
  const pks = await listDuePks(tx, search, 'violations');
  if (pks.length === 0) return null;
  const rows = await tx<{ image: string | null }[]>`
    select image from violations
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
  const uuids = rows.flatMap(({ image }) => image ?? []);
  const shared = await listSharedImages(tx, search, uuids);
  const { deleted } = await deleteImages(
    tx,
    deleter,
    uuids.filter((uuid) => !shared.has(uuid)),
  );
  await tx`
    update violations set plate = 'Deleted', plate_key = 'deleted ' || pk, state = null, image = null
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
  await forgetDeliveries(tx, organizationId, 'violation', pks);
  return { violations: pks.length, images: deleted };
};

/** An appeal keeps reason, times, and decision. */
export const eraseAppeals: EraseBatch = async (tx, { search, deleter }) => {
  const { organizationId } = search;
  const pks = await listDuePks(tx, search, 'appeals');
  if (pks.length === 0) return null;
  const images = await tx<{ image: string }[]>`
    select image from appeal_images
    where organization_id = ${organizationId} and appeal_pk = any (${pks}::bigint[])`;
  const { deleted } = await deleteImages(
    tx,
    deleter,
    images.map(({ image }) => image),
  );
  await tx`
    update appeals set text = '', answer = null, email = null, phone = null
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
  return { appeals: pks.length, images: deleted };
};

/** A valet session keeps times, rate, and payments, with the processor's ids of them. */
export const eraseSessions: EraseBatch = async (tx, { search, deleter }) => {
  const { organizationId } = search;
  const pks = await listDuePks(tx, search, 'valet_sessions');
  if (pks.length === 0) return null;
  const photos = await tx<{ image: string }[]>`
    select image from valet_photos
    where organization_id = ${organizationId} and session_pk = any (${pks}::bigint[])`;
  const { deleted } = await deleteImages(
    tx,
    deleter,
    photos.map(({ image }) => image),
  );
  await tx`
    update valet_sessions set phone = '', plate = null, state = null, country = null, make = null,
      model = null, color = null, notes = null, key_tag = null
    where organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
  return { valet_sessions: pks.length, images: deleted };
};

/** Rows of uploads: refused ones, and previous values of visitors. */
export const eraseUploads: EraseBatch = async (tx, { search }) => {
  const { organizationId } = search;
  const keys = await listDueKeys(tx, search, 'uploads');
  if (keys.length === 0) return null;
  await tx`
    delete from refused_visitor_rows
    where organization_id = ${organizationId}
      and lpad(import_pk::text, 20, '0') || lpad(line::text, 20, '0') = any (${keys}::text[])`;
  await tx`
    delete from refused_history_rows
    where organization_id = ${organizationId}
      and 'history ' || lpad(import_pk::text, 20, '0') || lpad(line::text, 20, '0') = any (${keys}::text[])`;
  await tx`
    delete from visitor_import_changes
    where organization_id = ${organizationId}
      and lpad(import_pk::text, 20, '0') || ' ' || lpad(visitor_pk::text, 20, '0') = any (${keys}::text[])`;
  return { uploads: keys.length };
};

export const eraseVisitors: EraseBatch = async (tx, { search }) => {
  const pks = await listDuePks(tx, search, 'visitors');
  if (pks.length === 0) return null;
  return { visitors: await deleteVisitors(tx, search.organizationId, pks, search.now) };
};

export const eraseServiceCars: EraseBatch = async (tx, { search }) => {
  const pks = await listDuePks(tx, search, 'service_cars');
  if (pks.length === 0) return null;
  await tx`
    delete from service_cars
    where organization_id = ${search.organizationId} and pk = any (${pks}::bigint[])`;
  return { service_cars: pks.length };
};

/**
 * Rentals keep times and money, and lose their renter. Those of a plate get a car without one, the same for all rentals
 * of a car, so that figures of returning drivers don't change.
 */
export const eraseRentals: EraseBatch = async (tx, { search, request }) => {
  const { organizationId, subject } = search;
  const pks = await listDuePks(tx, search, 'rentals');
  if (pks.length === 0) return null;
  const ofRentals = tx`organization_id = ${organizationId} and pk = any (${pks}::bigint[])`;
  const name = `deleted by request ${request} `;
  if (subject.kind === 'plate') {
    await tx`
      insert into cars (organization_id, plate, plate_key, state, country)
      select ${organizationId}, 'Deleted', ${name}::text || c.pk, c.state, c.country from cars c
      where c.organization_id = ${organizationId} and c.pk in (select car_pk from rentals where ${ofRentals})
      order by c.pk on conflict do nothing`;
    await tx`
      update rentals r set car_pk = a.pk from cars a
      where r.organization_id = ${organizationId} and r.pk = any (${pks}::bigint[])
        and a.organization_id = ${organizationId} and a.plate_key = ${name}::text || r.car_pk`;
  }
  await tx`
    update rentals set renter_first_name = null, renter_last_name = null, renter_email = null,
      renter_phone = null where ${ofRentals}`;
  await forgetDeliveries(tx, organizationId, 'rental', pks);
  return { rentals: pks.length };
};

export const eraseBulkRentals: EraseBatch = async (tx, { search }) => {
  const pks = await listDuePks(tx, search, 'bulk_rentals');
  if (pks.length === 0) return null;
  await tx`
    update bulk_rentals set owner_email = ''
    where organization_id = ${search.organizationId} and pk = any (${pks}::bigint[])`;
  return { bulk_rentals: pks.length };
};

/** The cars of the plate that no remaining row refers to. */
export const eraseCars: EraseBatch = async (tx, { search }) => {
  const { organizationId, subject } = search;
  if (subject.kind !== 'plate') return null;
  const cars = await tx<{ pk: number }[]>`
    select pk from cars where organization_id = ${organizationId} and plate_key = ${subject.key}
      and (${subject.state}::text is null or state in ('', ${subject.state}))
    order by pk for update`;
  await forgetCars(
    tx,
    organizationId,
    cars.map(({ pk }) => pk),
  );
  return null;
};
