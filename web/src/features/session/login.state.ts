import { logIn, loginMessages, phoneDigits, requestCode } from '@lotkeeper/contract/session';
import { useState } from 'react';
import { ApiError, call } from '../../kernel/api.ts';
import { writeToken } from '../../kernel/auth-cookie.ts';

/** Where sign-in stands (platform spec §4). */
export type LoginPhase = 'idle' | 'requesting' | 'sent' | 'logging_in' | 'done';

export interface LoginState {
  phase: LoginPhase;
  /** What the server said of the last code: how and where it went, and whether it was a resend. */
  sent: { medium: 'emailed' | 'texted'; target: string; again: boolean } | null;
  sendError: string | null;
  /** What the server said of a refused code; null = nothing was refused. */
  loginError: string | null;
}

const start: LoginState = { phase: 'idle', sent: null, sendError: null, loginError: null };

const sentenceOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.status > 0 && error.status < 500 ? error.message : fallback;

/** The body fields that name an account. */
const nameOf = (username: string, dialCode: string) => ({
  username: username.trim(),
  phone_country_code: `+${phoneDigits(dialCode)}`,
});

/** The two steps of signing in and what to show at each. */
export function useLogin(onDone: () => void) {
  const [state, setState] = useState<LoginState>(start);

  async function sendCode(username: string, dialCode: string) {
    const again = state.sent !== null;
    setState((before) => ({ ...before, phase: 'requesting', sendError: null, loginError: null }));
    try {
      const sent = await call(requestCode, { body: nameOf(username, dialCode) });
      setState({ ...start, phase: 'sent', sent: { ...sent, again } });
    } catch (error) {
      const sendError = sentenceOf(error, loginMessages.codeSendFailure);
      setState((before) => ({ ...before, phase: before.sent ? 'sent' : 'idle', sendError }));
    }
  }

  async function submit(username: string, dialCode: string, password: string) {
    setState((before) => ({ ...before, phase: 'logging_in', loginError: null, sendError: null }));
    try {
      const { token } = await call(logIn, { body: { ...nameOf(username, dialCode), password } });
      writeToken(token);
      setState((before) => ({ ...before, phase: 'done' }));
      onDone();
    } catch (error) {
      const loginError = sentenceOf(error, loginMessages.invalid);
      setState((before) => ({ ...before, phase: before.sent ? 'sent' : 'idle', loginError }));
    }
  }

  return { state, sendCode, submit, restart: () => setState(start) };
}
