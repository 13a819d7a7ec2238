import { codeLength, loginMessages } from '@lotkeeper/contract/people/session';
import { useState } from 'react';
import { useMoment } from '../../../kernel/use-moment.ts';
import { Button } from '../../../ui/form/button.tsx';
import { CodeInput } from '../../../ui/form/code-input.tsx';
import type { CodeSends } from './code-sends.ts';
import { findNextSend } from './code-sends.ts';
import classes from './login.module.css';
import { Alert, LoginFailure, submitting } from './login-parts.tsx';
import type { LoginState } from './login-state.ts';

/** The second step: the code that was sent. */
export function CodeStep(props: {
  state: LoginState;
  delivery: CodeSends;
  onSubmit: (code: string) => void;
  onResend: () => void;
  onBack: () => void;
}) {
  const { state, delivery, onSubmit } = props;
  const [code, setCode] = useState('');
  const complete = /^\d{6}$/.test(code) && code.length === codeLength;
  const busy = state.phase === 'logging_in';
  const send = () => complete && onSubmit(code);
  return (
    <form className="ui-parts" onSubmit={submitting(send)}>
      <output className={classes.sent}>
        {delivery.in_outbox
          ? loginMessages.codeInOutbox(delivery.medium)
          : loginMessages.codeSent(delivery.medium, delivery.target, delivery.again)}
      </output>
      <CodeInput
        label="Verification code"
        value={code}
        onChange={setCode}
        onEnter={send}
        onComplete={onSubmit}
        length={codeLength}
        disabled={busy}
        refused={state.loginError?.isCodeRefused ? state.loginError : null}
      />
      {state.loginError ? <LoginFailure {...state.loginError} /> : null}
      {state.sendError ? <Alert>{state.sendError}</Alert> : null}
      <Button type="submit" fullWidth disabled={!complete} loading={busy}>
        Log in
      </Button>
      <div className="ui-spread">
        <button type="button" className={classes.link} onClick={props.onBack}>
          Use another email or phone
        </button>
        <Resend
          times={delivery.times}
          sending={state.phase === 'requesting'}
          onResend={() => {
            setCode('');
            props.onResend();
          }}
        />
      </div>
      {delivery.in_outbox ? null : (
        <p className="ui-note">{loginMessages.nothingArrived(delivery.medium)}</p>
      )}
    </form>
  );
}

/** Requests another code as soon as one would be sent, with a countdown until then. */
function Resend(props: { times: CodeSends['times']; sending: boolean; onResend: () => void }) {
  const moment = useMoment(1);
  // A code that was just requested may be newer than the last clock tick.
  const latest = Math.max(moment, props.times.at(-1) ?? 0) as CodeSends['times'][number];
  const seconds = Math.ceil((findNextSend(props.times, latest) - latest) / 1000);
  return (
    <span className={classes.resend}>
      <button
        type="button"
        className={classes.link}
        disabled={props.sending || seconds > 0}
        onClick={props.onResend}
      >
        {props.sending ? 'Sending…' : 'Resend'}
      </button>
      {seconds > 0 ? <span className="ui-dimmed">{loginMessages.askAgainIn(seconds)}</span> : null}
    </span>
  );
}
