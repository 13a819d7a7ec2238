import type { ReactNode } from 'react';
import { Panel } from '../frame/panel.tsx';
import type { DataPanelProps } from './data-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import type { DataTableProps } from './data-table.tsx';
import { DataTable } from './data-table.tsx';
import { TableSkeleton } from './skeleton.tsx';

/** All rows, or one page with the total count. */
type List<Row> = readonly Row[] | { results: readonly Row[]; count?: number };

type PanelProps<Row> = Pick<
  DataPanelProps<List<Row>>,
  | 'query'
  | 'title'
  | 'actions'
  | 'errorTitle'
  | 'errorHint'
  | 'silentRefetch'
  | 'empty'
  | 'filtered'
>;
type TableProps<Row> = Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rowKey'>;

export interface TablePanelProps<Row> extends PanelProps<Row>, TableProps<Row> {
  /** The filters of the list, in its panel. */
  fields?: ReactNode;
  skeletonRows?: number;
  /** Below the rows, such as a pager. */
  foot?: ReactNode;
}

const getRows = <Row,>(list: List<Row>) => ('results' in list ? list.results : list);

/** A list as a table in its own panel. */
export function TablePanel<Row>(props: TablePanelProps<Row>) {
  const { caption, columns, rowKey, fields, skeletonRows = 8, foot, ...panel } = props;
  const { title, actions, ...read } = panel;
  const hasTitle = fields === undefined && title !== undefined;
  const table = (
    <DataPanel
      flush
      grows
      {...(hasTitle ? panel : read)}
      skeleton={<TableSkeleton rows={skeletonRows} columns={columns.length} />}
    >
      {(list) => (
        <>
          <DataTable {...{ caption, columns, rowKey }} rows={getRows(list)} />
          {foot}
        </>
      )}
    </DataPanel>
  );
  if (hasTitle) return table;
  return (
    <Panel flush title={title} actions={actions}>
      {fields}
      {table}
    </Panel>
  );
}
