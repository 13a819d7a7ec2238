import { test } from 'vitest';
import { decideAtRandom } from '../../../testing/random-decisions.ts';

test('whatever happens at a property, money and counts agree, previews are right, and undoing brings visits back', () =>
  decideAtRandom({ numRuns: 4 }));
