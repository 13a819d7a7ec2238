import { isPhone, loginMessages } from '@lotkeeper/contract/people/session';
import { type FormEvent, useRef, useState } from 'react';
import { CountryCodeSelect } from '../../../shared/country-code.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { Alert, LoginFailure } from './login-parts.tsx';
import type { LoginState } from './login-state.ts';

/** The first step: who to send a code to. */
export function UsernameStep(props: {
  text: string;
  setText: (value: string) => void;
  country: string;
  setCountry: (value: string) => void;
  /** Why the number isn't valid; null while it may still become valid. */
  problem: string | null;
  valid: boolean;
  state: LoginState;
  onSubmit: () => void;
}) {
  const { text, setText, country, setCountry, valid, state } = props;
  const [wasLeft, setWasLeft] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isShown = wasSent || (wasLeft && text.trim());
  const problem = props.problem ?? (isShown && !valid ? loginMessages.badUsername : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) return props.onSubmit();
    setWasSent(true);
    field.current?.focus();
  };
  return (
    <form className="ui-parts" noValidate onSubmit={submit}>
      <div className="ui-parts">
        {isPhone(text) ? <CountryCodeSelect value={country} onChange={setCountry} /> : null}
        <TextInput
          ref={field}
          label="Email or phone number"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={() => setWasLeft(true)}
          error={problem}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
        />
      </div>
      {state.loginError ? <LoginFailure {...state.loginError} /> : null}
      {state.sendError ? <Alert>{state.sendError}</Alert> : null}
      <Button
        type="submit"
        fullWidth
        // It looks disabled, but says what is missing when it's pressed.
        {...(valid ? {} : { 'aria-disabled': true, 'data-disabled': true })}
        loading={state.phase === 'requesting' || state.phase === 'logging_in'}
      >
        Get Verification Code
      </Button>
    </form>
  );
}
