import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths, startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { WholeOrganizationScope } from '../../../kernel/access/scope.ts';
import { sumMoney } from '../../../records/money/money-sums.ts';
import { readBySpot } from '../../../records/money/revenue.ts';

/** A property's sums on a day, in cents. */
export interface HomeDay {
  day: LocalDate;
  gross: number;
  net: number;
}

/** Each property's days from the first of last month on; a day more on each side covers every time zone. */
export function readHomeDays(scope: WholeOrganizationScope, now: Instant) {
  const today = toLocalDate(now, 'UTC');
  const from = addMonths(startOfMonth(addDays(today, -1)), -1);
  const question = {
    measures: ['gross', 'net'],
    by: { day: 'day' },
    span: { from, to: addDays(today, 1) },
  } as const;
  return readBySpot<HomeDay>(scope, (sql) => sumMoney(sql, scope, question));
}
