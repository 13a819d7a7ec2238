import type { ReactNode } from 'react';
import type { HistoryMode } from '../../kernel/url-state.ts';
import { Panel } from '../frame/panel.tsx';
import type { DataPanelProps } from './data-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import type { DataTableProps } from './data-table.tsx';
import { DataTable } from './data-table.tsx';
import { Pager } from './pager.tsx';
import { TableSkeleton } from './skeleton.tsx';

interface ListPage<Row> {
  results: readonly Row[];
  /** Of all pages. */
  count: number;
}

type PanelProps<Row> = Pick<
  DataPanelProps<ListPage<Row>>,
  'query' | 'title' | 'actions' | 'errorTitle' | 'errorHint' | 'silentRefetch'
>;

interface PagedTableProps<Row>
  extends PanelProps<Row>,
    Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rowKey'> {
  /** What the list is narrowed by, in its panel. */
  fields?: ReactNode;
  skeletonRows?: number;
  /** In place of a list without rows. */
  empty: ReactNode;
  page: number;
  /** Rows of a page. */
  size: number;
  onPage: (page: number, mode?: HistoryMode) => void;
}

/** A list that is read page by page: a table in a panel, and its pages below. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { caption, columns, rowKey, fields, skeletonRows = 8, empty, page, size, onPage } = props;
  const { title, actions, ...read } = props;
  const hasFrame = fields === undefined && title !== undefined;
  const table = (
    <DataPanel
      query={read.query}
      flush
      {...(hasFrame && { title, actions })}
      {...(read.errorTitle && { errorTitle: read.errorTitle })}
      errorHint={read.errorHint}
      silentRefetch={read.silentRefetch ?? false}
      skeleton={<TableSkeleton rows={skeletonRows} columns={columns.length} />}
      empty={({ count }) => (count > 0 ? null : empty)}
    >
      {({ results }) => <DataTable {...{ caption, columns, rowKey }} rows={results} />}
    </DataPanel>
  );
  return (
    <>
      {hasFrame ? (
        table
      ) : (
        <Panel flush title={title} actions={actions}>
          {fields}
          {table}
        </Panel>
      )}
      <Pager label={caption} list={read.query} {...{ page, size, onPage }} />
    </>
  );
}
