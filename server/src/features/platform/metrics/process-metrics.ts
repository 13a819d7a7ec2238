import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../kernel/data/database.ts';
import type { ConnectionPool } from '../../../kernel/data/sql/connection-pool.ts';
import type { LoadLimits } from '../../../kernel/load/load-limits.ts';

/** Upper bounds of the buckets, in seconds. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function countRequests(app: FastifyInstance, registers: [Registry]): void {
  const requests = new Counter({
    name: 'lotkeeper_http_requests_total',
    help: 'Requests that were answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'lotkeeper_http_request_duration_seconds',
    help: 'How long requests took, from their arrival to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets: secondsBuckets,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const { url: route = 'unknown' } = request.routeOptions;
    requests.inc({ method, route, status: String(reply.statusCode) });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
  });
}

function countRefusals(limits: LoadLimits, registers: [Registry]): void {
  void new Counter({
    name: 'lotkeeper_http_refused_total',
    help: 'Requests that were refused before they were read: 429 for a caller over its limit, 503 for too much at once.',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset();
      for (const [status, count] of Object.entries(limits.refusals)) this.inc({ status }, count);
    },
  });
}

function watchPools({ pools }: Database, registers: [Registry]): void {
  const byName: Record<string, ConnectionPool> = { writers: pools.writers, readers: pools.readers };
  const states = ['used', 'free', 'waiting'] as const;
  void new Gauge({
    name: 'lotkeeper_database_connections',
    help: 'Connections of the pages’ pools in use and free, and tasks that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { load }] of Object.entries(byName))
        for (const state of states) this.set({ pool, state }, load[state]);
    },
  });
}

/** Starts measuring a process: its requests, refusals, connections, memory, and event loop. */
export function measureProcess(
  app: FastifyInstance,
  deps: { limits: LoadLimits; database: Database },
): Registry {
  const registry = new Registry();
  const registers: [Registry] = [registry];
  countRequests(app, registers);
  countRefusals(deps.limits, registers);
  watchPools(deps.database, registers);
  collectDefaultMetrics({ register: registry });
  return registry;
}
