import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { expect, test } from 'vitest';
import { contractEndpoints } from '../../server/src/testing/endpoints.ts';
import { measuredElsewhere, notMeasured } from './coverage.ts';
import { reads } from './reads/reads.ts';

const property = {
  pk: 1,
  uuid: '11111111-1111-4111-8111-111111111111',
  organization: 1,
  timezone: 'America/Phoenix',
};
const paths = reads.map(
  (read) =>
    read.path(property, fromIso('2026-06-15T12:00:00Z')).split('?')[0]?.replace(/\/$/, '') ?? '',
);

/** How many of a path's segments are literal rather than parameters: the more, the closer the match. */
const countWords = ({ path }: Endpoint) =>
  path.split('/').filter((part) => !part.startsWith(':')).length;

const matches = ({ path }: Endpoint, requested: string) =>
  new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}$`).test(requested);

const endpoints = [...(await contractEndpoints())];
const gets = endpoints
  .filter(([, { method }]) => method === 'GET')
  .toSorted(([, a], [, b]) => countWords(b) - countWords(a));
const measured = paths.map((path) => gets.find(([, endpoint]) => matches(endpoint, path))?.[0]);

test('every read of the benchmark calls an endpoint of the contract', () => {
  expect(paths.filter((_, index) => measured[index] === undefined)).toEqual([]);
});

test('every endpoint of the contract is listed once, as measured by the bench or elsewhere, or as not measured', () => {
  const named = [
    ...new Set(measured),
    ...Object.values(measuredElsewhere).flat(),
    ...notMeasured.flatMap((group) => group.endpoints),
  ];
  expect(new Set(named)).toEqual(new Set(endpoints.map(([name]) => name)));
  expect(named).toHaveLength(endpoints.length);
});
