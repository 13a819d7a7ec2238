import { getProfile } from '@lotkeeper/contract/people/session';
import { useCallback, useEffect } from 'react';
import { callBy, onSignInRequired } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { reconnectLive } from '../../../kernel/live.ts';
import { dropSession, useProfile } from '../../../kernel/session.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { useAnswer } from '../../../ui/frame/use-answer.ts';

const SignInDialog = lazyDialog(async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
}));

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields that somebody typed into; those that are gone from the page are dropped. */
const typedFields = new Set<Field>();

function noteTyping({ target }: Event) {
  for (const field of typedFields) if (!field.isConnected) typedFields.delete(field);
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  // The address of a page keeps what is searched for.
  if (isField && target.type !== 'search' && !target.closest('[role="search"]'))
    typedFields.add(target);
}

/** Whether the page holds something that a person would have to do again. */
const isAtWork = () =>
  document.querySelector('[role="dialog"] form') !== null ||
  [...typedFields].some((field) => field.isConnected && field.value !== '');

/** Whether the person whose page this is has signed in again; for anyone else the page reloads. */
async function isSignedInAgain(pk: number): Promise<boolean> {
  const token = readToken();
  const profile = token ? await callBy(token, getProfile, {}).catch(() => null) : null;
  if (profile && profile.pk !== pk) location.reload();
  return profile !== null && profile.pk === pk;
}

/** An Enter after a code's last digit is meant for the code, which was sent by then, not for what has the focus again. */
function ignoreHabitualEnter(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const ignore = (event: KeyboardEvent) => {
    over.abort();
    if (event.key === 'Enter') event.preventDefault();
  };
  addEventListener('keydown', ignore, options);
  addEventListener('pointerdown', () => over.abort(), options);
}

/**
 * Asks who has something on the page for a sign-in when their session ends, as the same person. Calls that wait for it
 * share one dialog.
 */
export function AskSignIn() {
  const { pk, email } = useProfile();
  const setHandler = useCallback(
    (open: () => Promise<boolean>) =>
      onSignInRequired(async (token) => {
        if (!isAtWork()) return false;
        // Another tab, or an earlier call of this one, may have asked already.
        if (readToken() !== token && (await isSignedInAgain(pk))) return true;
        void dropSession(token);
        return open();
      }),
    [pk],
  );
  const { isOpen, answer } = useAnswer<boolean>(setHandler, false);
  useEffect(() => {
    document.addEventListener('input', noteTyping, true);
    return () => document.removeEventListener('input', noteTyping, true);
  }, []);
  const onSignIn = async () => {
    if (!(await isSignedInAgain(pk))) return;
    reconnectLive();
    ignoreHabitualEnter();
    answer(true);
  };
  return isOpen ? (
    <SignInDialog
      username={email ?? ''}
      onSignIn={() => void onSignIn()}
      onClose={() => answer(false)}
    />
  ) : null;
}
