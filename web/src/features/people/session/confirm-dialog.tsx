import { confirmationMinutes } from '@lotkeeper/contract/kernel/confirmation';
import { confirmWithPasskey, listPasskeys } from '@lotkeeper/contract/people/passkeys';
import { confirmSession, requestOwnCode } from '@lotkeeper/contract/people/session';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call, failureMessage } from '../../../kernel/api.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { CodeForm } from '../../../shared/code-form.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';

import { canUsePasskeys } from './can-use-passkeys.ts';
import { answerWithPasskey } from './passkey-browser.ts';

interface ConfirmDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Sends a code, and asks for it: what the person wants to do needs somebody who proved who they are just now. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  const request = useSend(requestOwnCode);
  const check = useSend(confirmSession);
  const passkeys = useRead(listPasskeys, canUsePasskeys() ? {} : null);
  const byPasskey = useMutation<void>({
    mutationFn: async () =>
      call(confirmWithPasskey, { body: { response: await answerWithPasskey() } }),
    onSuccess: onConfirmed,
  });
  const onRequest = () => request.mutate({});
  const sendFirst = useEffectEvent(onRequest);
  useEffect(() => sendFirst(), []);
  return (
    <Dialog title="Confirm that it’s you" size="question" onClose={onClose}>
      <CodeForm
        sent={request.data}
        submit="Confirm"
        check={check}
        onCode={(code) => check.mutate({ body: { code } }, { onSuccess: onConfirmed })}
        request={request}
        onRequest={onRequest}
        onCancel={onClose}
      >
        You won’t be asked again for {confirmationMinutes} minutes.
      </CodeForm>
      {passkeys.data?.length ? (
        <div className={form.other}>
          <Button
            variant="default"
            loading={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            Use a passkey instead
          </Button>
          <FailureText>{byPasskey.error ? failureMessage(byPasskey.error) : null}</FailureText>
        </div>
      ) : null}
    </Dialog>
  );
}
