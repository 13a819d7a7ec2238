import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { computePercentile } from '../median.ts';

/** What a load generator does. */
export interface LoadOrder {
  port: number;
  connections: number;
  /** The connections are opened one after the other over this time, at once without it. */
  openingMs?: number;
  /** Seconds at the start whose answers don't count. */
  warmUp?: number;
  seconds: number;
  /** Taken in turn by the connections; '' = none. */
  tokens: readonly string[];
  /** Each request takes one at random. */
  paths: readonly string[];
  /** Sent with POST to the path, as JSON, instead of GET requests. */
  images?: { spot: number };
  /** Whether it honors the retry time of a refusal. */
  isPatient?: boolean;
}

export interface LoadResult {
  /** 0 = no answer at all. */
  statuses: Record<number, number>;
  /** Milliseconds of all answers but refusals. */
  times: number[];
  /** Milliseconds from the first request until the first refusal; null = none was refused. */
  firstRefusalMs: number | null;
  /** Milliseconds of refusals that are the first on their connection or come after the wait. */
  promptRefusals: number[];
  /** Processor time used, as a share of one processor. */
  cpuShare: number;
  /** How long answers counted. */
  seconds: number;
}

const run = promisify(execFile);

/** Runs a program of a load in a process of its own, and returns the JSON that it prints. */
export async function runProcess<T>(file: string, order: { seconds: number }): Promise<T> {
  const { stdout } = await run(process.execPath, [file, JSON.stringify(order)], {
    timeout: (order.seconds + 60) * 1000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}

/** Loads a server for a few seconds, each connection asking again as it is answered. */
export const load = (order: LoadOrder): Promise<LoadResult> =>
  runProcess(join(import.meta.dirname, 'load-process.ts'), order);

/** Loads a server; returns requests a second and their milliseconds, without those that were refused for lack of room. */
export async function measureLoad(order: LoadOrder) {
  const { statuses, times, seconds } = await load(order);
  const { 200: answered = 0, 503: refused = 0, ...others } = statuses;
  const failed = Object.values(others).reduce((sum, count) => sum + count, 0);
  if (failed > 0) throw new Error(`${failed} answers of ${order.paths[0]} failed.`);
  return {
    perSecond: answered / seconds,
    median: computePercentile(times, 0.5),
    p99: computePercentile(times, 0.99),
    refused,
  };
}
