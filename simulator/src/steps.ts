import {
  changeRentals,
  endRentals,
  ingestPayments,
  ingestRefunds,
  ingestRentals,
  ingestReviews,
} from '@lotkeeper/contract/intake/ingest';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { ItemOfBatch } from './client.ts';
import type { Driver } from './world/drivers.ts';

/** A camera's reading of a passing car. */
export interface Reading {
  direction: 'Entrance' | 'Exit';
  /** The actual car; `plate` is what the camera reads. */
  driver: Driver;
  plate: string;
  /** The state that the camera reads; null = none. */
  state: string | null;
  /** 0 to 1. */
  confidence: number;
  /** By the camera's clock. */
  captured_at: Instant;
  /** The camera's ID of the event; the same ID sent twice is the same event. */
  event: string;
}

/** A camera's message that is sent. */
export interface ReadStep {
  at: Instant;
  kind: 'read';
  reading: Reading;
}

/** Something that the outside world sends to Lotkeeper at some time of the simulated day. */
export type Step = ReadStep | OtherStep;

/** What drivers, the app and booking sites send. */
export type OtherStep = { at: Instant } & (
  | { kind: 'rental'; item: ItemOfBatch<typeof ingestRentals> }
  | { kind: 'change'; item: ItemOfBatch<typeof changeRentals> }
  | { kind: 'end'; item: ItemOfBatch<typeof endRentals> }
  | { kind: 'payment'; item: ItemOfBatch<typeof ingestPayments> }
  | { kind: 'refund'; item: ItemOfBatch<typeof ingestRefunds> }
  | { kind: 'review'; item: ItemOfBatch<typeof ingestReviews> }
);

/** Where steps are sent, in the order of steps that are due at the same time. */
export const endpointsInOrder = [
  ['rental', ingestRentals],
  ['change', changeRentals],
  ['end', endRentals],
  ['payment', ingestPayments],
  ['refund', ingestRefunds],
  ['review', ingestReviews],
] as const;
