import { expect, test } from 'vitest';
import type { Reach } from '../access/reach.ts';
import { findWithinReach } from './nodes.ts';

/** Looks where organization 2 has the record, and the nodes of some organizations don't answer. */
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

test('a record that a caller names by its key alone is looked for in all organizations of the caller at once', async () => {
  expect(await lookUp(true, [1, 2, 3], [])).toEqual({ found: 'found', asked: [[1, 2, 3]] });
});

test('a record that a caller names by its key alone is found while the node of another organization doesn’t answer', async () => {
  expect(await lookUp(true, [1, 2, 3], [3])).toMatchObject({ found: 'found' });
});

test('a record that a caller names by its key alone isn’t said to be missing while a node that may have it doesn’t answer', async () => {
  expect(await lookUp(true, [1, 2, 3], [2])).toMatchObject({ found: 'connection refused' });
  expect(await lookUp(true, [1, 3], [3])).toMatchObject({ found: 'connection refused' });
  expect(await lookUp(true, null, [1])).toMatchObject({ found: 'connection refused' });
});

test('a record that a caller names by its key alone is looked for once where the database is one machine', async () => {
  expect(await lookUp(false, [1, 2, 3], [3])).toEqual({
    found: 'connection refused',
    asked: [[1, 2, 3]],
  });
});
