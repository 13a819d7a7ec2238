import { logInWithPasskey } from '@lotkeeper/contract/people/passkeys';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call, failureMessage } from '../../../kernel/api.ts';
import { writeToken } from '../../../kernel/auth-cookie.ts';
import { Button } from '../../../ui/form/button.tsx';
import classes from './login.module.css';
import { Alert } from './login-parts.tsx';
import { answerWithPasskey, canUsePasskeys } from './passkey-browser.ts';

/** The second way to sign in, where the browser can use passkeys. */
export function PasskeyStep({ onDone }: { onDone: () => void }) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function signIn() {
    setIsPending(true);
    setFailure(null);
    try {
      const response = await answerWithPasskey();
      const { token } = await call(logInWithPasskey, { body: { response } });
      writeToken(token);
      onDone();
    } catch (error) {
      setFailure(failureMessage(error));
      setIsPending(false);
    }
  }
  if (!canUsePasskeys()) return null;
  return (
    <div className={classes.passkey}>
      <Button
        variant="default"
        fullWidth
        leftSection={<KeyRound size={16} aria-hidden />}
        loading={isPending}
        onClick={() => void signIn()}
      >
        Sign in with a passkey
      </Button>
      {failure === null ? null : <Alert>{failure}</Alert>}
    </div>
  );
}
