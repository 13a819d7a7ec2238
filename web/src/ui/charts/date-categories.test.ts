import { expect, test } from 'vitest';
import { dayCategories } from './date-categories.ts';

test('days are named with their weekdays, and with the year if there are several', () => {
  const [first, second] = dayCategories(['2026-11-27', '2026-11-28'], '2026-11-28', (date) =>
    date.endsWith('27') ? ['Black Friday'] : [],
  );
  expect(first).toMatchObject({ label: 'Fri, Nov 27', axisLabel: 'Nov 27', isOpen: false });
  expect(first?.notes).toEqual(['Black Friday']);
  expect(second).toMatchObject({ label: 'Sat, Nov 28 so far', isOpen: true, notes: [] });
  expect([first, second].map((day) => day?.isWeekend)).toEqual([false, true]);
  expect(dayCategories(['2025-12-31', '2026-01-01'])[1]?.label).toBe('Thu, Jan 1, 2026');
});
