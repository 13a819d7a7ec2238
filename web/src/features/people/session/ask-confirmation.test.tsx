import { createApiKey } from '@lotkeeper/contract/intake/api-keys';
import { confirmationMessages } from '@lotkeeper/contract/kernel/confirmation';
import { confirmSession, loginMessages, requestOwnCode } from '@lotkeeper/contract/people/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../kernel/api.ts';
import { queryClient } from '../../../kernel/queries.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { AskConfirmation } from './ask-confirmation.tsx';

/** The paths that were called. */
let called: string[];
let isConfirmed: boolean;

// The code is loaded when the dialog first opens, which takes a while on a busy machine.
beforeAll(async () => void (await import('./confirm-dialog.tsx')));

beforeEach(() => {
  called = [];
  isConfirmed = false;
  // A server that wants a code before it creates a key.
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    called.push(path);
    if (path === requestOwnCode.path)
      return Response.json({ medium: 'emailed', target: 'ana@example.com' });
    if (path === confirmSession.path) {
      isConfirmed = body === JSON.stringify({ code: '482913' });
      const detail = loginMessages.wrongCode;
      return isConfirmed
        ? new Response(null, { status: 204 })
        : Response.json(
            { detail, code: 'code_invalid', fields: { code: detail } },
            { status: 400 },
          );
    }
    return isConfirmed
      ? Response.json({ key: 'lk_1' })
      : Response.json(
          { detail: confirmationMessages.required, code: 'confirmation_required' },
          { status: 403 },
        );
  });
  renderUi(
    <QueryClientProvider client={queryClient}>
      <AskConfirmation />
    </QueryClientProvider>,
  );
});

afterEach(() => vi.unstubAllGlobals());

const createKey = () =>
  call(createApiKey, { params: { id: '1' }, body: { name: 'Gate', grants: ['reads'] } });

test('a call that needs a fresh code is made again after the right one', async () => {
  const answer = createKey();
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it’s you' });
  await within(dialog).findByText(/we emailed to ana@example.com/);
  const type = async (code: string) => {
    await userEvent.click(within(dialog).getByLabelText('Digit 1 of 6'));
    await userEvent.keyboard(code);
  };
  await type('000000');
  expect(await within(dialog).findByText(loginMessages.wrongCode)).toBeInTheDocument();
  await type('482913');
  expect(await answer).toEqual({ key: 'lk_1' });
  expect(screen.queryByRole('dialog')).toBe(null);
  expect(called.filter((path) => path.includes('api_keys'))).toHaveLength(2);
});

test('asking for another code clears what was typed of the old one, and its refusal', async () => {
  void createKey().catch(() => undefined);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/we emailed to ana@example.com/);
  await userEvent.click(within(dialog).getByLabelText('Digit 1 of 6'));
  await userEvent.keyboard('000000');
  await within(dialog).findByText(loginMessages.wrongCode);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send another code' }));
  await waitFor(() =>
    expect(called.filter((path) => path === requestOwnCode.path)).toHaveLength(2),
  );
  for (const digit of within(dialog).getAllByLabelText(/^Digit/)) expect(digit).toHaveValue('');
  expect(within(dialog).queryByText(loginMessages.wrongCode)).toBeNull();
});

test('closing the dialog fails the call, with the server’s sentence', async () => {
  const answer = createKey().catch((error: Error) => error.message);
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await answer).toBe(confirmationMessages.required);
});
