import type { QueryLike } from './data-panel.tsx';
import { Pages } from './pager.tsx';
import type { TablePanelProps } from './table-panel.tsx';
import { TablePanel } from './table-panel.tsx';
import type { PageTurning } from './use-page-in-range.ts';
import { usePageInRange } from './use-page-in-range.ts';

interface PagedTableProps<Row>
  extends Omit<TablePanelProps<Row>, 'foot'>,
    Pick<PageTurning, 'page' | 'size' | 'onPage'> {
  query: QueryLike<{ results: readonly Row[]; count: number }>;
}

/** A list read page by page: a table in a panel, with its pages in the foot. */
export function PagedTable<Row>({ page, size, onPage, ...table }: PagedTableProps<Row>) {
  const turning = { label: table.caption, list: table.query, page, size, onPage };
  const last = usePageInRange(turning);
  return <TablePanel {...table} foot={<Pages {...turning} last={last} />} />;
}
