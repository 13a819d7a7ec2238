import { readEmail } from '@lotkeeper/contract/kernel/typed-text';
import {
  isPhone,
  isUsername,
  loginMessages,
  readTypedPhone,
  signOnFailures,
} from '@lotkeeper/contract/people/session';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { settings } from '../../../kernel/settings.ts';
import { findCountry } from '../../../shared/country-code.tsx';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { CodeStep } from './code-step.tsx';
import classes from './login.module.css';
import type { LoginName } from './login-state.ts';
import { useLogin } from './login-state.ts';
import { PasskeyStep } from './passkey-step.tsx';
import { SessionFrame } from './session-frame.tsx';
import type { Way } from './single-sign-on.tsx';
import { ProviderStep, WayToggle } from './single-sign-on.tsx';
import { UsernameStep } from './username-step.tsx';

/** Why someone was redirected here; shown above the form. */
const loginReasons = {
  no_affiliation: loginMessages.noAffiliation,
  session: 'Your session has ended. Please sign in again.',
  profile: 'Could not fetch your profile. Please sign in again.',
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

/** The typed username, as the calls take it, and why it isn't valid; null while it may still become one. */
function readUsername(text: string, chosen: string) {
  if (!isPhone(text)) {
    const name: LoginName = { username: readEmail(text) ?? text.trim(), phone_country_code: '+1' };
    return { name, country: chosen, isValid: isUsername(text, '1'), problem: null };
  }
  const { digits, dialCode, country, problem } = readTypedPhone(text, findCountry(chosen));
  const name: LoginName = { username: digits, phone_country_code: `+${dialCode}` };
  return { name, country, isValid: problem === null && isUsername(digits, dialCode), problem };
}

/** Sign-in in two steps: a username, then the code that was sent to it. */
export function LoginPage({ username, code, reason, onDone }: LoginPageProps) {
  const [text, setText] = useState(username);
  const [chosenCountry, setChosenCountry] = useState('US');
  const [way, setWay] = useState<Way>(reason && reason in signOnFailures ? 'provider' : 'code');
  const { state, sendCode, submit, restart } = useLogin(onDone);
  const { name, country, isValid, problem } = readUsername(text, chosenCountry);

  useRunOnce(() => {
    if (username && code) void submit(name, code);
  });

  if (state.phase === 'done')
    return (
      <Frame>
        <output>{loginMessages.loggingIn}</output>
      </Frame>
    );
  if (!state.sent) {
    return (
      <Frame reason={reason}>
        {settings.single_sign_on ? <WayToggle way={way} onChange={setWay} /> : null}
        {settings.single_sign_on && way === 'provider' ? (
          <ProviderStep />
        ) : (
          <>
            <UsernameStep
              {...{ text, setText, country, problem, state }}
              setCountry={setChosenCountry}
              valid={isValid}
              onSubmit={() => void sendCode(name)}
            />
            <PasskeyStep onDone={onDone} />
          </>
        )}
      </Frame>
    );
  }
  return (
    <Frame>
      <CodeStep
        state={state}
        delivery={state.sent}
        onSubmit={(code) => void submit(name, code)}
        onResend={() => void sendCode(name)}
        onBack={restart}
      />
    </Frame>
  );
}

function Frame({ children, reason }: { children: ReactNode; reason?: LoginReason | null }) {
  return (
    <SessionFrame>
      <h1 className={classes.title}>Sign in</h1>
      {reason ? <output className={classes.notice}>{loginReasons[reason]}</output> : null}
      {children}
    </SessionFrame>
  );
}
