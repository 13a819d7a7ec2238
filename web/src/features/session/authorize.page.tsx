import { getProfile, isSignOnTicket, loginMessages } from '@lotkeeper/contract/session';
import { exchangeTicket } from '@lotkeeper/contract/team';
import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../kernel/api.ts';
import { call } from '../../kernel/api.ts';
import { clearToken, readToken, writeToken } from '../../kernel/auth-cookie.ts';
import { Button } from '../../ui/button.tsx';
import classes from './login.module.css';

interface AuthorizePageProps {
  /** The end of the address: a session's token, or the ticket of single sign-on. */
  link: string;
  onDone: () => void;
  /** A ticket that opened nothing. */
  onFailed: (error: ApiError) => void;
}

/** Whose session is alive in this browser; null when none is. */
async function livingName(): Promise<string | null> {
  if (!readToken()) return null;
  return call(getProfile, {}).then(
    (me) => `${me.first_name} ${me.last_name}`,
    () => null,
  );
}

async function tokenOf(link: string): Promise<string> {
  if (!isSignOnTicket(link)) return link;
  return (await call(exchangeTicket, { body: { ticket: link } })).token;
}

/**
 * Token sign-in: keeps the address's token in the auth cookie and goes home. A living session of
 * this browser is not replaced before the person was asked (security #1).
 */
export function AuthorizePage({ link, onDone, onFailed }: AuthorizePageProps) {
  const [living, setLiving] = useState<string | null>(null);
  const started = useRef(false);

  function accept() {
    tokenOf(link).then((token) => {
      clearToken();
      writeToken(token);
      onDone();
    }, onFailed);
  }

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (readToken() === link) return onDone();
    void livingName().then((name) => (name ? setLiving(name) : accept()));
  });

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <p className={classes.brand}>Lotkeeper</p>
        {living ? (
          <Question living={living} byTicket={isSignOnTicket(link)} {...{ accept, onDone }} />
        ) : (
          <output>{loginMessages.authorizing}</output>
        )}
      </div>
    </main>
  );
}

function Question(props: {
  living: string;
  byTicket: boolean;
  accept: () => void;
  onDone: () => void;
}) {
  const { living, byTicket, accept, onDone } = props;
  return (
    <>
      <h1 className={classes.title}>
        {byTicket ? 'Sign in by single sign-on?' : 'Sign in with this link?'}
      </h1>
      <p className={classes.sent}>You are signed in as {living}.</p>
      <div className={classes.choices}>
        <Button variant="default" onClick={onDone}>
          Continue as {living}
        </Button>
        <Button onClick={accept}>{byTicket ? 'Sign in' : 'Use the link'}</Button>
      </div>
    </>
  );
}
