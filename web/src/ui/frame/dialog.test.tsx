import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { Dialog } from './dialog.tsx';

function TwoDialogs() {
  const [open, setOpen] = useState(['Below', 'Above']);
  const onClose = (title: string) => setOpen((before) => before.filter((name) => name !== title));
  return open.map((title) => (
    <Dialog key={title} title={title} onClose={() => onClose(title)}>
      {title}
    </Dialog>
  ));
}

test('Escape closes the dialog on top, and then the one below', async () => {
  const user = userEvent.setup();
  renderUi(<TwoDialogs />);
  const listDialogs = () => screen.queryAllByRole('dialog').map(({ ariaLabel }) => ariaLabel);
  await user.keyboard('{Escape}');
  expect(listDialogs()).toEqual(['Below']);
  await user.keyboard('{Escape}');
  expect(listDialogs()).toEqual([]);
});

test('a dialog can be dismissed after its form, unless only its own buttons close it', async () => {
  const onClose = vi.fn();
  const { rerender } = renderUi(
    <Dialog title="Rename" onClose={onClose}>
      <input aria-label="Name" />
    </Dialog>,
  );
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onClose).toHaveBeenCalledOnce();
  rerender(
    <Dialog title="Sign in" onClose={null}>
      <input aria-label="Name" />
    </Dialog>,
  );
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});
