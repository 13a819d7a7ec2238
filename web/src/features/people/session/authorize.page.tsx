import { getProfile, loginMessages } from '@lotkeeper/contract/people/session';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { call } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './login.module.css';
import { redeemTicket } from './redeem-ticket.ts';
import { SessionFrame } from './session-frame.tsx';

interface AuthorizePageProps {
  /** The single sign-on ticket, which works only in the browser that started it. */
  ticket: string;
  onDone: () => void;
  /** The ticket wasn't valid. */
  onFailed: (error: ApiError) => void;
}

/** The name of the person signed in to this browser; null when nobody is. */
async function readLiveName(): Promise<string | null> {
  if (!readToken()) return null;
  return call(getProfile, {}).then(
    (me) => `${me.first_name} ${me.last_name}`,
    () => null,
  );
}

/** The return from single sign-on. It asks before it replaces an active session (docs/security.md, 1). */
export function AuthorizePage({ ticket, onDone, onFailed }: AuthorizePageProps) {
  const [liveName, setLiveName] = useState<string | null>(null);
  const accept = () => void redeemTicket(ticket).then(onDone, onFailed);
  useRunOnce(() => void readLiveName().then((name) => (name ? setLiveName(name) : accept())));

  return (
    <SessionFrame>
      {liveName ? (
        <>
          <h1 className="ui-bottom-wide">Sign in with single sign-on?</h1>
          <p className={classes.sent}>You are signed in as {liveName}.</p>
          <div className="ui-row ui-top-wide">
            <Button variant="default" onClick={onDone}>
              Continue as {liveName}
            </Button>
            <Button onClick={accept}>Sign in</Button>
          </div>
        </>
      ) : (
        <output>{loginMessages.authorizing}</output>
      )}
    </SessionFrame>
  );
}
