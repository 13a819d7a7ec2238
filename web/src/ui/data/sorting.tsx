import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../form/button.tsx';
import { Hinted } from '../frame/hint.tsx';
import classes from './data-table.module.css';

/** What sorting needs to know about a column. */
export interface SortableColumn<Row> {
  key: string;
  header: string;
  /** Explains the column; one that isn't sortable. */
  hint?: string;
  /** Numbers are right-aligned, so their digits line up. */
  align?: 'left' | 'right';
  /** Contains buttons: its header is hidden, and on a card they are next to the title. */
  isActions?: boolean;
  /** The value to sort by, if the column is sortable. */
  sortBy?: (row: Row) => string | number;
}

/** The column that a table is sorted by. */
export interface SortOrder {
  key: string;
  descending: boolean;
}

/** The order of a table, and a function that changes it. */
export interface Sorting {
  order: SortOrder | null;
  onSort: (order: SortOrder) => void;
}

/** An order in the URL: the column's key, with a leading minus for descending. */
export const sortText = ({ key, descending }: SortOrder): string =>
  `${descending ? '-' : ''}${key}`;

/** The order in the URL; null if it's invalid. The table ignores a column that it doesn't have. */
export function readSort(text: unknown): SortOrder | null {
  const match = typeof text === 'string' ? /^(-?)([a-z_]{1,40})$/.exec(text) : null;
  return match?.[2] ? { key: match[2], descending: match[1] === '-' } : null;
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'en-US', { numeric: true });

/** Sorts rows by a column; rows with equal values keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly SortableColumn<Row>[],
  order: SortOrder | null,
): readonly Row[] {
  const sortBy = columns.find(({ key }) => key === order?.key)?.sortBy;
  if (!order || !sortBy) return rows;
  const sign = order.descending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)));
}

/** Numbers start with the largest, text with A; the same column again reverses the order. */
function nextOrder<Row>(column: SortableColumn<Row>, order: SortOrder | null): SortOrder {
  const isSame = order?.key === column.key;
  return { key: column.key, descending: isSame ? !order.descending : column.align === 'right' };
}

/** A column's heading, with a button if the column is sortable. */
export function SortableHeader<Row>(props: {
  column: SortableColumn<Row>;
  sorting: Sorting | undefined;
  className: string | undefined;
}) {
  const { column, sorting, className } = props;
  if (!sorting || !column.sortBy) {
    return (
      <th scope="col" className={className}>
        {column.isActions ? (
          <span className="ui-hidden">{column.header}</span>
        ) : (
          <Hinted label={column.header} hint={column.hint} />
        )}
      </th>
    );
  }
  const { order, onSort } = sorting;
  const isSorted = order?.key === column.key;
  const direction = order?.descending ? 'descending' : 'ascending';
  const Arrow = order?.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={classes.sortButton}
        onClick={() => onSort(nextOrder(column, order))}
      >
        {column.header}
        {isSorted ? (
          <Arrow size={14} aria-hidden />
        ) : (
          <ArrowUpDown size={14} aria-hidden className={classes.sortIdle} />
        )}
      </button>
    </th>
  );
}

/** The same choice for rows shown as cards. */
export function SortSelect<Row>(props: {
  columns: readonly SortableColumn<Row>[];
  sorting: Sorting;
}) {
  const { order, onSort } = props.sorting;
  const sortable = props.columns.filter((column) => column.sortBy);
  const id = useId();
  return (
    <div className={classes.sortSelect}>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={order?.key ?? ''}
        onChange={(event) => {
          const column = sortable.find(({ key }) => key === event.currentTarget.value);
          if (column) onSort(nextOrder(column, null));
        }}
      >
        {order ? null : <option value="">Choose</option>}
        {sortable.map(({ key, header }) => (
          <option key={key} value={key}>
            {header}
          </option>
        ))}
      </select>
      {order ? (
        <Button
          variant="default"
          aria-label={order.descending ? 'Smallest first' : 'Largest first'}
          onClick={() => onSort({ ...order, descending: !order.descending })}
        >
          {order.descending ? (
            <ArrowDown size={16} aria-hidden />
          ) : (
            <ArrowUp size={16} aria-hidden />
          )}
        </Button>
      ) : null}
    </div>
  );
}
