import { plateFold } from '@lotkeeper/contract/kernel/plates';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';

test('the database folds every character as the server does', async () => {
  const { system } = await testDatabase();
  const key = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÄЖ';
  const [row] = await system<{ fold: string }[]>`select lotkeeper.plate_fold(${key}) as fold`;
  expect(row?.fold).toBe(plateFold(key));
});
