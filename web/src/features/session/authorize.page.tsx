import { getProfile, loginMessages } from '@lotkeeper/contract/session';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../kernel/api.ts';
import { clearToken, readToken, writeToken } from '../../kernel/auth-cookie.ts';
import { Button } from '../../ui/button.tsx';
import classes from './login.module.css';

/** Whose session is alive in this browser; null when none is. */
async function livingName(): Promise<string | null> {
  if (!readToken()) return null;
  return call(getProfile, {}).then(
    (me) => `${me.first_name} ${me.last_name}`,
    () => null,
  );
}

/**
 * Token sign-in: keeps the address's token in the auth cookie and goes home. A living session of
 * this browser is not replaced before the person was asked (security #1).
 */
export function AuthorizePage({ token, onDone }: { token: string; onDone: () => void }) {
  const [living, setLiving] = useState<string | null>(null);
  const started = useRef(false);

  function accept() {
    clearToken();
    writeToken(token);
    onDone();
  }

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (readToken() === token) return onDone();
    void livingName().then((name) => (name ? setLiving(name) : accept()));
  });

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <p className={classes.brand}>Lotkeeper</p>
        {living ? (
          <>
            <h1 className={classes.title}>Sign in with this link?</h1>
            <p className={classes.sent}>You are signed in as {living}.</p>
            <div className={classes.choices}>
              <Button variant="default" onClick={onDone}>
                Continue as {living}
              </Button>
              <Button onClick={accept}>Use the link</Button>
            </div>
          </>
        ) : (
          <output>{loginMessages.authorizing}</output>
        )}
      </div>
    </main>
  );
}
