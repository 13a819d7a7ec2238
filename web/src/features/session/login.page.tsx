import { defaultDialCode } from '@lotkeeper/contract/kernel/places';
import {
  codeLength,
  isPhone,
  isUsername,
  loginMessages,
  signOnFailures,
} from '@lotkeeper/contract/session';
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { settings } from '../../kernel/settings.ts';
import { CountryCodeSelect, dialCodeOf } from '../../shared/country-code.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import classes from './login.module.css';
import type { LoginState } from './login.state.ts';
import { useLogin } from './login.state.ts';
import type { Way } from './single-sign-on.tsx';
import { ProviderStep, WayToggle } from './single-sign-on.tsx';

/** Why somebody was sent here; shown above the form. */
const loginReasons = {
  no_affiliation: loginMessages.noAffiliation,
  session: 'Your session has ended. Please sign in again.',
  profile: 'Could not fetch your profile. Please sign in again.',
  ...signOnFailures,
} as const;
export type LoginReason = keyof typeof loginReasons;

interface LoginPageProps {
  username: string;
  /** Present with a username: one automatic attempt. */
  code: string;
  reason: LoginReason | null;
  onDone: () => void;
}

/** Sign-in in two steps: a username, then the code that was sent to it. */
export function LoginPage({ username: given, code: givenCode, reason, onDone }: LoginPageProps) {
  const [username, setUsername] = useState(given);
  const [country, setCountry] = useState('US');
  const [code, setCode] = useState('');
  const [way, setWay] = useState<Way>(reason && reason in signOnFailures ? 'provider' : 'code');
  const { state, sendCode, submit, restart } = useLogin(onDone);
  const dialCode = dialCodeOf(country);

  const attempted = useRef(false);
  useEffect(() => {
    if (!given || !givenCode || attempted.current) return;
    attempted.current = true;
    void submit(given, defaultDialCode, givenCode);
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
          <UsernameStep
            {...{ username, setUsername, country, setCountry, state }}
            valid={isUsername(username, dialCode)}
            onSubmit={() => void sendCode(username, dialCode)}
          />
        )}
      </Frame>
    );
  }
  return (
    <Frame>
      <CodeStep
        {...{ code, setCode, state }}
        onSubmit={() => void submit(username, dialCode, code)}
        onResend={() => {
          setCode('');
          void sendCode(username, dialCode);
        }}
        onBack={() => {
          setCode('');
          restart();
        }}
      />
    </Frame>
  );
}

function Frame({ children, reason }: { children: ReactNode; reason?: LoginReason | null }) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <p className={classes.brand}>Lotkeeper</p>
        <h1 className={classes.title}>Sign in</h1>
        {reason ? <output className={classes.notice}>{loginReasons[reason]}</output> : null}
        {children}
      </div>
    </main>
  );
}

function submitting(action: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    action();
  };
}

function UsernameStep(props: {
  username: string;
  setUsername: (value: string) => void;
  country: string;
  setCountry: (value: string) => void;
  valid: boolean;
  state: LoginState;
  onSubmit: () => void;
}) {
  const { username, setUsername, country, setCountry, valid, state } = props;
  return (
    <form className={classes.form} onSubmit={submitting(() => valid && props.onSubmit())}>
      <div className={classes.username}>
        {isPhone(username) ? <CountryCodeSelect value={country} onChange={setCountry} /> : null}
        <TextInput
          label="Email or phone number"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
        />
      </div>
      {state.loginError ? <LoginFailure said={state.loginError} /> : null}
      {state.sendError ? <Alert>{state.sendError}</Alert> : null}
      <Button
        type="submit"
        fullWidth
        disabled={!valid}
        loading={state.phase === 'requesting' || state.phase === 'logging_in'}
      >
        Get Verification Code
      </Button>
    </form>
  );
}

function CodeStep(props: {
  code: string;
  setCode: (value: string) => void;
  state: LoginState;
  onSubmit: () => void;
  onResend: () => void;
  onBack: () => void;
}) {
  const { code, setCode, state } = props;
  const complete = /^\d{6}$/.test(code) && code.length === codeLength;
  const busy = state.phase === 'logging_in';
  const { sent } = state;
  return (
    <form className={classes.form} onSubmit={submitting(() => complete && props.onSubmit())}>
      <output className={classes.sent}>
        {sent ? loginMessages.codeSent(sent.medium, sent.target, sent.again) : null}
      </output>
      <CodeInput
        label="Verification code"
        value={code}
        onChange={setCode}
        onEnter={() => complete && props.onSubmit()}
        length={codeLength}
        disabled={busy}
        autoFocus
      />
      {state.loginError ? <LoginFailure said={state.loginError} /> : null}
      {state.sendError ? <Alert>{state.sendError}</Alert> : null}
      <Button type="submit" fullWidth disabled={!complete} loading={busy}>
        Log in
      </Button>
      <div className={classes.links}>
        <button type="button" className={classes.link} onClick={props.onBack}>
          Use another email or phone
        </button>
        <button
          type="button"
          className={classes.link}
          disabled={state.phase === 'requesting'}
          onClick={props.onResend}
        >
          {state.phase === 'requesting' ? 'Sending…' : 'Resend'}
        </button>
      </div>
    </form>
  );
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <p className={classes.alert} role="alert">
      {children}
    </p>
  );
}

/** The spec's sentence; what the server said besides, when it is not simply a wrong code; and whom to ask. */
function LoginFailure({ said }: { said: string }) {
  return (
    <Alert>
      {loginMessages.failure}
      {said === loginMessages.invalid ? null : <span className={classes.hint}>{said}</span>}
      <span className={classes.hint}>
        Check the code, or contact support at{' '}
        <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a> or{' '}
        <a href={`tel:${settings.support_phone.replace(/[^\d+]/g, '')}`}>
          {settings.support_phone}
        </a>
        .
      </span>
    </Alert>
  );
}
