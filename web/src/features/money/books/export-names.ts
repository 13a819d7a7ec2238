import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { BookExport } from '@lotkeeper/contract/money/books';
import { formatDate, formatMonth } from '../../../kernel/format.ts';

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

export const formatExportDay = (at: number) => formatDate(toLocalDate(instant(at), 'UTC'));
