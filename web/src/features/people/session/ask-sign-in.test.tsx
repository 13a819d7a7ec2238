import { getProfile, logIn, requestCode } from '@lotkeeper/contract/people/session';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { call, onSessionEnd } from '../../../kernel/api.ts';
import { readToken, writeToken } from '../../../kernel/auth-cookie.ts';
import { ProfileProvider } from '../../../kernel/session.tsx';
import { renderUi } from '../../../ui/test-render.tsx';
import { AskSignIn } from './ask-sign-in.tsx';

// The code is loaded when the dialog first opens, which takes a while on a busy machine.
beforeAll(async () => void (await import('./sign-in-dialog.tsx')));

/** The person of each token that is valid. */
const people: Record<string, number> = { renewed: 7, of_another: 8 };

/** The tokens that calls for spots, and for profiles, were made with. */
let tried: string[];
let identified: string[];
/** The token that signing in gives. */
let given: string;
const ended = vi.fn<(token: string | null) => void>();

beforeEach(() => {
  tried = [];
  identified = [];
  given = 'renewed';
  ended.mockReset();
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers.authorization?.slice('Token '.length) ?? '';
    if (path === requestCode.path)
      return Response.json({ medium: 'emailed', target: 'ana@example.com', in_outbox: false });
    if (path === logIn.path) return Response.json({ token: given });
    if (path.startsWith(listSpots.path)) tried.push(token);
    if (path === getProfile.path) identified.push(token);
    if (!people[token]) return Response.json({ detail: 'No.' }, { status: 401 });
    return Response.json(path === getProfile.path ? { pk: people[token] } : []);
  });
  onSessionEnd(ended);
  writeToken('over');
  renderUi(
    <ProfileProvider value={{ pk: 7, email: 'ana@example.com' } as never}>
      <input aria-label="Name" />
      <input aria-label="Search" type="search" />
      <AskSignIn />
    </ProfileProvider>,
  );
});

afterEach(() => vi.unstubAllGlobals());

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });

/** Two calls at once, as a page makes them. */
const callTwice = () =>
  Promise.allSettled([
    call(listSpots, { query: { organization: 1 } } as never),
    call(listSpots, { query: { organization: 2 } } as never),
  ]).then((results) => results.map(({ status }) => status));

async function signIn(): Promise<void> {
  const user = userEvent.setup();
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email or phone number').value).toBe(
    'ana@example.com',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Get Verification Code' }));
  await user.click(await within(dialog).findByLabelText('Digit 1 of 6'));
  await user.keyboard('482913');
}

test('after a sign-in over what was typed, all calls that waited are made again', async () => {
  type('Name', 'Fair');
  const calls = callTwice();
  await signIn();
  expect(await calls).toEqual(['fulfilled', 'fulfilled']);
  expect(tried).toEqual(['over', 'over', 'renewed', 'renewed']);
  expect(screen.queryByRole('dialog')).toBeNull();
  // Enter out of habit, after the last digit sent the code; the next one is meant.
  const pressEnter = () => fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter' });
  expect([pressEnter(), pressEnter()]).toEqual([false, true]);
  expect(ended).not.toHaveBeenCalled();
});

test('a session that ends while nobody has typed, or only a search, ends at once', async () => {
  type('Search', 'fair');
  type('Name', '');
  expect(await callTwice()).toEqual(['rejected', 'rejected']);
  expect(ended).toHaveBeenCalledWith('over');
});

test('a person who leaves ends the session', async () => {
  type('Name', 'Fair');
  const calls = callTwice();
  const leave = await screen.findByRole('button', { name: 'Leave this page' });
  // The server and the browser have forgotten it by then.
  await waitFor(() => expect(readToken()).toBeNull());
  fireEvent.click(leave);
  expect(await calls).toEqual(['rejected', 'rejected']);
  expect(ended).toHaveBeenCalledWith('over');
});

test('somebody else gets none of the page’s calls', async () => {
  given = 'of_another';
  type('Name', 'Fair');
  void callTwice();
  await signIn();
  await waitFor(() => expect(identified).toEqual(['of_another']));
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(tried).toEqual(['over', 'over']);
});

test('a call that is refused after another tab signed the same person in is made again', async () => {
  type('Name', 'Fair');
  const calls = callTwice();
  await screen.findByRole('dialog', { name: 'Your session has ended' });
  writeToken('renewed');
  fireEvent.focus(window);
  expect(await calls).toEqual(['fulfilled', 'fulfilled']);
});
