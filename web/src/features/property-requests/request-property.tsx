import { propertyRequestMessages, requestProperty } from '@lotkeeper/contract/property-requests';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { settings } from '../../kernel/settings.ts';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';

/** Opens the form in which an Admin asks support for a property, and says afterwards that it was sent. */
export function RequestProperty({ organizationId }: { organizationId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  if (isSent) return <output>{propertyRequestMessages.sent(settings.support_email)}</output>;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add property</Button>
      {isOpen ? (
        <RequestDialog
          organizationId={organizationId}
          onSent={() => {
            setIsOpen(false);
            setIsSent(true);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

function RequestDialog(props: { organizationId: string; onSent: () => void; onClose: () => void }) {
  const { organizationId, onSent, onClose } = props;
  const [fields, setFields] = useState({ name: '', address: '', note: '' });
  const request = useSend(requestProperty);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate({ params: { id: organizationId }, body: fields }, { onSuccess: onSent });
  };
  const input = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFields((before) => ({ ...before, [name]: currentTarget.value })),
    error: request.error?.fields[name],
  });
  return (
    <Dialog label="Add property" onClose={onClose}>
      <h2 className={form.heading}>Add property</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <p>Tell us about the property, and support will set it up with you.</p>
        <TextInput label="Name" maxLength={120} required data-autofocus {...input('name')} />
        <TextInput label="Address" maxLength={300} required {...input('address')} />
        <TextInput label="Anything else we should know?" maxLength={1000} {...input('note')} />
        <FormFailure error={request.error} action={requestProperty.failure} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={request.isPending}>
            Send request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
