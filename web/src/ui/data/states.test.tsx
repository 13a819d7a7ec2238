import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { NoMatch } from './states.tsx';

test('a list that filters hide names them, and its button shows all', async () => {
  const onClear = vi.fn();
  renderUi(
    <NoMatch title="No drivers found" by={['ZZZ', undefined, 'Upcoming']} onClear={onClear} />,
  );
  expect(screen.getByText('No drivers found')).toBeVisible();
  expect(screen.getByText('ZZZ · Upcoming')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(onClear).toHaveBeenCalledOnce();
});
