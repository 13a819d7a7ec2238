import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { type DataColumn, DataTable, type DataTableProps } from './data-table.tsx';
import { readSort, sortText } from './sorting.tsx';

interface Row {
  id: number;
  name: string;
  sum: string;
}

const rows: Row[] = [
  { id: 1, name: 'Ann', sum: '$1' },
  { id: 2, name: 'Bo', sum: '$22' },
];
const name: DataColumn<Row> = { key: 'name', header: 'Name', primary: true, render: (r) => r.name };
const sum: DataColumn<Row> = { key: 'sum', header: 'Sum', align: 'right', render: (r) => r.sum };
const extra = ['a', 'b', 'c'].map((key) => ({ key, header: key.toUpperCase(), render: () => key }));

function show(columns: DataColumn<Row>[], more: Partial<DataTableProps<Row>> = {}) {
  renderUi(
    <DataTable
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      caption="People"
      empty={<p>Nobody yet</p>}
      {...more}
    />,
  );
}

afterEach(() => vi.restoreAllMocks());

function onPhone() {
  const real = window.matchMedia;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(real(query), { matches: query.includes('max-width') }),
  );
}

test('a wide screen shows a named table with row headers', () => {
  show([name, sum, ...extra]);
  const table = screen.getByRole('table', { name: 'People' });
  expect(within(table).getAllByRole('row')).toHaveLength(3);
  expect(screen.getByRole('rowheader', { name: 'Bo' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '$22' })).toBeVisible();
});

test('totals have their own row', () => {
  show([
    { ...name, footer: 'Total' },
    { ...sum, footer: '$23' },
  ]);
  expect(screen.getByRole('row', { name: 'Total $23' })).toBeVisible();
});

test('rows with more than four columns become cards on a phone', () => {
  onPhone();
  show([name, sum, ...extra]);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const cards = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(within(cards[1]!).getAllByRole('term')).toHaveLength(4);
  expect(cards[1]).toHaveTextContent('Bo');
});

test('the first card alone explains a heading on a phone', () => {
  onPhone();
  show([name, { ...sum, hint: 'Tax included.' }, ...extra]);
  const hint = screen.getByRole('button', { name: 'About Sum' });
  expect(screen.getAllByRole('listitem')[0]).toContainElement(hint);
});

test('a table with four columns stays a table on a phone', () => {
  onPhone();
  show([name, sum, ...extra.slice(0, 2)]);
  expect(screen.getByRole('table')).toBeVisible();
});

test('a table without rows shows the empty slot', () => {
  show([name, sum], { rows: [] });
  expect(screen.getByText('Nobody yet')).toBeVisible();
});

test('a sortable column is announced as sortable, and rows with equal values keep their order', () => {
  const onSort = vi.fn();
  const people = [...rows, { id: 3, name: 'Cy', sum: '$1' }];
  const bySum = { ...sum, sortBy: (row: Row) => Number(row.sum.slice(1)) };
  const sorting = { order: { key: 'sum', descending: true }, onSort };
  show([name, bySum], { rows: people, sorting });
  const names = screen.getAllByRole('rowheader').map((one) => one.textContent);
  expect(names).toEqual(['Bo', 'Ann', 'Cy']);
  expect(screen.getByRole('columnheader', { name: 'Sum' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  expect(
    within(screen.getByRole('columnheader', { name: 'Name' })).queryByRole('button'),
  ).toBeNull();
  screen.getByRole('button', { name: 'Sum' }).click();
  expect(onSort).toHaveBeenCalledWith({ key: 'sum', descending: false });
});

test.each(['', '-', 'a b', '--sum', null, 'x'.repeat(50)])('%j isn’t a sort order', (text) => {
  expect(readSort(text)).toBeNull();
});

test('a sort order in the URL is the column’s key, with a leading minus for descending', () => {
  for (const text of ['sum', '-sum']) {
    const order = readSort(text);
    expect(order && sortText(order)).toBe(text);
  }
});
