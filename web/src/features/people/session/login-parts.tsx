import { loginMessages } from '@lotkeeper/contract/people/session';
import type { FormEvent, ReactNode } from 'react';
import { settings } from '../../../kernel/settings.ts';
import classes from './login.module.css';

export function submitting(action: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    action();
  };
}

export function Alert({ children }: { children: ReactNode }) {
  return (
    <p className="ui-error" role="alert">
      {children}
    </p>
  );
}

/** The general failure message, the specific one (unless the code was simply wrong), and how to reach support. */
export function LoginFailure(props: { message: string; isCodeRefused: boolean }) {
  const { message, isCodeRefused } = props;
  return (
    <Alert>
      {loginMessages.failure}
      {message === loginMessages.invalid ? null : <span className={classes.hint}>{message}</span>}
      <span className={classes.hint}>
        {isCodeRefused
          ? 'Check the code, or contact support at'
          : 'If it keeps failing, contact support at'}{' '}
        {settings.support_email === null ? null : (
          <>
            <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a> or{' '}
          </>
        )}
        <a href={`tel:${settings.support_phone.replace(/[^\d+]/g, '')}`}>
          {settings.support_phone}
        </a>
        .
      </span>
    </Alert>
  );
}
