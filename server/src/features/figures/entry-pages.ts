import type { ListQuestion } from '@lotkeeper/contract/figures';
import { figureMessages, maxReadEntries } from '@lotkeeper/contract/figures';
import { wrongFields } from '../../kernel/refusal.ts';
import type { EntryList, EntryRow } from './entries.queries.ts';
import { isByAmount, listEntries, listPayouts } from './entries.queries.ts';
import type { FigureScope, Total } from './figures.queries.ts';
import { checkReach, readEntryTotal, readPayoutTotal } from './figures.queries.ts';
import type { FoundQuestion } from './found-entries.queries.ts';
import { isLookedUp, listFound, readFoundTotal } from './found-entries.queries.ts';
import type { EntryMeasure } from './measures.queries.ts';

export const readTotal = (
  scope: FigureScope,
  question: Omit<ListQuestion, 'order'>,
): Promise<Total> =>
  question.measure === 'paid_out'
    ? readPayoutTotal(scope, question)
    : readTotalOfEntries(scope, question.measure, question);

const readTotalOfEntries = (scope: FigureScope, measure: EntryMeasure, question: FoundQuestion) =>
  isLookedUp(question)
    ? readFoundTotal(scope, measure, question)
    : readEntryTotal(scope, measure, question);

/** What a list comes to before its first page. */
export async function readListTotal(scope: FigureScope, question: ListQuestion): Promise<Total> {
  const isSorted = isByAmount(question.order) && !isLookedUp(question);
  if (isSorted) await checkReach(scope, question);
  const total = await readTotal(scope, question);
  if (isSorted && total.count > maxReadEntries)
    throw wrongFields({ order: figureMessages.tooManyToSort });
  return total;
}

/** The next entries of a list. */
export function listRows(
  scope: FigureScope,
  question: ListQuestion,
  list: EntryList,
): Promise<EntryRow[]> {
  const { measure } = question;
  if (measure === 'paid_out') return listPayouts(scope, question, list);
  return isLookedUp(question)
    ? listFound(scope, measure, question, list)
    : listEntries(scope, measure, question, list);
}

/** Where a list goes on after an entry. */
export const toPosition = (row: EntryRow) => ({
  date: row.local_date,
  at: row.occurred_at,
  amount: row.amount,
  pk: row.pk,
});
