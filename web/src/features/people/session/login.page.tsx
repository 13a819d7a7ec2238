import { loginMessages, signOnFailures } from '@lotkeeper/contract/people/session';
import classes from './login.module.css';
import { SessionFrame } from './session-frame.tsx';
import { SignInSteps } from './sign-in-steps.tsx';

/** Why someone was redirected here; shown above the form. */
const loginReasons = {
  no_affiliation: loginMessages.noAffiliation,
  session: 'Your session has ended. Please sign in again.',
  profile: 'Could not fetch your profile. Check your connection, or sign in again.',
  ...signOnFailures,
} as const;
export type LoginReason = keyof typeof loginReasons;

interface LoginPageProps {
  username: string;
  /** Set together with a username: makes one automatic attempt. */
  code: string;
  reason: LoginReason | null;
  onDone: () => void;
}

/** Sign-in on a page of its own. */
export function LoginPage({ username, code, reason, onDone }: LoginPageProps) {
  const firstWay = reason && reason in signOnFailures ? 'provider' : 'code';
  return (
    <SessionFrame>
      <h1 className="ui-bottom-wide">Sign in</h1>
      <SignInSteps {...{ username, code, firstWay, onDone }}>
        {reason ? <output className={classes.notice}>{loginReasons[reason]}</output> : null}
      </SignInSteps>
    </SessionFrame>
  );
}
