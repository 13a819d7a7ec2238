import { timingSafeEqual } from 'node:crypto';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { prometheusContentType } from '@prometheus-io/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashToken } from '../../../kernel/access/secrets.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { OpenedStore } from '../../../kernel/data/bucket/open-files.ts';
import type { Database, Sql } from '../../../kernel/data/database.ts';
import type { LoadLimits } from '../../../kernel/load/load-limits.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { describeSilentCameras, readDatabaseMetrics } from './database-metrics.ts';
import { describeWaitingFiles } from './file-metrics.ts';
import { answerFleet, readFleetMetrics } from './fleet-metrics.ts';
import { measureProcess } from './process-metrics.ts';

interface Deps {
  /** METRICS_TOKEN; without it, the endpoint doesn't exist and nothing is measured. */
  token: string | undefined;
  limits: LoadLimits;
  database: Database;
  clock: Clock;
  /** The object store of files, if there is one. */
  store: OpenedStore | null;
  /** Unusually silent cameras. */
  countSilentCameras: (now: Instant) => Promise<number>;
  /** How much couldn't be paired or judged. */
  countSetAside: (sql: Sql) => Promise<number>;
}

function requireToken({ headers }: FastifyRequest, token: string): void {
  const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(hashToken(given), hashToken(token))) return;
  throw new Refusal('key_invalid', 'Send the METRICS_TOKEN of the server as a bearer token.');
}

/** Metrics for Prometheus: of all processes on this machine, and of the database. Register before the routes. */
export function serveMetrics(app: FastifyInstance, deps: Deps): void {
  const { token, database, clock, store, countSilentCameras, countSetAside } = deps;
  if (token === undefined) return;
  const registry = measureProcess(app, deps);
  answerFleet(registry);
  app.get('/api/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireToken(request, token);
    const now = clock();
    const texts = await Promise.all([
      readFleetMetrics(registry),
      readDatabaseMetrics(database.system, countSetAside, now),
      countSilentCameras(now).then(describeSilentCameras),
      store ? store.measureWaiting().then((waiting) => describeWaitingFiles(waiting, now)) : '',
    ]);
    return reply.type(prometheusContentType).send(texts.join('\n'));
  });
}
