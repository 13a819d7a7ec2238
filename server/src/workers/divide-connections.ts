import type { Config } from '../config.ts';

/** The calls that a worker runs at the same time need one connection each. */
const minConnections = 3;

/** A worker's share of the connections to PostgreSQL. */
export function divideConnections(config: Config): Config {
  const { DATABASE_POOL: all, WORKERS: workers } = config;
  const share = Math.max(Math.min(all, minConnections), Math.ceil(all / workers));
  return { ...config, DATABASE_POOL: share };
}
