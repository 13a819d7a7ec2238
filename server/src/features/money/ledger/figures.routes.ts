import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type {
  EntriesQuestion,
  FigureEntry,
  FigureQuestion,
} from '@lotkeeper/contract/money/figures';
import {
  downloadFigureEntries,
  entryPageSize,
  figureMessages,
  getFigure,
  isCount,
  listFigureEntries,
} from '@lotkeeper/contract/money/figures';
import { computeNet } from '@lotkeeper/contract/money/ledger';
import type { Limiter } from '../../../kernel/access/limits.ts';
import { mayReadMoney, mayReadPlates } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import type { RevenueScope } from '../../../records/money/revenue.ts';
import type { EntryRow } from './entries.queries.ts';
import type { Position } from './entry-cursor.ts';
import { readCursor, writeCursor } from './entry-cursor.ts';
import { beginList, listRows, readListTotal, readTotal, toPosition } from './entry-pages.ts';
import { entriesFile } from './figures.file.ts';

/** Ledger files that a person can download per hour, together with those of the income statement. */
const maxDownloads = 60;

function checkMoney(scope: RevenueScope, { measure }: FigureQuestion) {
  if (!isCount(measure) && !mayReadMoney(scope))
    throw new Refusal('not_allowed', figureMessages.money);
}

const toParts = (row: EntryRow) => ({
  gross: cents(row.gross),
  refund: cents(row.refund),
  tax: cents(row.tax),
  processing_fee: cents(row.processing_fee),
  commission: cents(row.commission),
  net: computeNet({ ...row, refunds: row.refund }),
});

/** The rows of a page for the wire, each with the running total. */
function toEntries(rows: readonly EntryRow[], running: number, scope: RevenueScope): FigureEntry[] {
  const withMoney = mayReadMoney(scope);
  const withPlates = mayReadPlates(scope);
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
      plate: withPlates ? row.plate : null,
      amount: row.amount,
      running_total: sum,
      parts: withMoney ? toParts(row) : null,
    };
  });
}

async function listPage(
  secretBox: SecretBox,
  scope: RevenueScope,
  question: EntriesQuestion,
  now: Instant,
) {
  const { measure, order } = question;
  const scopePk = scope.kind === 'spot' ? scope.spotPk : scope.organizationId;
  const after = readCursor(secretBox, question, scopePk);
  const first = after ?? { ...(await beginList(scope, question)), as_of: now, running: 0 };
  // One more than a page, to detect a next one.
  const list = {
    order,
    newest: first.newest,
    after,
    rows: entryPageSize + 1,
    today: toLocalDate(now, 'UTC'),
  };
  const rows = await listRows(scope, question, list);
  const results = toEntries(rows.slice(0, entryPageSize), first.running, scope);
  const last = rows[entryPageSize - 1];
  const { total, count, as_of, newest } = first;
  const position = (row: EntryRow): Position => ({
    ...toPosition(row),
    running: results.at(-1)?.running_total ?? first.running,
    total,
    count,
    as_of,
    newest,
  });
  const next =
    last && rows.length > entryPageSize
      ? writeCursor(secretBox, question, scopePk, position(last))
      : null;
  const up_to = total === null ? newest : null;
  return { measure, total, count, up_to, as_of, results, next };
}

/** Any figure by its question, and the ledger entries behind it. */
export function figuresRoutes(
  serve: Serve,
  { limiter, secretBox }: { limiter: Limiter; secretBox: SecretBox },
): void {
  serve(getFigure, async ({ scope, query, now }) => {
    checkMoney(scope, query);
    const { total, count } = await readTotal(scope, query, query.up_to);
    return { measure: query.measure, total, count, as_of: now };
  });

  serve(listFigureEntries, async ({ scope, query, now }) => {
    checkMoney(scope, query);
    return listPage(secretBox, scope, query, now);
  });

  serve(downloadFigureEntries, async ({ scope, query, now }) => {
    await limiter.enforce(`movements ${scope.person.pk}`, maxDownloads, now, 'downloads');
    return entriesFile(scope, query, await readListTotal(scope, query), now);
  });
}
