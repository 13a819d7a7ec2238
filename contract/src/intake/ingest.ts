import { byMachine } from '../kernel/access.ts';
import { batchAnswer } from '../kernel/batch.ts';
import { endpoint } from '../kernel/endpoint.ts';
import {
  imageItem,
  noteItem,
  paymentItem,
  readItem,
  refundItem,
  rentalChangeItem,
  rentalEndItem,
  rentalItem,
  reviewItem,
  valetItem,
  visitItem,
} from './ingest-items.ts';

/** Maximum bytes of a batch. */
const batchBytes = 4 * 1024 * 1024;
/** Maximum bytes of a batch of images. */
const pictureBatchBytes = 16 * 1024 * 1024;

export const ingestRentals = endpoint({
  method: 'POST',
  path: '/api/ingest/rentals/',
  summary: 'Records rentals with their payments',
  access: byMachine('rentals'),
  items: rentalItem,
  answer: batchAnswer,
  failure: 'Could not record the rentals',
  bodyLimit: batchBytes,
});

export const changeRentals = endpoint({
  method: 'PATCH',
  path: '/api/ingest/rentals/',
  summary: 'Changes rentals; the latest change wins, in whatever order they arrive',
  access: byMachine('rentals'),
  items: rentalChangeItem,
  answer: batchAnswer,
  failure: 'Could not change the rentals',
  bodyLimit: batchBytes,
});

export const endRentals = endpoint({
  method: 'POST',
  path: '/api/ingest/rentals/end/',
  summary: 'Ends rentals, with payments and refunds since',
  access: byMachine('rentals'),
  items: rentalEndItem,
  answer: batchAnswer,
  failure: 'Could not end the rentals',
  bodyLimit: batchBytes,
});

export const ingestPayments = endpoint({
  method: 'POST',
  path: '/api/ingest/payments/',
  summary: 'Records further charges of rentals, penalties, and payments of violations',
  access: byMachine('payments'),
  items: paymentItem,
  answer: batchAnswer,
  failure: 'Could not record the payments',
  bodyLimit: batchBytes,
});

export const ingestRefunds = endpoint({
  method: 'POST',
  path: '/api/ingest/refunds/',
  summary: 'Records refunds, up to what the driver paid for the rental',
  access: byMachine('payments'),
  items: refundItem,
  answer: batchAnswer,
  failure: 'Could not record the refunds',
  bodyLimit: batchBytes,
});

export const ingestVisits = endpoint({
  method: 'POST',
  path: '/api/ingest/visits/',
  summary: 'Records visits that the sender paired itself; an exit may follow later',
  access: byMachine('visits'),
  items: visitItem,
  answer: batchAnswer,
  failure: 'Could not record the visits',
  bodyLimit: batchBytes,
});

export const ingestReads = endpoint({
  method: 'POST',
  path: '/api/ingest/reads/',
  summary: 'Records plate reads, which are paired into visits',
  access: byMachine('reads'),
  items: readItem,
  answer: batchAnswer,
  failure: 'Could not record the plate reads',
  bodyLimit: batchBytes,
});

export const ingestReviews = endpoint({
  method: 'POST',
  path: '/api/ingest/reviews/',
  summary: 'Records drivers’ reviews',
  access: byMachine('reviews'),
  items: reviewItem,
  answer: batchAnswer,
  failure: 'Could not record the reviews',
  bodyLimit: batchBytes,
});

export const ingestNotes = endpoint({
  method: 'POST',
  path: '/api/ingest/notes/',
  summary: 'Records maintenance notes for the timeline',
  access: byMachine('notes'),
  items: noteItem,
  answer: batchAnswer,
  failure: 'Could not record the notes',
  bodyLimit: batchBytes,
});

export const ingestImages = endpoint({
  method: 'POST',
  path: '/api/ingest/images/',
  summary: 'Stores images and returns the UUIDs that visits, reads and notes refer to',
  access: byMachine('images'),
  items: imageItem,
  answer: batchAnswer,
  failure: 'Could not store the images',
  bodyLimit: pictureBatchBytes,
});

export const ingestValet = endpoint({
  method: 'POST',
  path: '/api/ingest/valet/',
  summary: 'Records valet bookings; each gets a code for its driver',
  access: byMachine('valet'),
  items: valetItem,
  answer: batchAnswer,
  failure: 'Could not record the valet bookings',
  bodyLimit: batchBytes,
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  items: 'The records to send, 1 to 1,000. Each is answered by itself.',
};
