import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';

const hoursOfDay = 24;

/** The class of a day's hours. */
export const hoursClass = 'ui-hours';

/**
 * The day and hour of a click on an empty cell; null elsewhere. The library's own clicks come with
 * its dragging code, which is as large as a view. Its cells name their days; a day among hours is
 * 24 hours high, and has no hours in a month or above them.
 */
export function findEmptyHour(
  click: { clientX: number; clientY: number },
  dayBegins: number,
): { date: LocalDate; hour: number | null } | null {
  const elements = document.elementsFromPoint(click.clientX, click.clientY);
  const cell = elements.find((element) => element.matches('[role="cell"][data-date]'));
  if (!(cell instanceof HTMLElement)) return null;
  const date = cell.dataset.date as LocalDate;
  if (!cell.classList.contains(hoursClass)) return { date, hour: null };
  const { top, height } = cell.getBoundingClientRect();
  const hour = dayBegins + Math.floor(((click.clientY - top) / height) * hoursOfDay);
  return hour < hoursOfDay ? { date, hour } : { date: addDays(date, 1), hour: hour - hoursOfDay };
}
