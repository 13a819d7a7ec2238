import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { computePercentile } from '../median.ts';

/** The work of a load generator. */
export interface LoadOrder {
  port: number;
  connections: number;
  /** The connections are opened one after the other over this time; without it, all at once. */
  openingMs?: number;
  /** Seconds at the start whose responses don't count. */
  warmUp?: number;
  seconds: number;
  /** Used by the connections in turn; '' = none. */
  tokens: readonly string[];
  /** Each request uses a random one. */
  paths: readonly string[];
  /** Sends this to the path as JSON with POST, instead of GET requests. */
  images?: { spot: number };
  /** Whether it honors the retry time of a refusal. */
  isPatient?: boolean;
}

export interface LoadResult {
  /** 0 = no response. */
  statuses: Record<number, number>;
  /** Milliseconds of all responses except refusals. */
  times: number[];
  /** Milliseconds from the first request to the first refusal; null = nothing was refused. */
  firstRefusalMs: number | null;
  /** Milliseconds of refusals that are the first on their connection or follow the requested wait. */
  promptRefusals: number[];
  /** Processor time used, as a share of one processor. */
  cpuShare: number;
  /** Seconds during which responses counted. */
  seconds: number;
}

const run = promisify(execFile);

/** Runs a load program in its own process, and returns the JSON that it prints. */
export async function runProcess<T>(file: string, order: { seconds: number }): Promise<T> {
  const { stdout } = await run(process.execPath, [file, JSON.stringify(order)], {
    timeout: (order.seconds + 60) * 1000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as T;
}

/** Loads a server for some seconds; each connection sends its next request as soon as it gets a response. */
export const load = (order: LoadOrder): Promise<LoadResult> =>
  runProcess(join(import.meta.dirname, 'load-process.ts'), order);

/**
 * Loads a server; returns requests per second and their milliseconds, without those refused for lack of capacity.
 */
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
