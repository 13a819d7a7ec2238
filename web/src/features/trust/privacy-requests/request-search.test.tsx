import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showPage } from '../../../shared/test-page.tsx';
import { RequestSearch } from './request-search.tsx';
import { kindTexts } from './request-words.ts';

afterEach(() => vi.unstubAllGlobals());

test('what was typed as a plate isn’t searched for as an email', async () => {
  const sent = showPage({
    show: () => <RequestSearch organizationId="1" onFound={() => undefined} />,
  });
  const findField = (name: string) => screen.findByRole('textbox', { name });
  const plate = await findField(kindTexts.plate.label);
  fireEvent.change(plate, { target: { value: 'ABC1234' } });
  fireEvent.click(screen.getByRole('radio', { name: kindTexts.email.label }));
  const email = await findField(kindTexts.email.label);
  expect(email).toHaveValue('');
  fireEvent.change(email, { target: { value: 'ana@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ kind: 'email', value: 'ana@example.com' }]),
  );
});
