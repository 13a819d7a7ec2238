import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type DataColumn, DataTable } from './data-table.tsx';
import { renderUi } from './test-render.tsx';

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

function show(columns: DataColumn<Row>[], data: Row[] = rows) {
  renderUi(
    <DataTable
      columns={columns}
      rows={data}
      rowKey={(row) => row.id}
      caption="People"
      empty={<p>Nobody yet</p>}
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

test('totals stand in a row of their own', () => {
  show([
    { ...name, footer: 'Total' },
    { ...sum, footer: '$23' },
  ]);
  expect(screen.getByRole('row', { name: 'Total $23' })).toBeVisible();
});

test('on a phone more than four facts become a card', () => {
  onPhone();
  show([name, sum, ...extra]);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  const cards = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem');
  expect(cards).toHaveLength(2);
  expect(within(cards[1]!).getAllByRole('term')).toHaveLength(4);
  expect(cards[1]).toHaveTextContent('Bo');
});

test('on a phone four facts stay a table', () => {
  onPhone();
  show([name, sum, ...extra.slice(0, 2)]);
  expect(screen.getByRole('table')).toBeVisible();
});

test('no rows show the empty slot', () => {
  show([name, sum], []);
  expect(screen.getByText('Nobody yet')).toBeVisible();
});
