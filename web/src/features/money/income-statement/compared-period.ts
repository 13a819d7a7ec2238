import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { BridgePeriod } from '@lotkeeper/contract/money/changes';
import {
  bridgePeriods,
  earliestPeriod,
  latestPeriod,
  shiftPeriod,
  startOfPeriod,
} from '@lotkeeper/contract/money/changes';
import type { ReportRange } from '../../../shared/report-ranges.ts';

/** The month or week that a range covers, whole or up to today, if it can be compared with the previous one. */
export const findPeriod = (
  { start, end }: ReportRange,
  today: LocalDate,
): BridgePeriod | undefined =>
  bridgePeriods.find((period) => {
    const last = addDays(shiftPeriod(period, start, 1), -1);
    const isWhole = end === last || (end === today && end < last);
    return (
      isWhole &&
      startOfPeriod(period, start) === start &&
      start >= earliestPeriod(period) &&
      start <= latestPeriod(period, today)
    );
  });
