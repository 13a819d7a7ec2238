import type { EntriesQuestion, FigureEntry, FigureQuestion } from '@lotkeeper/contract/figures';
import {
  entryPageSize,
  figureMessages,
  getFigure,
  isCount,
  listFigureEntries,
  maxReadEntries,
} from '@lotkeeper/contract/figures';
import { cents } from '@lotkeeper/contract/kernel/money';
import { computeNet } from '@lotkeeper/contract/ledger';
import { mayReadMoney } from '../../kernel/access/scope.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { Refusal, wrongFields } from '../../kernel/refusal.ts';
import type { EntryList, EntryRow } from './entries.queries.ts';
import { isByAmount, listEntries, listPayouts } from './entries.queries.ts';
import type { Position } from './entry-cursor.ts';
import { readCursor, writeCursor } from './entry-cursor.ts';
import type { FigureScope, Total } from './figures.queries.ts';
import { checkReach, readEntryTotal, readPayoutTotal } from './figures.queries.ts';
import { listFound, readFoundTotal } from './search.queries.ts';

function checkMoney(scope: FigureScope, { measure }: FigureQuestion) {
  if (!isCount(measure) && !mayReadMoney(scope))
    throw new Refusal('not_allowed', figureMessages.money);
}

const readTotal = (scope: FigureScope, question: FigureQuestion): Promise<Total> =>
  question.measure === 'paid_out'
    ? readPayoutTotal(scope, question)
    : readEntryTotal(scope, question.measure, question);

const toParts = (row: EntryRow) => ({
  gross: cents(row.gross),
  refund: cents(row.refund),
  tax: cents(row.tax),
  processing_fee: cents(row.processing_fee),
  commission: cents(row.commission),
  net: computeNet({ ...row, refunds: row.refund }),
});

/** The rows of a page as the wire shows them, each with the sum of the list up to it. */
function toEntries(rows: readonly EntryRow[], running: number, withMoney: boolean): FigureEntry[] {
  let sum = running;
  return rows.map((row) => {
    sum += row.amount;
    const { pk, occurred_at, kind, spot, rental_type, source, external_id } = row;
    return {
      pk,
      occurred_at,
      kind,
      spot,
      rental_type,
      source,
      external_id,
      rental: row.rental,
      violation: row.violation,
      plate: row.plate,
      amount: row.amount,
      running_total: sum,
      parts: withMoney ? toParts(row) : null,
    };
  });
}

/** What a list comes to before its first page. */
async function readListTotal(scope: FigureScope, question: EntriesQuestion): Promise<Total> {
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

function listRows(scope: FigureScope, question: EntriesQuestion, list: EntryList) {
  const { measure, search } = question;
  if (measure === 'paid_out') return listPayouts(scope, question, list);
  return search === undefined
    ? listEntries(scope, measure, question, list)
    : listFound(scope, measure, question, search, list);
}

async function listPage(scope: FigureScope, question: EntriesQuestion, now: number) {
  const { measure, order } = question;
  const scopePk = scope.kind === 'spot' ? scope.spotPk : scope.organizationId;
  const after = readCursor(question, scopePk);
  const first = after ?? { ...(await readListTotal(scope, question)), as_of: now, running: 0 };
  const rows = await listRows(scope, question, { order, newest: first.newest, after });
  const results = toEntries(rows.slice(0, entryPageSize), first.running, mayReadMoney(scope));
  const last = rows[entryPageSize - 1];
  const { total, count, as_of, newest } = first;
  const position = (row: EntryRow): Position => ({
    running: results.at(-1)?.running_total ?? first.running,
    date: row.local_date,
    at: row.occurred_at,
    amount: row.amount,
    pk: row.pk,
    total,
    count,
    as_of,
    newest,
  });
  const next =
    last && rows.length > entryPageSize ? writeCursor(question, scopePk, position(last)) : null;
  return { measure, total, count, as_of, results, next };
}

/** Any figure by its question, and the ledger entries that it is made of. */
export function figuresRoutes(serve: Serve): void {
  serve(getFigure, async ({ scope, query, now }) => {
    checkMoney(scope, query);
    const { total, count } = await readTotal(scope, query);
    return { measure: query.measure, total, count, as_of: now };
  });

  serve(listFigureEntries, async ({ scope, query, now }) => {
    checkMoney(scope, query);
    return listPage(scope, query, now);
  });
}
