import {
  changeRentals,
  endRentals,
  ingestImages,
  ingestNotes,
  ingestPayments,
  ingestReads,
  ingestRefunds,
  ingestRentals,
  ingestReviews,
  ingestValet,
  ingestVisits,
} from '@lotkeeper/contract/intake/ingest';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { recordBatch } from './ingest-batch.ts';
import {
  imageKind,
  noteKind,
  paymentKind,
  readKind,
  refundKind,
  rentalChangeKind,
  rentalEndKind,
  rentalKind,
  reviewKind,
  valetKind,
  visitKind,
} from './ingest-kinds.ts';

/** Bookings, payments, and camera data that other systems send. */
export function ingestRoutes(
  serve: Serve,
  { publish, files }: { publish: Publish; files: FileStore },
): void {
  serve(ingestRentals, (call) => recordBatch(call, publish, rentalKind));
  serve(changeRentals, (call) => recordBatch(call, publish, rentalChangeKind));
  serve(endRentals, (call) => recordBatch(call, publish, rentalEndKind));
  serve(ingestPayments, (call) => recordBatch(call, publish, paymentKind));
  serve(ingestRefunds, (call) => recordBatch(call, publish, refundKind));
  serve(ingestVisits, (call) => recordBatch(call, publish, visitKind));
  serve(ingestReads, (call) => recordBatch(call, publish, readKind));
  serve(ingestReviews, (call) => recordBatch(call, publish, reviewKind));
  serve(ingestNotes, (call) => recordBatch(call, publish, noteKind));
  serve(ingestImages, (call) => recordBatch(call, publish, imageKind(files)));
  serve(ingestValet, (call) => recordBatch(call, publish, valetKind));
}
