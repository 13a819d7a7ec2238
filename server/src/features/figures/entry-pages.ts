import type { ListQuestion } from '@lotkeeper/contract/figures';
import { figureMessages, maxReadEntries } from '@lotkeeper/contract/figures';
import { wrongFields } from '../../kernel/refusal.ts';
import type { EntryList, EntryRow } from './entries.queries.ts';
import { isByAmount, listEntries, listPayouts } from './entries.queries.ts';
import type { FigureScope, Total } from './figures.queries.ts';
import { checkReach, readEntryTotal, readPayoutTotal } from './figures.queries.ts';
import { listFound, readFoundTotal } from './search.queries.ts';

export const readTotal = (
  scope: FigureScope,
  question: Omit<ListQuestion, 'order' | 'search'>,
): Promise<Total> =>
  question.measure === 'paid_out'
    ? readPayoutTotal(scope, question)
    : readEntryTotal(scope, question.measure, question);

/** What a list comes to before its first page. */
export async function readListTotal(scope: FigureScope, question: ListQuestion): Promise<Total> {
  const { measure, search, order } = question;
  if (search === undefined || measure === 'paid_out') {
    if (!isByAmount(order)) return readTotal(scope, question);
    await checkReach(scope, question);
    const total = await readTotal(scope, question);
    if (total.count > maxReadEntries) throw wrongFields({ order: figureMessages.tooManyToSort });
    return total;
  }
  const total = await readFoundTotal(scope, measure, question, search);
  if (total.count > maxReadEntries) throw wrongFields({ search: figureMessages.tooManyFound });
  return total;
}

/** The next entries of a list. */
export function listRows(
  scope: FigureScope,
  question: ListQuestion,
  list: EntryList,
): Promise<EntryRow[]> {
  const { measure, search } = question;
  if (measure === 'paid_out') return listPayouts(scope, question, list);
  return search === undefined
    ? listEntries(scope, measure, question, list)
    : listFound(scope, measure, question, search, list);
}

/** Where a list goes on after an entry. */
export const toPosition = (row: EntryRow) => ({
  date: row.local_date,
  at: row.occurred_at,
  amount: row.amount,
  pk: row.pk,
});
