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

test('a page button opens its page, and the current page is marked', async () => {
  const onPage = vi.fn<(page: number) => void>();
  renderUi(
    <PageButtons
      label="Cars"
      page={2}
      list={{ data: { count: 26 }, isFetching: false }}
      size={25}
      onPage={onPage}
    />,
  );
  expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent('2');
  await userEvent.click(screen.getByRole('button', { name: 'Page 1 of 2' }));
  expect(onPage).toHaveBeenCalledWith(1);
});

test('a list of one page has no page buttons', () => {
  renderUi(
    <PageButtons
      label="Cars"
      page={1}
      list={{ data: { count: 25 }, isFetching: false }}
      size={25}
      onPage={() => undefined}
    />,
  );
  expect(screen.queryByRole('navigation')).toBeNull();
});
