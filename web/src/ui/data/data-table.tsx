import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Hinted } from '../frame/hint.tsx';
import classes from './data-table.module.css';
import { ScrollBox } from './scroll-box.tsx';
import type { SortableColumn, Sorting } from './sorting.tsx';
import { SortableHeader, SortSelect, sortRows } from './sorting.tsx';
import type { Empty } from './states.tsx';
import { renderEmpty } from './states.tsx';

export interface DataColumn<Row> extends SortableColumn<Row> {
  /** Names the row: its header cell, and its card's title on a phone. */
  primary?: boolean;
  /** Omitted on a phone, where another page shows the details. */
  isWideOnly?: boolean;
  /** On a phone, small below the row's name. */
  isDetail?: boolean;
  /** Takes what the other columns leave, and is cut off. */
  isCut?: boolean;
  render: (row: Row) => ReactNode;
  /** The column's cell in the totals row, which appears if any column has one. */
  footer?: ReactNode;
}

export interface DataTableProps<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Names the table for screen readers. */
  caption: string;
  empty?: Empty;
  /** How the rows are sorted; null = in the given order. If set, columns with `sortBy` have a button. */
  sorting?: Sorting | undefined;
}

// A row with more values doesn't fit a phone's width.
const maxColumnsOnPhone = 4;

/** A typed table; on a phone, rows with more than four values become cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useMediaQuery('screen and (max-width: 767px)', false, {
    getInitialValueInEffect: false,
  });
  if (props.rows.length === 0 && props.empty) return renderEmpty(props.empty);
  const rows = sortRows(props.rows, props.columns, props.sorting?.order ?? null);
  const columns = narrow ? toPhoneColumns(props.columns) : props.columns;
  return narrow && columns.length > maxColumnsOnPhone ? (
    <>
      {props.sorting ? <SortSelect columns={columns} sorting={props.sorting} /> : null}
      <Cards {...props} columns={columns} rows={rows} />
    </>
  ) : (
    <WideTable {...props} columns={columns} rows={rows} />
  );
}

/** The columns on a phone: details are part of the row's name. */
function toPhoneColumns<Row>(columns: readonly DataColumn<Row>[]): DataColumn<Row>[] {
  const details = columns.filter(({ isDetail }) => isDetail);
  return columns.flatMap((column) => {
    if (column.isWideOnly || column.isDetail) return [];
    if (!column.primary || details.length === 0) return [column];
    const render = (row: Row) => (
      <>
        {column.render(row)}
        {details.map((detail) => (
          <span key={detail.key} className="ui-detail">
            {detail.render(row)}
          </span>
        ))}
      </>
    );
    return [{ ...column, render }];
  });
}

function alignClass<Row>(column: DataColumn<Row>): string | undefined {
  return column.isCut ? classes.cut : column.align === 'right' ? classes.right : undefined;
}

function WideTable<Row>({ columns, rows, rowKey, caption, sorting }: DataTableProps<Row>) {
  return (
    <ScrollBox label={caption}>
      <table className={classes.table}>
        <caption className="ui-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <SortableHeader
                key={column.key}
                column={column}
                sorting={sorting}
                className={alignClass(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  {column.render(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {columns.some(hasFooter) ? (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  {column.footer}
                </Cell>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </ScrollBox>
  );
}

function hasFooter<Row>(column: DataColumn<Row>): boolean {
  return column.footer !== undefined;
}

function Cell<Row>({ column, children }: { column: DataColumn<Row>; children: ReactNode }) {
  return column.primary ? (
    <th scope="row" className={alignClass(column)}>
      {children}
    </th>
  ) : (
    <td className={alignClass(column)} {...describeText(children)}>
      {children}
    </td>
  );
}

/** A longer text may wrap. */
const maxShortText = 24;

/** Only names and sentences wrap: dates, counts, codes and email addresses are one word to the eye. */
function describeText(content: ReactNode) {
  if (typeof content !== 'string') return {};
  if (/^[^\s@]+@[^\s@]+$/.test(content)) return { 'data-text': 'email', title: content };
  return content.length <= maxShortText ? { 'data-text': 'short' } : {};
}

/** Totals come first: nobody would find them at the end of a month of cards. The first card explains its headings. */
function Cards<Row>({ columns, rows, rowKey, caption }: DataTableProps<Row>) {
  return (
    <ul aria-label={caption}>
      {columns.some(hasFooter) ? (
        <Card columns={columns} isTotal content={(column) => column.footer} />
      ) : null}
      {rows.map((row, index) => (
        <Card
          key={rowKey(row)}
          columns={columns}
          isExplained={index === 0}
          content={(column) => column.render(row)}
        />
      ))}
    </ul>
  );
}

/** Numbers are short enough for several per line, with their names above. */
function hasNumbersOnly<Row>(columns: readonly DataColumn<Row>[]): boolean {
  return columns.every(({ primary, align }) => primary || align === 'right');
}

function Card<Row>(props: {
  columns: readonly DataColumn<Row>[];
  content: (column: DataColumn<Row>) => ReactNode;
  isTotal?: boolean;
  isExplained?: boolean;
}) {
  const primary = props.columns.find((column) => column.primary);
  const facts = props.columns.filter((column) => column !== primary && !column.isActions);
  const actions = props.columns.filter((column) => column.isActions);
  return (
    <li className={classes.card} data-total={props.isTotal}>
      <div className="ui-spread ui-bottom">
        {primary ? <div className={classes.cardTitle}>{props.content(primary)}</div> : null}
        {actions.map((column) => (
          <div key={column.key} className={classes.cardActions}>
            {props.content(column)}
          </div>
        ))}
      </div>
      <dl className={hasNumbersOnly(props.columns) ? classes.numbers : classes.facts}>
        {facts.map((column) => (
          <Fact
            key={column.key}
            header={<Hinted label={column.header} hint={props.isExplained ? column.hint : ''} />}
          >
            {props.content(column)}
          </Fact>
        ))}
      </dl>
    </li>
  );
}

function Fact({ header, children }: { header: ReactNode; children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <div className={classes.fact}>
      <dt>{header}</dt>
      <dd>{children}</dd>
    </div>
  );
}
