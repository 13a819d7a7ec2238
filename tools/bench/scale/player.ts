import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sender } from '../ingest/senders.ts';

/** A person with open pages: their session, and the paths that the pages request. */
export interface Viewer {
  token: string;
  paths: readonly string[];
}

export interface PlayOrder {
  port: number;
  senders: readonly Sender[];
  viewers: readonly Viewer[];
  carsPerSecond: number;
  pagesPerSecond: number;
  imageBytes: number;
  seconds: number;
}

export const callKinds = ['image', 'read', 'rental', 'page'] as const;
export type CallKind = (typeof callKinds)[number];

/** Results for one kind of call: the number of responses, and their milliseconds including retries. */
export interface KindResult {
  answered: number;
  /** How often a call was asked to retry later. */
  refused: number;
  failed: number;
  median: number;
  p99: number;
  worst: number;
  /** The message of the first failure. */
  failure: string | null;
}

export type PlayResult = Record<CallKind, KindResult>;

const run = promisify(execFile);

/** Plays traffic from its own process, on schedule, however slow the responses are. */
export async function play(order: PlayOrder): Promise<PlayResult> {
  const child = run(process.execPath, [join(import.meta.dirname, 'play-process.ts')], {
    timeout: (order.seconds + 120) * 1000,
  });
  // Too long for an argument: the senders of 10,000 properties.
  child.child.stdin?.end(JSON.stringify(order));
  const { stdout } = await child;
  return JSON.parse(stdout) as PlayResult;
}
