import { searchMessages, searchPurposeHeader } from '@lotkeeper/contract/kernel/searches';
import { listVisitors } from '@lotkeeper/contract/operations/visitors';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../kernel/api.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { AskPurpose } from './ask-purpose.tsx';

/** The purposes sent with searches; null = none. */
let sent: (string | null)[];

const refusal = { detail: searchMessages.purposeRequired, code: 'purpose_required' };

// The code is loaded when the dialog first opens, which takes a while on a busy machine.
beforeAll(async () => void (await import('./purpose-dialog.tsx')));

beforeEach(() => {
  sent = [];
  // A server that requires a purpose.
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: HeadersInit }) => {
    const purpose = new Headers(headers).get(searchPurposeHeader);
    sent.push(purpose);
    return purpose === null
      ? Response.json(refusal, { status: 403 })
      : Response.json({ results: [], count: 0 });
  });
  renderUi(<AskPurpose />);
});

afterEach(() => vi.unstubAllGlobals());

const search = (plate: string) => call(listVisitors, { query: { spot: '1', search: plate } });

async function openDialog() {
  const dialog = await screen.findByRole('dialog', { name: 'What are you searching for?' });
  const click = (name: string) => userEvent.click(within(dialog).getByRole('button', { name }));
  const choose = (name: string) => userEvent.click(within(dialog).getByRole('radio', { name }));
  return { dialog, click, choose };
}

test('searches that need a purpose share one dialog, and are repeated with the chosen purpose', async () => {
  const answers = Promise.all([search('ABC123'), search('ABC1234')]);
  const { click, choose } = await openDialog();
  await choose('Violation or appeal');
  await click('Search');
  expect(await answers).toEqual([
    { results: [], count: 0 },
    { results: [], count: 0 },
  ]);
  expect(sent).toEqual([null, null, 'violation', 'violation']);
  expect(screen.queryByRole('dialog')).toBe(null);
});

test('the purpose “other” needs words, which are encoded for a header', async () => {
  const answer = search('ABC123');
  const { dialog, click, choose } = await openDialog();
  await click('Search');
  expect(dialog).toHaveTextContent('Please choose a purpose');
  await choose('Other');
  await click('Search');
  expect(dialog).toHaveTextContent('Please enter a purpose');
  await userEvent.type(within(dialog).getByLabelText(/Describe the purpose/), 'Seguro: niño');
  await click('Search');
  await answer;
  expect(sent).toEqual([null, encodeURIComponent('other: Seguro: niño')]);
});

test('closing the dialog fails the search, and the next search asks again', async () => {
  const answer = search('ABC123').catch((error: Error) => error.message);
  const { click } = await openDialog();
  await click('Cancel');
  expect(await answer).toBe(searchMessages.purposeRequired);
  const again = search('ABC123');
  const { click: clickAgain, choose } = await openDialog();
  await choose('Checking a camera');
  await clickAgain('Search');
  await again;
  expect(sent).toEqual([null, null, 'camera']);
});
