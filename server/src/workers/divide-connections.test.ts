import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { divideConnections } from './divide-connections.ts';

test.each([
  ['1', '10', 10],
  ['2', '10', 5],
  ['3', '10', 4],
  ['12', '10', 3],
  ['12', '120', 10],
  ['2', '1', 1],
])(
  'of %s workers with DATABASE_POOL %s each has %i connections',
  (WORKERS, DATABASE_POOL, each) => {
    const config = readConfig({ WORKERS, DATABASE_POOL });
    expect(divideConnections(config).DATABASE_POOL).toBe(each);
  },
);
