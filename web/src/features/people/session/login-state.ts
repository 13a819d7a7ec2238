import { addSupportCode } from '@lotkeeper/contract/kernel/errors';
import { logIn, loginMessages, requestCode } from '@lotkeeper/contract/people/session';
import { useState } from 'react';
import { ApiError, call } from '../../../kernel/api.ts';
import { writeToken } from '../../../kernel/auth-cookie.ts';
import { now } from '../../../kernel/clock.ts';
import type { CodeSends } from './code-sends.ts';
import { findNextSend, forgetSends, keepSends, readSends } from './code-sends.ts';

export type LoginPhase = 'idle' | 'requesting' | 'sent' | 'logging_in' | 'done';

export interface LoginState {
  phase: LoginPhase;
  /** How and where the last code was sent, and when codes were requested. */
  sent: CodeSends | null;
  sendError: string | null;
  /** The message of a failed attempt; `isCodeRefused` is false when the code couldn't be checked. */
  loginError: { message: string; isCodeRefused: boolean } | null;
}

const start: LoginState = { phase: 'idle', sent: null, sendError: null, loginError: null };

/** The body fields that name an account. */
export interface LoginName {
  username: string;
  phone_country_code: string;
}

const keyFor = (name: LoginName) =>
  name.username.includes('@') ? name.username : `${name.phone_country_code}${name.username}`;

const readSendError = (error: unknown) =>
  error instanceof ApiError && error.status > 0 && error.status < 500
    ? error.message
    : loginMessages.codeSendFailure;

function readLoginError(error: unknown): NonNullable<LoginState['loginError']> {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 0) return { message: loginMessages.notReached, isCodeRefused: false };
  const { message, requestId } = error as ApiError;
  if (status >= 500) {
    return { message: addSupportCode(loginMessages.notChecked, requestId), isCodeRefused: false };
  }
  return { message, isCodeRefused: status === 400 };
}

/** Requests a code, unless it's too early for another: then the previous one still works. */
async function askForCode(name: LoginName): Promise<CodeSends> {
  const before = readSends(keyFor(name));
  const time = now();
  if (before && findNextSend(before.times, time) > time) return before;
  const delivery = await call(requestCode, { body: name });
  const times = [...(before?.times ?? []), time];
  const sends = { ...delivery, again: before !== null, times };
  keepSends(keyFor(name), sends);
  return sends;
}

/** The two steps of signing in, and what to show at each. */
export function useLogin(onDone: () => void) {
  const [state, setState] = useState<LoginState>(start);

  async function sendCode(name: LoginName) {
    setState((before) => ({ ...before, phase: 'requesting', sendError: null, loginError: null }));
    try {
      setState({ ...start, phase: 'sent', sent: await askForCode(name) });
    } catch (error) {
      const sendError = readSendError(error);
      setState((before) => ({ ...before, phase: before.sent ? 'sent' : 'idle', sendError }));
    }
  }

  async function submit(name: LoginName, password: string) {
    setState((before) => ({ ...before, phase: 'logging_in', loginError: null, sendError: null }));
    try {
      const { token } = await call(logIn, { body: { ...name, password } });
      writeToken(token);
      forgetSends();
      setState((before) => ({ ...before, phase: 'done' }));
      onDone();
    } catch (error) {
      const loginError = readLoginError(error);
      setState((before) => ({ ...before, phase: before.sent ? 'sent' : 'idle', loginError }));
    }
  }

  return { state, sendCode, submit, restart: () => setState(start) };
}
