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
  /** Items of a call. */
  batch: number;
  warmUp: number;
  seconds: number;
  /** The data set's present in ms. */
  now: number;
}

/** Items a second, the milliseconds of a call, and how many items were not recorded. */
export interface SendResult {
  perSecond: number;
  median: number;
  p99: number;
  failed: number;
}

/** Sends batches from a process of its own, each connection again as it is answered. */
export const send = (order: SendOrder): Promise<SendResult> =>
  runProcess(join(import.meta.dirname, 'send-process.ts'), order);
