import type { Profile } from '@lotkeeper/contract/people/session';
import {
  getProfile,
  isSessionToken,
  isSignInTicket,
  linkMessages,
  loginMessages,
} from '@lotkeeper/contract/people/session';
import { lookAtTicket } from '@lotkeeper/contract/people/team';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { call, callBy } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './login.module.css';
import { redeemTicket, replaceToken } from './redeem-ticket.ts';
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
const toName = ({ first_name, last_name }: Profile) => `${first_name} ${last_name}`;

/** Whom a link signs in, and whether it asks first even where nobody is signed in: mail scanners open links. */
async function readPerson(link: string): Promise<{ pk: number; name: string; asks: boolean }> {
  if (isSignInTicket(link)) {
    const found = await call(lookAtTicket, { body: { ticket: link } });
    if (found.kind !== 'sign_in') throw new Error(linkMessages.ended);
    return { pk: found.person, name: found.name, asks: !found.printed };
  }
  const profile = isSessionToken(link)
    ? await callBy(link, getProfile, {}).catch((error: ApiError) => {
        if (error.status !== 401) throw error;
      })
    : undefined;
  if (!profile) throw new Error(linkMessages.ended);
  return { pk: profile.pk, name: toName(profile), asks: false };
}

/** Signs in by a link that needs no question; otherwise resolves to what to ask. */
async function openLink(link: string): Promise<Choice | null> {
  const { pk, name, asks } = await readPerson(link);
  const me = await readProfile();
  if (me?.pk === pk) return null;
  if (me || asks) return { name, current: me && toName(me) };
  await acceptLink(link);
  return null;
}

async function acceptLink(link: string): Promise<void> {
  if (isSignInTicket(link)) await redeemTicket(link);
  else replaceToken(link);
}

function useSignInLink(link: string, onDone: () => void) {
  const [state, setState] = useState<LinkState>({ phase: 'authorizing' });
  const fail = (error: unknown) =>
    setState({ phase: 'failed', message: (error as ApiError).message });
  useRunOnce(() => {
    openLink(link).then(
      (choice) => (choice ? setState({ phase: 'asking', choice }) : onDone()),
      fail,
    );
  });
  const accept = () => {
    setState({ phase: 'authorizing' });
    void acceptLink(link).then(onDone, fail);
  };
  return { state, accept };
}

/**
 * A sign-in link: a mailed or printed ticket, or the token of a session. A mailed one names the person and asks, and so
 * does any where somebody else is signed in, so that nobody works in an account that the sender of a link chose
 * (docs/security.md, 1).
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
      <h1 className="ui-bottom-wide">This link can’t sign you in</h1>
      <p className={classes.sent} role="alert">
        {reason}
      </p>
      <div className="ui-row ui-top-wide">
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
        <h1 className="ui-bottom-wide">Sign in with this link?</h1>
        <p className={classes.sent}>You are signed in as {current}.</p>
        <p className="ui-top-wide">This link signs you in as {name} instead.</p>
        <div className="ui-row ui-top-wide">
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
      <h1 className="ui-bottom-wide">Sign in as {name}?</h1>
      <p className={classes.sent}>
        You opened a sign-in link for this account. If it isn’t yours, or someone you don’t know
        sent you the link, cancel.
      </p>
      <div className="ui-row ui-top-wide">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={accept}>Sign in</Button>
      </div>
    </>
  );
}
