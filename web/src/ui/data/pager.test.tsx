import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { List } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { PagedTable } from './paged-table.tsx';
import { Pager } from './pager.tsx';

const pager = (page: number, count: number, onPage = vi.fn()) => {
  renderUi(
    <Pager
      label="Payouts"
      page={page}
      list={{ data: { count }, isFetching: false }}
      size={15}
      onPage={onPage}
    />,
  );
  return onPage;
};

test.each([0, 15])('a list of %i at 15 per page has no pager', (count) => {
  pager(1, count);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test.each([
  ['next', 1, 'Next', 'Previous'],
  ['previous', 3, 'Previous', 'Next'],
])(
  'the pager goes to the %s page from page %d, where %s works and %s doesn’t',
  async (_, page, works, ends) => {
    const onPage = pager(page, 31);
    expect(screen.getByText(page === 1 ? '1–15 of 31' : '31–31 of 31')).toBeVisible();
    expect(screen.getByRole('button', { name: ends })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: works }));
    expect(onPage).toHaveBeenLastCalledWith(2);
  },
);

test('a page past the end is replaced by the last page, also in the history', () => {
  expect(pager(99, 31)).toHaveBeenCalledExactlyOnceWith(3, 'replace');
  expect(pager(2, 15)).toHaveBeenCalledExactlyOnceWith(1, 'replace');
});

test('a list that is loading or being refetched keeps its page', () => {
  const onPage = vi.fn();
  const shown = { label: 'Payouts', page: 4, size: 15, onPage };
  renderUi(<Pager {...shown} list={{ data: undefined, isFetching: true }} />);
  renderUi(<Pager {...shown} list={{ data: { count: 5 }, isFetching: true }} />);
  expect(onPage).not.toHaveBeenCalled();
});

test('a list whose count isn’t exact shows its pages instead', () => {
  const list = { data: { count: 45 }, isFetching: false };
  renderUi(
    <Pager label="Codes" page={2} list={list} size={15} isCountExact={false} onPage={vi.fn()} />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('Page 2 of 3');
});

test('a table whose list is empty by now still replaces a page past its end', () => {
  const onPage = vi.fn();
  const query = {
    data: { results: [], count: 0 },
    error: null,
    isPending: false,
    isFetching: false,
    refetch: vi.fn(),
  };
  const empty = { icon: List, title: 'Nothing yet', text: 'Rows will be here.' };
  renderUi(
    <PagedTable
      {...{ query, empty, onPage }}
      caption="Log"
      columns={[]}
      rowKey={() => ''}
      page={99}
      size={20}
    />,
  );
  expect(screen.getByText('Nothing yet')).toBeVisible();
  expect(onPage).toHaveBeenCalledExactlyOnceWith(1, 'replace');
});
