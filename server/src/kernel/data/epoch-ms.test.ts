import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { toEpochMs } from './epoch-ms.ts';

const { system: sql } = await testDatabase();

test('a time as milliseconds is exact to the millisecond, even before 1970 and across clock changes', async () => {
  const times = [
    -2_208_988_800_001, -1, 0, 1_772_960_399_999, 1_772_960_400_000, 32_503_680_000_123,
  ];
  const rows = await sql<{ ms: number }[]>`
    select ${toEpochMs(sql, sql`t`)} as ms from unnest(${times}::timestamptz[]) with ordinality u (t, n)
    order by n`;
  expect(rows.map(({ ms }) => ms)).toEqual(times);
});

test('a time as milliseconds is immutable, so an index and any RETURNING clause can contain it', async () => {
  await sql.unsafe('create table dated (at timestamptz)');
  await sql`create index on dated ((${toEpochMs(sql, sql`at`)}))`;
});
