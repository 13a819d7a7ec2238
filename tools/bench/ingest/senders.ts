import { join } from 'node:path';
import { runProcess } from '../load/load.ts';

/** An organization that sends: its key and its lots. */
export interface Sender {
  organization: number;
  key: string;
  lots: readonly number[];
}

export interface SendOrder {
  port: number;
  senders: readonly Sender[];
  /** Concurrent calls. */
  connections: number;
  what: 'rentals' | 'reads';
  /** Items per call. */
  batch: number;
  warmUp: number;
  seconds: number;
  /** The data set's present in ms. */
  now: number;
}

/** Items per second, the milliseconds of each call, and how many items weren't recorded. */
export interface SendResult {
  perSecond: number;
  median: number;
  p99: number;
  failed: number;
}

/** Sends batches from its own process; each connection sends the next one as soon as it gets a response. */
export const send = (order: SendOrder): Promise<SendResult> =>
  runProcess(join(import.meta.dirname, 'send-process.ts'), order);
