import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Reach } from '../access/reach.ts';
import { findWithinReach } from './nodes.ts';

/** Looks for a record of organization 2 while the nodes of some organizations don't answer. */
const lookUp = async (isDistributed: boolean, reach: Reach, silent: readonly number[]) => {
  const asked: Reach[] = [];
  const found = await findWithinReach({ isDistributed }, reach, async (organizations) => {
    asked.push(organizations);
    if (!organizations || organizations.some((one) => silent.includes(one)))
      throw new Error('connection refused');
    return organizations.includes(2) ? 'found' : null;
  }).catch((error: Error) => error.message);
  return { found, asked };
};

test('a record that a caller names only by its key is looked for in all of the caller’s organizations at once', async () => {
  expect(await lookUp(true, [1, 2, 3], [])).toEqual({ found: 'found', asked: [[1, 2, 3]] });
});

test('a record that a caller names only by its key is found while the node of another organization doesn’t answer', async () => {
  expect(await lookUp(true, [1, 2, 3], [3])).toMatchObject({ found: 'found' });
});

test('a record that a caller names only by its key isn’t reported missing while a node that may have it doesn’t answer', async () => {
  expect(await lookUp(true, [1, 2, 3], [2])).toMatchObject({ found: 'connection refused' });
  expect(await lookUp(true, [1, 3], [3])).toMatchObject({ found: 'connection refused' });
  expect(await lookUp(true, null, [1])).toMatchObject({ found: 'connection refused' });
});

test('a record that a caller names only by its key is looked for once when the database is a single machine', async () => {
  expect(await lookUp(false, [1, 2, 3], [3])).toEqual({
    found: 'connection refused',
    asked: [[1, 2, 3]],
  });
});

test('only the database’s own folder and distribution know of Citus', () => {
  const source = join(import.meta.dirname, '../..');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  const others = files.filter((path) => !/^(kernel\/data|distribution)\//.test(path));
  const isInformed = (path: string) =>
    /citus|isDistributed|distributed (database|PostgreSQL)/i.test(
      readFileSync(join(source, path), 'utf8'),
    );
  expect(others.length).toBeGreaterThan(500);
  expect(others.filter(isInformed)).toEqual([]);
});
