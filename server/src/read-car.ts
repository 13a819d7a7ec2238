import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { getDriverRequest } from '@lotkeeper/contract/operations/valet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { firstReadMs } from './kernel/budgets.ts';

/**
 * Makes the first read of a driver's page for its HTML: the page's own call, with the same rules and
 * budget. Null if the call is refused or fails, or the answer takes so long that the page would wait for it.
 */
export function makeCarReader(app: FastifyInstance) {
  return async ({
    ip,
    method,
    raw,
    url,
  }: Pick<FastifyRequest, 'ip' | 'method' | 'raw' | 'url'>): Promise<DriverRequest | null> => {
    const token = /^\/car\/([^/?]+)/.exec(url)?.[1];
    if (!token || !getDriverRequest.params.safeParse({ token }).success) return null;
    if (method !== 'GET' || !app.loadLimits.take(raw)) return null;
    const path = getDriverRequest.path.replace(':token', token);
    const signal = AbortSignal.timeout(firstReadMs);
    const answer = await app.inject({ url: path, remoteAddress: ip, signal }).catch(() => null);
    return answer?.statusCode === 200 ? answer.json<DriverRequest>() : null;
  };
}
