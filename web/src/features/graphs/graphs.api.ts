import { getDailyReports } from '@lotkeeper/contract/daily-reports';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { reportRefreshSeconds } from '@lotkeeper/contract/reports';
import { useRead } from '../../kernel/queries.ts';

/** The figures of a month by its first day. */
export function useDailyReports(spot: { pk: number }, month: LocalDate) {
  return useRead(
    getDailyReports,
    {
      query: {
        spot: String(spot.pk),
        month: Number(month.slice(5, 7)),
        year: Number(month.slice(0, 4)),
      },
    },
    { refreshEvery: reportRefreshSeconds },
  );
}
