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
} from '@lotkeeper/contract/ingest';
import type { FileStore } from '../../kernel/files.ts';
import type { Live } from '../../kernel/live.ts';
import type { Serve } from '../../kernel/serve.ts';
import { recordBatch } from './ingest.batch.ts';
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
} from './ingest.kinds.ts';

/** What other systems send of bookings, payments and cameras. */
export function ingestRoutes(
  serve: Serve,
  { tell, files }: { tell: Live['tell']; files: FileStore },
): void {
  serve(ingestRentals, (call) => recordBatch(call, tell, rentalKind));
  serve(changeRentals, (call) => recordBatch(call, tell, rentalChangeKind));
  serve(endRentals, (call) => recordBatch(call, tell, rentalEndKind));
  serve(ingestPayments, (call) => recordBatch(call, tell, paymentKind));
  serve(ingestRefunds, (call) => recordBatch(call, tell, refundKind));
  serve(ingestVisits, (call) => recordBatch(call, tell, visitKind));
  serve(ingestReads, (call) => recordBatch(call, tell, readKind));
  serve(ingestReviews, (call) => recordBatch(call, tell, reviewKind));
  serve(ingestNotes, (call) => recordBatch(call, tell, noteKind));
  serve(ingestImages, (call) => recordBatch(call, tell, imageKind(files)));
  serve(ingestValet, (call) => recordBatch(call, tell, valetKind));
}
