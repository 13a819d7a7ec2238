import type { EntriesQuestion, ListQuestion } from '@lotkeeper/contract/money/figures';
import {
  figureMessages,
  isOfOrganization,
  maxReadEntries,
} from '@lotkeeper/contract/money/figures';
import { wrongFields } from '../../../kernel/refusal.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import type { EntryList, EntryRow } from './entries.queries.ts';
import { isByAmount, listEntries } from './entries.queries.ts';
import type { Total } from './figures.queries.ts';
import { checkReach, readEntryTotal, readNewestEntry } from './figures.queries.ts';
import { isSummedUp } from './figures.rules.ts';
import { countUses, isLookedUp, listFound, readFoundTotal } from './found-entries.queries.ts';

/** Maximum uses of a discount code whose entries are looked up; for a code with more, the list is scanned for them. */
const maxUsesLookedUp = 1000;

/** Whether a list is scanned for the entries of a code, because there are too many to look up. */
async function isWalked(scope: RevenueScope, { search, code, order }: ListQuestion) {
  if (search !== undefined || code === undefined || isByAmount(order)) return false;
  return (await countUses(scope, code, maxUsesLookedUp + 1)) > maxUsesLookedUp;
}

/** The totals of a question, as of now or of one of its entries. */
export async function readTotal(
  scope: RevenueScope,
  question: Omit<ListQuestion, 'order'>,
  upTo?: number,
): Promise<Total> {
  const { measure } = question;
  return isLookedUp(question) && !isOfOrganization(measure)
    ? readFoundTotal(scope, measure, question, upTo)
    : readEntryTotal(scope, measure, question, upTo);
}

/** The totals of a list before its first page. */
export async function readListTotal(scope: RevenueScope, question: ListQuestion): Promise<Total> {
  const isSorted = isByAmount(question.order);
  if (isSorted && !isLookedUp(question)) await checkReach(scope, question);
  const total = await readTotal(scope, question);
  if (isSorted && total.count > maxReadEntries)
    throw wrongFields({ order: figureMessages.tooManyToSort });
  return total;
}

/**
 * Whether a list can start before its total is known: it's sorted by time, and the total takes longer than its first
 * rows, because entries are counted or all properties are summed.
 */
async function canTotalWait(scope: RevenueScope, question: ListQuestion): Promise<boolean> {
  const { measure, order } = question;
  if (isOfOrganization(measure) || isByAmount(order)) return false;
  if (isLookedUp(question)) return isWalked(scope, question);
  return scope.kind !== 'spot' || !isSummedUp(measure, question);
}

/** A list's total before its first page, and its newest entry; the total is null if it's fetched later. */
export async function beginList(
  scope: RevenueScope,
  question: ListQuestion & Pick<EntriesQuestion, 'total'>,
): Promise<{ total: number | null; count: number | null; newest: number }> {
  if (question.total !== 'later' || !(await canTotalWait(scope, question)))
    return readListTotal(scope, question);
  if (!isSummedUp(question.measure, question)) await checkReach(scope, question);
  return { total: null, count: null, newest: await readNewestEntry(scope) };
}

/** The next entries of a list. */
export async function listRows(
  scope: RevenueScope,
  question: ListQuestion,
  list: EntryList,
): Promise<EntryRow[]> {
  const { measure } = question;
  const isFound = isLookedUp(question) && !(await isWalked(scope, question));
  return isFound && !isOfOrganization(measure)
    ? listFound(scope, measure, question, list)
    : listEntries(scope, measure, question, list);
}

/** Where a list continues after an entry. */
export const toPosition = (row: EntryRow) => ({
  date: row.local_date,
  at: row.occurred_at,
  amount: row.amount,
  pk: row.pk,
});
