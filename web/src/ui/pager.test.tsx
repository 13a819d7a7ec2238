import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Pager } from './pager.tsx';
import { renderUi } from './test-render.tsx';

const pager = (page: number, count: number, onPage = vi.fn()) => {
  renderUi(<Pager label="Payouts" page={page} count={count} size={15} onPage={onPage} />);
  return onPage;
};

test.each([0, 15])('a list of %i at 15 a page has nothing to turn', (count) => {
  pager(1, count);
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('turns to the pages beside, and not past the first and the last', async () => {
  const onPage = pager(1, 31);
  expect(screen.getByText('Page 1 of 3')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPage).toHaveBeenLastCalledWith(2);
});

test('the last page has none after it', async () => {
  const onPage = pager(3, 31);
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onPage).toHaveBeenLastCalledWith(2);
});
