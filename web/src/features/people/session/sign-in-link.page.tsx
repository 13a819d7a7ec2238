import {
  getProfile,
  isSignInTicket,
  linkMessages,
  loginMessages,
} from '@lotkeeper/contract/people/session';
import { lookAtTicket } from '@lotkeeper/contract/people/team';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { call } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './login.module.css';
import { redeemTicket } from './redeem-ticket.ts';
import { SessionFrame } from './session-frame.tsx';

/** The person that the link signs in, and the one already signed in here. */
interface Choice {
  name: string;
  /** Someone else who is signed in to this browser; null when nobody is. */
  current: string | null;
}

type LinkState =
  | { phase: 'authorizing' }
  | { phase: 'asking'; choice: Choice }
  | { phase: 'failed'; message: string };

const readProfile = () => (readToken() ? call(getProfile, {}).catch(() => null) : null);

/** What to ask before a ticket is used; null when its person is already signed in here. */
async function readChoice(ticket: string): Promise<Choice | null> {
  const answer = await call(lookAtTicket, { body: { ticket } });
  if (answer.kind !== 'sign_in') throw new Error(linkMessages.ended);
  const me = await readProfile();
  if (me?.pk === answer.person) return null;
  return { name: answer.name, current: me ? `${me.first_name} ${me.last_name}` : null };
}

function useSignInLink(link: string, onDone: () => void) {
  // Anything else, even a session token, is never sent and isn't valid.
  const isTicket = isSignInTicket(link);
  const [state, setState] = useState<LinkState>(
    isTicket ? { phase: 'authorizing' } : { phase: 'failed', message: linkMessages.ended },
  );
  const fail = (error: unknown) =>
    setState({ phase: 'failed', message: (error as ApiError).message });
  useRunOnce(() => {
    if (!isTicket) return;
    readChoice(link).then(
      (choice) => (choice ? setState({ phase: 'asking', choice }) : onDone()),
      fail,
    );
  });
  const accept = () => {
    setState({ phase: 'authorizing' });
    void redeemTicket(link).then(onDone, fail);
  };
  return { state, accept };
}

/**
 * An emailed or printed sign-in link. It names the person and asks, so nobody works in an account
 * chosen by the link's sender (docs/security.md, 1).
 */
export function SignInLinkPage(props: { link: string; onDone: () => void; onCancel: () => void }) {
  const { link, onDone, onCancel } = props;
  const { state, accept } = useSignInLink(link, onDone);
  return (
    <SessionFrame>
      <title>Sign in · Lotkeeper</title>
      {state.phase === 'authorizing' ? <output>{loginMessages.authorizing}</output> : null}
      {state.phase === 'failed' ? <EndedLink reason={state.message} onDone={onDone} /> : null}
      {state.phase === 'asking' ? (
        <Question {...state.choice} {...{ accept, onDone, onCancel }} />
      ) : null}
    </SessionFrame>
  );
}

function EndedLink({ reason, onDone }: { reason: string; onDone: () => void }) {
  return (
    <>
      <h1 className={classes.title}>This link can’t sign you in</h1>
      <p className={classes.sent} role="alert">
        {reason}
      </p>
      <div className={classes.choices}>
        <Button onClick={onDone}>{readToken() ? 'Continue' : 'Go to sign in'}</Button>
      </div>
    </>
  );
}

interface QuestionProps extends Choice {
  accept: () => void;
  onDone: () => void;
  onCancel: () => void;
}

function Question({ name, current, accept, onDone, onCancel }: QuestionProps) {
  if (current) {
    return (
      <>
        <h1 className={classes.title}>Sign in with this link?</h1>
        <p className={classes.sent}>You are signed in as {current}.</p>
        <p className={classes.replaces}>This link signs you in as {name} instead.</p>
        <div className={classes.choices}>
          <Button variant="default" onClick={onDone}>
            Continue as {current}
          </Button>
          <Button onClick={accept}>Sign in</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <h1 className={classes.title}>Sign in as {name}?</h1>
      <p className={classes.sent}>
        You opened a sign-in link for this account. If it isn’t yours, or someone you don’t know
        sent you the link, cancel.
      </p>
      <div className={classes.choices}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={accept}>Sign in</Button>
      </div>
    </>
  );
}
