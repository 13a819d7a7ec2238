import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProcess } from '../bench/load/load.ts';
import type { Caller } from './people.ts';

/** Milliseconds and statuses of requests; status 0 = no response. */
export interface Samples {
  times: number[];
  statuses: Record<number, number>;
}

/** Requests without a status of 200. */
export const countFailures = ({ times, statuses }: Samples): number =>
  times.length - (statuses[200] ?? 0);

export const describeStatuses = (statuses: Readonly<Record<number, number>>): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
    .join(', ');

function getStatus(agent: Agent, { url, token }: Caller, path: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(
      `${url}${path}`,
      { agent, headers: { authorization: `Token ${token}` }, timeout: 20_000 },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
  });
}

/** A person who makes a request every `everyMs`, like a browser with six connections, until `signal` aborts. */
export async function askSteadily(
  caller: Caller,
  paths: readonly string[],
  signal: AbortSignal,
  everyMs = 100,
): Promise<Samples> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const samples: Samples = { times: [], statuses: {} };
  const requests: Promise<void>[] = [];
  const ask = async (path: string) => {
    const started = performance.now();
    const status = await getStatus(agent, caller, path);
    samples.times.push(performance.now() - started);
    samples.statuses[status] = (samples.statuses[status] ?? 0) + 1;
  };
  const started = performance.now();
  for (let count = 0; !signal.aborted; count++) {
    requests.push(ask(paths[count % paths.length] as string));
    const waitMs = started + (count + 1) * everyMs - performance.now();
    await pause(Math.max(0, waitMs), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(requests);
  agent.destroy();
  return samples;
}

export interface SteadyOrder {
  caller: Caller;
  paths: readonly string[];
  seconds: number;
}

/** A person who makes ten requests a second, from a separate process. */
export const askBeside = (order: SteadyOrder): Promise<Samples> =>
  runProcess(join(import.meta.dirname, 'steady-process.ts'), order);
