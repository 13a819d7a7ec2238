import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
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
    expect(screen.getByText(`Page ${page} of 3`)).toBeVisible();
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

test('a long list shows its total, and opens its first page, its last, and any by number', async () => {
  const onPage = pager(50, 100_869);
  expect(screen.getByText('736–750 of 100,869')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Last' }));
  expect(onPage).toHaveBeenLastCalledWith(6725);
  await userEvent.click(screen.getByRole('button', { name: 'First' }));
  expect(onPage).toHaveBeenLastCalledWith(1);
  await userEvent.type(screen.getByRole('textbox', { name: 'Page number' }), '312{Enter}');
  expect(onPage).toHaveBeenLastCalledWith(312);
});

test('a page number that doesn’t exist is refused with a message', async () => {
  const onPage = pager(1, 100);
  await userEvent.type(screen.getByRole('textbox', { name: 'Page number' }), '8{Enter}');
  expect(screen.getByText('Must be at most 7.')).toBeVisible();
  expect(onPage).not.toHaveBeenCalled();
});
