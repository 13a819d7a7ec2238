import { expect, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { plateFold, plateKey } from './plates.ts';

test('plates that differ only in spaces, dashes, dots and case are the same', () => {
  expect(plateKey(' abc-12 3')).toBe('ABC123');
  expect(plateKey('ab·12.cd')).toBe('AB12CD');
});

test('O and 0, I and 1, B and 8, S and 5, Z and 2, G and 6 look alike; A and 4 do not', () => {
  expect(plateFold('OIBSZG')).toBe('018526');
  expect(plateFold('BOB 1S')).toBe(plateFold('808 I5'));
  expect(plateFold('A')).not.toBe(plateFold('4'));
});

test('the database folds every character as the server does', async () => {
  const { system } = await testDatabase();
  const key = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÄЖ';
  const [row] = await system<{ fold: string }[]>`select lotkeeper.plate_fold(${key}) as fold`;
  expect(row?.fold).toBe(plateFold(key));
});
