import { readEmail } from '@lotkeeper/contract/kernel/typed-text';
import {
  isPhone,
  isUsername,
  loginMessages,
  readTypedPhone,
} from '@lotkeeper/contract/people/session';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { settings } from '../../../kernel/settings.ts';
import { findCountry } from '../../../shared/country-code.tsx';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { CodeStep } from './code-step.tsx';
import type { LoginName } from './login-state.ts';
import { useLogin } from './login-state.ts';
import { PasskeyStep } from './passkey-step.tsx';
import type { Way } from './single-sign-on.tsx';
import { ProviderStep, WayToggle } from './single-sign-on.tsx';
import { UsernameStep } from './username-step.tsx';

interface SignInStepsProps {
  username: string;
  /** Set together with a username: makes one automatic attempt. */
  code?: string;
  /** The way that is chosen at first; null = the identity provider can't be used here, since it leaves the page. */
  firstWay: Way | null;
  /** Stands above the first step. */
  children?: ReactNode;
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
export function SignInSteps({ username, code, firstWay, children, onDone }: SignInStepsProps) {
  const [text, setText] = useState(username);
  const [chosenCountry, setChosenCountry] = useState('US');
  const [way, setWay] = useState(firstWay ?? 'code');
  const { state, sendCode, submit, restart } = useLogin(onDone);
  const { name, country, isValid, problem } = readUsername(text, chosenCountry);

  useRunOnce(() => {
    if (username && code) void submit(name, code);
  });

  if (state.phase === 'done') return <output>{loginMessages.loggingIn}</output>;
  if (state.sent) {
    return (
      <CodeStep
        state={state}
        delivery={state.sent}
        onSubmit={(typedCode) => void submit(name, typedCode)}
        onResend={() => void sendCode(name)}
        onBack={restart}
      />
    );
  }
  return (
    <>
      {children}
      {settings.single_sign_on && firstWay ? <WayToggle way={way} onChange={setWay} /> : null}
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
    </>
  );
}
