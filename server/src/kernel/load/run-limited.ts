import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { FastifyRequest } from 'fastify';
import { deadlineMs, longDeadlineMs, uploadDeadlineMs } from '../budgets.ts';
import { holdBody } from './body-limits.ts';
import { withDeadline } from './deadline.ts';
import type { LoadLimits } from './load-limits.ts';

/** How long a call of an endpoint may take, in milliseconds. */
function getDeadline({ raw, items, file }: Endpoint): number {
  if (raw === 'stream') return uploadDeadlineMs;
  return raw || items || file ? longDeadlineMs : deadlineMs;
}

/** Runs a call when it is its caller's turn, and gives up waiting for it at its deadline. */
export function runLimited<T>(
  limits: LoadLimits,
  endpoint: Endpoint,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const releaseBody = holdBody(request);
  // An upload waits for its sender most of the time, so it takes no turn.
  const run = endpoint.raw === 'stream' ? work() : limits.run(request, work);
  return withDeadline(run.finally(releaseBody), getDeadline(endpoint));
}
