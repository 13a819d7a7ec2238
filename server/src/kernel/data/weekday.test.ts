import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { toWeekday } from './weekday.ts';

const { system: sql } = await testDatabase();

test('the weekday of each date in 800 years matches the calendar', async () => {
  const [row] = await sql<{ days: number; wrong: number }[]>`
    select count(*) as days,
      count(*) filter (where ${toWeekday(sql, 'day')} <> extract(isodow from day)) as wrong
    from (select date '1600-01-01' + n as day from generate_series(0, 292194) n) days`;
  expect(row).toEqual({ days: 292_195, wrong: 0 });
});
