import { confirmationMinutes } from '@lotkeeper/contract/kernel/confirmation';
import { confirmSession, requestOwnCode } from '@lotkeeper/contract/people/session';
import { useEffect, useEffectEvent } from 'react';
import { useSend } from '../../../kernel/queries.ts';
import { CodeForm } from '../../../shared/code-form.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface ConfirmDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Sends a code, and asks for it: what the person wants to do needs somebody who proved who they are just now. */
export function ConfirmDialog({ onConfirmed, onClose }: ConfirmDialogProps) {
  const request = useSend(requestOwnCode);
  const check = useSend(confirmSession);
  const onRequest = () => request.mutate({});
  const sendFirst = useEffectEvent(onRequest);
  useEffect(() => sendFirst(), []);
  return (
    <Dialog title="Confirm that it’s you" onClose={onClose}>
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
    </Dialog>
  );
}
