import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface LoadOrder {
  port: number;
  token: string;
  paths: readonly string[];
  connections: number;
  warmUp: number;
  seconds: number;
}

/** Requests a second and their milliseconds. */
export interface LoadResult {
  perSecond: number;
  median: number;
  p99: number;
  failed: number;
  /** Answered 503, because no connection to the database was free in time; not in the other figures. */
  refused: number;
  bytes: number;
}

const run = promisify(execFile);

/** Loads the app from a process of its own for a few seconds, each connection asking again as it is answered. */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const file = join(import.meta.dirname, 'load-process.ts');
  const { stdout } = await run(process.execPath, [file, JSON.stringify(order)], {
    timeout: (order.warmUp + order.seconds + 30) * 1000,
  });
  const result = JSON.parse(stdout) as LoadResult;
  if (result.failed > 0) throw new Error(`${result.failed} answers of ${order.paths[0]} failed.`);
  return result;
}
