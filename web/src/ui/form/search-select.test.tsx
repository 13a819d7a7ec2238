import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { SearchSelect } from './search-select.tsx';

const options = [
  { value: '1', label: 'Lagoon' },
  { value: '2', label: 'Desert Willow' },
];

function show() {
  const onChoose = vi.fn();
  renderUi(<SearchSelect label="Property" options={options} value="1" onChoose={onChoose} />);
  return { onChoose, user: userEvent.setup(), field: screen.getByRole('combobox') };
}

// The first test is the one that loads the list: the others find it loaded.
test('text typed before the list is loaded stays, and the list is filtered by it', async () => {
  const { onChoose, user, field } = show();
  expect(field).toHaveValue('Lagoon');
  expect(field).toHaveAccessibleName('Property');
  await user.clear(field);
  await user.type(screen.getByRole('combobox'), 'willow');
  await user.click(await screen.findByRole('option', { name: 'Desert Willow', hidden: true }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('2');
});

test('a click opens the list with all options', async () => {
  const { user, field } = show();
  await user.click(field);
  expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(2);
});
