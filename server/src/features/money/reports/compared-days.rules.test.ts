import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { expect, test } from 'vitest';
import { listComparedDays } from './compared-days.rules.ts';

const compare = (today: string) => {
  const { month, monthAgo, yearAgo } = listComparedDays(today as LocalDate);
  return [month, monthAgo, yearAgo].map(({ from, to }) => `${from} ${to}`);
};

test('the completed days of a month are compared with the same days of the previous month and year', () => {
  expect(compare('2026-11-24')).toEqual([
    '2026-11-01 2026-11-23',
    '2026-10-01 2026-10-23',
    '2025-11-01 2025-11-23',
  ]);
});

test('on the first of a month, the previous month is compared', () => {
  expect(compare('2026-01-01')).toEqual([
    '2025-12-01 2025-12-31',
    '2025-11-01 2025-11-30',
    '2024-12-01 2024-12-31',
  ]);
});

test('a day that the previous month or year doesn’t have is left out', () => {
  expect(compare('2026-03-31')).toEqual([
    '2026-03-01 2026-03-30',
    '2026-02-01 2026-02-28',
    '2025-03-01 2025-03-30',
  ]);
  expect(compare('2024-03-01')).toEqual([
    '2024-02-01 2024-02-29',
    '2024-01-01 2024-01-29',
    '2023-02-01 2023-02-28',
  ]);
});
