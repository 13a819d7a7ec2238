import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { DatedFigures } from '@lotkeeper/contract/money/daily-reports';

/** The cards appear after this day of the month, because then both of their days are in the current month. */
const cardsAfterDay = 11;

/** The day of the cards, two days ago, and the one it's compared with; null when there are no cards. */
export function comparedDays(today: LocalDate): { day: LocalDate; before: LocalDate } | null {
  if (Number(today.slice(8)) <= cardsAfterDay) return null;
  const day = addDays(today, -2);
  return { day, before: addDays(day, -7) };
}

/** Whether anything was recorded on a date. */
const isMoved = (figures: DatedFigures) =>
  figures.count_of_rentals !== 0 || figures.gross_revenue !== 0 || figures.refund_amount !== 0;

export const areEmpty = (dates: readonly DatedFigures[]) => !dates.some(isMoved);

/** The dates from the first record on: a new property has no earlier months. */
export function sinceFirst(dates: readonly DatedFigures[]): DatedFigures[] {
  const first = dates.findIndex(isMoved);
  return first < 0 ? [] : dates.slice(first);
}
