import { isPhone, loginMessages } from '@lotkeeper/contract/people/session';
import { useState } from 'react';
import { CountryCodeSelect } from '../../../shared/country-code.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { Alert, LoginFailure, submitting } from './login-parts.tsx';
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
  // Clicking the disabled button leaves the field and shows why.
  const problem =
    props.problem ?? (wasLeft && text.trim() && !valid ? loginMessages.badUsername : null);
  return (
    <form className="ui-parts" onSubmit={submitting(() => valid && props.onSubmit())}>
      <div className="ui-parts">
        {isPhone(text) ? <CountryCodeSelect value={country} onChange={setCountry} /> : null}
        <TextInput
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
        disabled={!valid}
        loading={state.phase === 'requesting' || state.phase === 'logging_in'}
      >
        Get Verification Code
      </Button>
    </form>
  );
}
