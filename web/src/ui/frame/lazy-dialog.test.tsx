import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

interface Props {
  name: string;
  onClose: () => void;
}

test('a dialog shows that it’s loading, and then itself', async () => {
  const { promise, resolve } = Promise.withResolvers<{
    default: (props: Props) => React.JSX.Element;
  }>();
  const LazyDialog = lazyDialog(() => promise);
  renderUi(<LazyDialog name="Lagoon" onClose={() => undefined} />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading…');
  resolve({ default: ({ name }) => <p>Rates of {name}</p> });
  expect(await screen.findByText('Rates of Lagoon')).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test('Escape closes a dialog that is still loading', async () => {
  const onClose = vi.fn();
  const LazyDialog = lazyDialog<Props>(() => new Promise(() => undefined));
  renderUi(<LazyDialog name="Lagoon" onClose={onClose} />);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a dialog that can’t be loaded says so, and can be closed', async () => {
  const onClose = vi.fn();
  const LazyDialog = lazyDialog<Props>(() => Promise.reject(new TypeError('Failed to fetch')));
  renderUi(<LazyDialog name="Lagoon" onClose={onClose} />);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('couldn’t be loaded');
  expect(screen.getByRole('button', { name: 'Reload' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});
