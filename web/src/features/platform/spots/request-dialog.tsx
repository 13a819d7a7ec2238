import { requestProperty } from '@lotkeeper/contract/platform/property-requests';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

/** The form for an Admin to request a property from support. */
export default function RequestDialog(props: {
  organizationId: string;
  onSent: () => void;
  onClose: () => void;
}) {
  const { organizationId, onSent, onClose } = props;
  const request = useSend(requestProperty);
  const form = useForm({
    initial: { name: '', address: '', note: '' },
    validate: (body) => findProblems(requestProperty.body, body),
    send: request,
    onSubmit: (body) =>
      request.mutate({ params: { id: organizationId }, body }, { onSuccess: onSent }),
  });
  const { text } = form;
  return (
    <Dialog title="Add property" onClose={onClose}>
      <Form form={form} action={requestProperty.failure} submit="Send request" onCancel={onClose}>
        <p>Tell us about the property, and support will set it up with you.</p>
        <TextInput label="Name" maxLength={120} required data-autofocus {...text('name')} />
        <TextInput label="Address" maxLength={300} required {...text('address')} />
        <TextInput label="Anything else we should know?" maxLength={1000} {...text('note')} />
      </Form>
    </Dialog>
  );
}
