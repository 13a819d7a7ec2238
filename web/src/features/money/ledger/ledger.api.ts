import type { EntryOrder, FigureMeasure } from '@lotkeeper/contract/money/figures';
import { getFigure, listFigureEntries } from '@lotkeeper/contract/money/figures';
import { useRead, useReadPages } from '../../../kernel/queries.ts';
import type { ReportRange } from '../../../shared/report-ranges.ts';
import type { EntryFilters } from './ledger.rules.ts';

export interface LedgerQuestion {
  organizationId: string;
  /** null = the whole organization. */
  spotUuid: string | null;
  range: ReportRange;
  measure: FigureMeasure;
  filters: EntryFilters;
  order: EntryOrder;
  search: string;
}

export const toQuery = (question: LedgerQuestion) => ({
  ...(question.spotUuid ? { spot: question.spotUuid } : { organization: question.organizationId }),
  start_date: question.range.start,
  end_date: question.range.end,
  measure: question.measure,
  ...question.filters,
  order: question.order,
  ...(question.search ? { search: question.search } : {}),
});

/** The entries behind a figure, page by page; a slow total is read by `useCountedTotal`. */
export function useEntries(question: LedgerQuestion) {
  const query = { ...toQuery(question), total: 'later' as const };
  return useReadPages(listFigureEntries, { query }, ({ next }) =>
    next === null ? null : { cursor: next },
  );
}

/** The total of a list whose first page has none, counted up to the same entry. */
export function useCountedTotal(question: LedgerQuestion, upTo: number | null) {
  const { order: _, search: __, ...query } = { search: '', ...toQuery(question) };
  return useRead(getFigure, upTo === null ? null : { query: { ...query, up_to: upTo } });
}
