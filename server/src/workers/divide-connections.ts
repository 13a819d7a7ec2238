import type { Config } from '../config.ts';

/** The concurrent calls of a worker need one connection each. */
const minConnections = 3;

/** Gives a worker its share of the connections to PostgreSQL. */
export function divideConnections(config: Config): Config {
  const { DATABASE_POOL: all, WORKERS: workers } = config;
  const share = Math.max(Math.min(all, minConnections), Math.ceil(all / workers));
  return { ...config, DATABASE_POOL: share };
}
