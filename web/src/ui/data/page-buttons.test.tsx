import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { pagesAround } from './page-buttons.rules.ts';
import { PageButtons } from './page-buttons.tsx';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 9, [1, 2, 3]],
  [5, 9, [4, 5, 6]],
  [9, 9, [7, 8, 9]],
  [40, 9, [7, 8, 9]],
])('on page %d of %d the buttons are %j', (page, last, buttons) =>
  expect(pagesAround(page, last)).toEqual(buttons),
);

function show(page: number, count: number) {
  const onPage = vi.fn<(page: number) => void>();
  const list = { data: { count }, isFetching: false };
  renderUi(<PageButtons label="Cars" size={25} {...{ page, list, onPage }} />);
  return onPage;
}

test('a page button opens its page, and the current page is marked', async () => {
  const onPage = show(2, 26);
  expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent('2');
  await userEvent.click(screen.getByRole('button', { name: 'Page 1 of 2' }));
  expect(onPage).toHaveBeenCalledWith(1);
});

test('a list with one page has no page buttons', () => {
  show(1, 25);
  expect(screen.queryByRole('navigation')).toBeNull();
});
