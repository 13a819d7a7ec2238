import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Caller } from './people.ts';
import type { Samples } from './samples.ts';

/** What a load generator does. */
export interface LoadOrder {
  port: number;
  connections: number;
  seconds: number;
  /** Taken in turn by the connections; '' = none. */
  tokens: readonly string[];
  /** Each request takes one at random. */
  paths: readonly string[];
  /** Sent with POST to the path, as JSON, instead of GET requests. */
  images?: { spot: number };
  /** Whether it honors the retry time of a refusal. */
  isPatient: boolean;
}

export interface LoadResult {
  statuses: Record<number, number>;
  /** Milliseconds from the first request until the first refusal; null = none was refused. */
  firstRefusalMs: number | null;
  /** Milliseconds of refusals that are the first on their connection or come after the wait. */
  promptRefusals: number[];
  /** Processor time used, as a share of one processor. */
  cpuShare: number;
}

const run = promisify(execFile);

async function runProcess<T>(file: string, order: object, seconds: number): Promise<T> {
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, file), JSON.stringify(order)],
    { timeout: (seconds + 60) * 1000, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as T;
}

/** Loads a server from a process of its own. */
export const load = (order: LoadOrder): Promise<LoadResult> =>
  runProcess('load-process.ts', order, order.seconds);

export interface SteadyOrder {
  caller: Caller;
  paths: readonly string[];
  seconds: number;
}

/** A person who asks ten times a second, from a process of their own. */
export const askBeside = (order: SteadyOrder): Promise<Samples> =>
  runProcess('steady-process.ts', order, order.seconds);
