import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { SearchField } from './search-field.tsx';

function Host() {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchField
        ariaLabel="Search"
        value={search}
        minLength={3}
        maxLength={100}
        onSearch={setSearch}
      />
      <output>{search}</output>
      <button type="button" onClick={() => setSearch('EARLIER')}>
        Back
      </button>
    </>
  );
}

test('a search that became too short shows the whole list again', async () => {
  renderUi(<Host />);
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'OPSQC');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('OPSQC'));
  await userEvent.type(field, '{Backspace}{Backspace}{Backspace}');
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  expect(field).toHaveValue('OP');
});

test('the search field shows a search that was changed elsewhere', async () => {
  renderUi(<Host />);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('searchbox')).toHaveValue('EARLIER');
});
