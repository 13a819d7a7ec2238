import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { requestOwnCode } from '@lotkeeper/contract/people/session';
import { loginMessages } from '@lotkeeper/contract/people/session';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import type { Sending } from '../kernel/api.ts';
import { Button } from '../ui/form/button.tsx';
import { isCodeComplete } from '../ui/form/code-input.rules.ts';
import { CodeInput } from '../ui/form/code-input.tsx';
import form from '../ui/form/form.module.css';
import { FormFailure } from '../ui/form/form-failure.tsx';

interface CodeFormProps {
  /** Where the code was sent; undefined until it was. */
  sent: AnswerOf<typeof requestOwnCode> | undefined;
  /** Follows the sentence that says where the code was sent. */
  children?: ReactNode;
  submit: string;
  /** The check of the code. */
  check: Sending & { reset: () => void };
  onCode: (code: string) => void;
  /** The request of a code. */
  request: Sending;
  onRequest: () => void;
  onCancel: () => void;
}

const describeSent = ({ medium, target, in_outbox }: AnswerOf<typeof requestOwnCode>) =>
  in_outbox
    ? loginMessages.codeInOutbox(medium)
    : `Enter the verification code we ${medium} to ${target}.`;

/** Asks a signed-in person for the code that was sent to them. The last digit sends it. */
export function CodeForm(props: CodeFormProps) {
  const { sent: delivery, children, submit, check, onCode, request, onRequest, onCancel } = props;
  const [input, setInput] = useState('');
  const send = (code: string) => {
    if (!check.isPending && isCodeComplete(code)) onCode(code);
  };
  // Another code ends what was typed of the old one, and what was wrong with it.
  const requestAnother = () => {
    setInput('');
    check.reset();
    onRequest();
  };
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    send(input);
  };
  return (
    <form className={form.form} onSubmit={submitForm} noValidate>
      <p className="ui-bottom-wide">
        {delivery ? describeSent(delivery) : 'A verification code is being sent to you.'} {children}
      </p>
      <CodeInput
        label="Verification code"
        value={input}
        onChange={setInput}
        onEnter={() => send(input)}
        onComplete={send}
        error={check.error?.fields.code}
        refused={check.error}
      />
      <FormFailure error={check.error ?? request.error} />
      <div className={form.buttons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant="subtle"
          loading={request.isPending}
          disabled={check.isPending}
          onClick={requestAnother}
        >
          Send another code
        </Button>
        <Button type="submit" loading={check.isPending} disabled={!isCodeComplete(input)}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
