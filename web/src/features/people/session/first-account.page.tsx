import { beginSetup, lookAtSetup } from '@lotkeeper/contract/platform/setup';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../kernel/api.ts';
import { call } from '../../../kernel/api.ts';
import { readToken } from '../../../kernel/auth-cookie.ts';
import { queryClient, useSend } from '../../../kernel/queries.ts';
import { useRunOnce } from '../../../shared/use-run-once.ts';
import { Button } from '../../../ui/form/button.tsx';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import classes from './login.module.css';
import { replaceToken } from './redeem-ticket.ts';
import { SessionFrame } from './session-frame.tsx';

interface FirstAccountPageProps {
  ticket: string;
  onLeave: () => void;
}

/** Creates the first account and its organization, by the link that the start printed. */
export function FirstAccountPage({ ticket, onLeave }: FirstAccountPageProps) {
  const [problem, setProblem] = useState<string | null>();
  useRunOnce(() => {
    call(lookAtSetup, { body: { ticket } }).then(
      () => setProblem(null),
      (error: unknown) => setProblem((error as ApiError).message),
    );
  });
  return (
    <QueryClientProvider client={queryClient}>
      <SessionFrame>
        <title>Set up · Lotkeeper</title>
        {problem === undefined ? <output>Opening the link…</output> : null}
        {problem === null ? <FirstAccount ticket={ticket} onDone={onLeave} /> : null}
        {problem ? (
          <>
            <h1 className="ui-bottom-wide">This set-up link doesn’t work</h1>
            <p className={classes.sent} role="alert">
              {problem}
            </p>
            <div className="ui-row ui-top-wide">
              <Button onClick={onLeave}>{readToken() ? 'Go on' : 'Sign in'}</Button>
            </div>
          </>
        ) : null}
      </SessionFrame>
    </QueryClientProvider>
  );
}

const emptyDraft = { first_name: '', last_name: '', email: '', phone: '', company: '' };

function FirstAccount({ ticket, onDone }: { ticket: string; onDone: () => void }) {
  const toBody = (draft: typeof emptyDraft) => ({
    ...draft,
    ticket,
    email: draft.email.trim() || null,
    phone: draft.phone.trim() || null,
  });
  const begin = useSend(beginSetup, []);
  const form = useForm({
    initial: emptyDraft,
    validate: (draft) => findProblems(beginSetup.body, toBody(draft)),
    send: begin,
    onSubmit: (draft) =>
      begin.mutate(
        { body: toBody(draft) },
        {
          onSuccess: ({ token }) => {
            replaceToken(token);
            onDone();
          },
        },
      ),
  });
  const { values, text } = form;
  const reason = explainDisabled(
    [
      { name: 'your first name', isEmpty: !values.first_name.trim() },
      { name: 'your last name', isEmpty: !values.last_name.trim() },
      { name: 'an email or phone', isEmpty: !values.email.trim() && !values.phone.trim() },
      { name: 'the company', isEmpty: !values.company.trim() },
    ],
    'create your account',
  );
  return (
    <>
      <h1 className="ui-bottom-wide">Set up Lotkeeper</h1>
      <p className={classes.sent}>
        Nobody has an account here yet. Yours can do everything, and you can invite others next.
      </p>
      <Form form={form} submit="Create account" reason={reason}>
        <TextInput label="First name" autoComplete="given-name" {...text('first_name')} required />
        <TextInput label="Last name" autoComplete="family-name" {...text('last_name')} required />
        <TextInput
          label="Email"
          description="You sign in with it, or your phone, and a code each time."
          autoComplete="email"
          inputMode="email"
          {...text('email')}
        />
        <TextInput
          label="Phone"
          description="Such as (602) 555-0147. Outside the US, with + and its country."
          autoComplete="tel"
          inputMode="tel"
          {...text('phone')}
        />
        <TextInput
          label="Company"
          description="Who runs the lots. It can be changed later."
          autoComplete="organization"
          {...text('company')}
          required
        />
      </Form>
    </>
  );
}
