import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BookExport } from '@lotkeeper/contract/money/books';
import { formatDate, formatMoneyExact, formatMonth } from '../../../kernel/format.ts';

/** June 2026; June 2026 – August 2026 */
export function describeMonths({
  first_month,
  last_month,
}: Pick<BookExport, 'first_month' | 'last_month'>): string {
  const [first, last] = [first_month, last_month].map((month) => formatMonth(month.slice(0, 7)));
  return first === last ? `${first}` : `${first} – ${last}`;
}

export const describeExport = (exported: BookExport) =>
  exported.corrects === null
    ? describeMonths(exported)
    : `Corrections of ${describeMonths(exported)}`;

/** What of its months is imported history; null = nothing. */
export function describeHistory({
  history_left_out,
  history_booked,
}: Pick<BookExport, 'history_left_out' | 'history_booked'>): string | null {
  if (history_left_out !== 0)
    return `${formatMoneyExact(history_left_out)} of imported history is left out: it was booked elsewhere.`;
  return history_booked === 0
    ? null
    : `It has ${formatMoneyExact(history_booked)} of imported history, which was booked elsewhere. Corrections keep it; replace the export to leave it out.`;
}

export const formatExportDay = (at: number) => formatDate(toLocalDate(instant(at), 'UTC'));
