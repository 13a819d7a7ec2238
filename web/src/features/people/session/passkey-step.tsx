import { useState } from 'react';
import { failureMessage } from '../../../kernel/api.ts';
import { writeToken } from '../../../kernel/auth-cookie.ts';
import { Button } from '../../../ui/form/button.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';
import { Alert } from './login-parts.tsx';

/** The second way to sign in, where the browser can use passkeys. */
export function PasskeyStep({ onDone }: { onDone: () => void }) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function signIn() {
    setIsPending(true);
    setFailure(null);
    try {
      const { signInWithPasskey } = await import('./passkey-browser.ts');
      writeToken(await signInWithPasskey());
      onDone();
    } catch (error) {
      setFailure(failureMessage(error));
      setIsPending(false);
    }
  }
  if (!canUsePasskeys()) return null;
  return (
    <div className="ui-parts ui-top">
      <Button variant="default" fullWidth loading={isPending} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
      {failure === null ? null : <Alert>{failure}</Alert>}
    </div>
  );
}
