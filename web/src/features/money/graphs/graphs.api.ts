import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { namedByNumber } from '@lotkeeper/contract/kernel/month-year';
import { getDailyReports } from '@lotkeeper/contract/money/daily-reports';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import { useRead } from '../../../kernel/queries.ts';

/** The daily figures of a month, by its first day; null reads none. */
export function useDailyReports(spot: { pk: number }, month: LocalDate | null) {
  return useRead(
    getDailyReports,
    month && { query: { spot: String(spot.pk), ...namedByNumber(month) } },
    { refreshEvery: reportRefreshSeconds },
  );
}
