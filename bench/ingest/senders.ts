import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

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

const run = promisify(execFile);

/** Sends batches from a process of its own, each connection again as it is answered. */
export async function send(order: SendOrder): Promise<SendResult> {
  const file = join(import.meta.dirname, 'send-process.ts');
  const { stdout } = await run(process.execPath, [file, JSON.stringify(order)], {
    timeout: (order.warmUp + order.seconds + 60) * 1000,
  });
  return JSON.parse(stdout) as SendResult;
}
