import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';

const options = [
  { value: '1', label: 'Lagoon' },
  { value: '2', label: 'Desert Willow' },
];

async function show() {
  const { SearchSelect } = await import('./search-select.tsx');
  const onChoose = vi.fn();
  renderUi(<SearchSelect label="Property" options={options} value="1" onChoose={onChoose} />);
  return { onChoose, user: userEvent.setup(), field: screen.getByRole('combobox') };
}

// Each test finds a field whose list isn't loaded yet.
beforeEach(() => vi.resetModules());

test('typing replaces the label after tabbing to the field, while the list loads', async () => {
  const { user, field } = await show();
  await user.tab();
  // The list may have been loaded already, and its field may have replaced the first.
  expect(screen.getByRole('combobox')).toHaveFocus();
  await waitFor(() => expect(field).not.toBeInTheDocument());
  await user.keyboard('willow');
  expect(screen.getByRole('combobox')).toHaveValue('willow');
});

test('text typed before the list is loaded stays, and the list is filtered by it', async () => {
  const { onChoose, user, field } = await show();
  expect(field).toHaveValue('Lagoon');
  expect(field).toHaveAccessibleName('Property');
  await user.clear(field);
  await user.type(screen.getByRole('combobox'), 'willow');
  await user.click(await screen.findByRole('option', { name: 'Desert Willow', hidden: true }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2');
});

test('Enter takes what was found, without an arrow key', async () => {
  const { onChoose, user, field } = await show();
  await user.clear(field);
  await user.type(screen.getByRole('combobox'), 'will');
  await screen.findByRole('option', { name: 'Desert Willow', hidden: true });
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2');
});

test('a click opens the list with all options', async () => {
  const { user, field } = await show();
  await user.click(field);
  expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(2);
});
