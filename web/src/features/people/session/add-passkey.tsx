import { addPasskey, listPasskeys } from '@lotkeeper/contract/people/passkeys';
import { useMutation } from '@tanstack/react-query';
import { ApiError, failureMessage } from '../../../kernel/api.ts';
import { markStale } from '../../../kernel/queries.ts';
import { nameBrowser } from '../../../shared/browser-names.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { makePasskey } from './passkey-browser.ts';

/** Names a passkey, and lets the browser make it. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useMutation<unknown, Error, string>({
    mutationFn: makePasskey,
    onSuccess: () => {
      markStale([listPasskeys]);
      onClose();
    },
  });
  const form = useForm({
    initial: { name: nameBrowser(navigator.userAgent) },
    validate: ({ name }) => (name.trim() ? {} : { name: 'Please enter a name' }),
    send: {
      isPending: add.isPending,
      error: add.error instanceof ApiError ? add.error : null,
    },
    onSubmit: ({ name }) => add.mutate(name.trim()),
  });
  return (
    <Dialog title="Add a passkey" size="question" onClose={onClose}>
      <Form form={form} submit="Continue" onCancel={onClose}>
        <p className="ui-bottom-wide">
          Your browser asks for your fingerprint, face or PIN next, and keeps the passkey.
        </p>
        <TextInput label="Name" {...form.text('name')} maxLength={60} data-autofocus required />
        <FailureText>
          {add.error && !(add.error instanceof ApiError)
            ? failureMessage(add.error, addPasskey.failure)
            : null}
        </FailureText>
      </Form>
    </Dialog>
  );
}
