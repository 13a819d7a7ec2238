import type {
  ImageItem,
  NoteItem,
  PaymentItem,
  ReadItem,
  RefundItem,
  RentalChangeItem,
  RentalEndItem,
  RentalItem,
  ReviewItem,
  ValetItem,
  VisitItem,
} from '@lotkeeper/contract/intake/ingest-items';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { FileStore } from '../../../kernel/data/files.ts';
import { must } from '../../../kernel/must.ts';
import type { CameraRow } from '../../../records/cars/cameras.ts';
import { ensureCameras } from '../../../records/cars/cameras.ts';
import type { PlateReadInput } from '../../../records/cars/plate-reads.ts';
import { recordPlateReads } from '../../../records/cars/plate-reads.ts';
import { isTooEarly, judgeReadTime } from '../../../records/cars/read-times.ts';
import { recordNotes } from '../../../records/cars/timeline-notes.ts';
import { recordOutsideVisits } from '../../../records/cars/visits/outside-visits.ts';
import { refuse } from '../../../records/money/corrections.ts';
import { recordPayments, recordRefunds } from '../../../records/money/payments.ts';
import { recordValetBookings } from '../../../records/operations/valet-sessions.ts';
import { changeRentals, endRentals } from '../../../records/people/rental-changes.ts';
import { recordSentRentals } from '../../../records/people/rentals.ts';
import { recordReviews } from '../../../records/people/reviews.ts';
import type { Recorder, RefusedItem } from '../../../records/recorder.ts';
import { ItemsClash } from '../../../records/recorder.ts';
import type { Settling } from '../../cars/visits/public.ts';
import { settleReads } from '../../cars/visits/public.ts';
import { buildMovements, toChargeMovements } from './ingest.rules.ts';
import type { Kind, Placed } from './ingest-batch.ts';
import { checkImages, recordPictures } from './ingest-images.ts';

export const rentalKind: Kind<RentalItem> = {
  decidesVisits: (items) => items.flatMap(({ car }) => car?.plate ?? []),
  namesSpots: true,
  record: (recorder, items) =>
    recordSentRentals(
      recorder,
      items.map((item) => ({ ...item, movements: buildMovements(item) })),
    ),
};

export const rentalChangeKind: Kind<RentalChangeItem> = {
  decidesVisits: true,
  mayRepeat: true,
  record: changeRentals,
};

export const rentalEndKind: Kind<RentalEndItem> = {
  decidesVisits: true,
  mayRepeat: true,
  record: (recorder, items) =>
    endRentals(
      recorder,
      items.map((item) => ({ ...item, movements: toChargeMovements(item.charges) })),
    ),
};

export const paymentKind: Kind<PaymentItem> = { decidesVisits: true, record: recordPayments };

export const refundKind: Kind<RefundItem> = {
  record: (recorder, items) =>
    recordRefunds(
      recorder,
      items.map((item) => ({ ...item, kind: 'refund' })),
    ),
};

export const visitKind: Kind<VisitItem> = {
  mayRepeat: true,
  record: async (recorder, items, now) => {
    await checkImages(recorder, items, (visit) => ({
      entrance_image: visit.entrance_image,
      exit_image: visit.exit_image,
      entrance_plate_image: visit.entrance_plate_image,
      exit_plate_image: visit.exit_plate_image,
    }));
    return recordOutsideVisits(recorder, items, now);
  },
};

/** A camera's id, which its sender chooses per property. */
const cameraRef = ({ spot_pk, camera }: Placed<ReadItem>) => `${spot_pk}/${camera}`;

function plateRead(
  recorder: Recorder,
  item: Placed<ReadItem>,
  camera: CameraRow,
  now: Instant,
): PlateReadInput {
  const { camera: _, event, vehicle, captured_at, ...read } = item;
  const { clock_offset_ms } = camera;
  const since = recorder.sinceOf(item.spot_pk);
  return {
    ...read,
    ...judgeReadTime(captured_at, { received_at: now, since, clock_offset_ms }),
    clock_offset_ms,
    camera_pk: camera.pk,
    direction: item.direction ?? camera.direction,
    received_at: now,
    event_keys: event === null ? [] : [`${item.source}/${event}`],
    candidates: item.candidates.length > 0 ? item.candidates : null,
    make: vehicle?.make ?? null,
    model: vehicle?.model ?? null,
    color: vehicle?.color ?? null,
    vehicle_type: vehicle?.type ?? null,
  };
}

const tooEarly = refuse(
  'captured_at',
  'Before the property was set up here. Send what happened before as visits: POST /api/ingest/visits/.',
);

async function recordReads(
  recorder: Recorder,
  items: Placed<ReadItem>[],
  now: Instant,
  settling: Settling,
) {
  const cameraInputs = items.map((item) => ({
    feed_pk: null,
    camera_ref: cameraRef(item),
    name: item.camera,
    spot_pk: item.spot_pk,
    // A person sets a camera's direction; until then each read has its own.
    direction: null,
  }));
  const [cameras] = await Promise.all([
    ensureCameras(recorder, null, cameraInputs, now),
    checkImages(recorder, items, ({ image, plate_image }) => ({ image, plate_image })),
  ]);
  const cameraOf = (item: Placed<ReadItem>) => must(cameras.get(cameraRef(item)), 'camera');
  // Past reads from a gateway are history; treated as times of a lost clock, their cars would arrive now.
  const earlyItems = items.flatMap((item, index): [number, RefusedItem][] => {
    const at = instant(item.captured_at - cameraOf(item).clock_offset_ms);
    return isTooEarly(at, recorder.sinceOf(item.spot_pk)) ? [[index, tooEarly]] : [];
  });
  if (earlyItems.length > 0) throw new ItemsClash(new Map(earlyItems));
  const reads = items.map((item) => plateRead(recorder, item, cameraOf(item), now));
  const recordedReads = await recordPlateReads(recorder, reads, now);
  await settleReads(recorder, recordedReads, { now, settling });
  return recordedReads.recorded;
}

export const readKind: Kind<ReadItem> = {
  namesSpots: true,
  settlesVisits: true,
  record: recordReads,
};

export const reviewKind: Kind<ReviewItem> = { record: recordReviews };

export const noteKind: Kind<NoteItem> = {
  record: async (recorder, items) => {
    await checkImages(recorder, items, ({ images }) =>
      Object.fromEntries(images.map((uuid, index) => [`images.${index}`, uuid])),
    );
    const notes = items.map((item) => ({ ...item, kind: 'maintenance' as const }));
    return recordNotes(recorder, notes);
  },
};

export const imageKind = (files: FileStore): Kind<ImageItem> => ({
  record: (recorder, items) => recordPictures(recorder, items, files),
});

export const valetKind: Kind<ValetItem> = {
  record: recordValetBookings,
  liveEvent: 'server:valet',
};
