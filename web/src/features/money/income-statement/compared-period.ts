import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { ComparedPeriod } from '@lotkeeper/contract/money/changes';
import {
  bridgePeriods,
  earliestPeriod,
  latestPeriod,
  shiftPeriod,
  startOfDaysBefore,
  startOfPeriod,
} from '@lotkeeper/contract/money/changes';
import { earliestReportDate } from '@lotkeeper/contract/money/report-range';
import type { ReportRange } from '../../../shared/report-ranges.ts';

/**
 * What a range covers, if it can be compared: a month or week, whole or up to today, or else its
 * days, unless today is the only one.
 */
export function findPeriod(range: ReportRange, today: LocalDate): ComparedPeriod | undefined {
  const hasDaysBefore = range.start < today && startOfDaysBefore(range) >= earliestReportDate;
  return findCalendarPeriod(range, today) ?? (hasDaysBefore ? 'days' : undefined);
}

const findCalendarPeriod = ({ start, end }: ReportRange, today: LocalDate) =>
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
