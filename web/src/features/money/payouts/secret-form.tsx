import type { ProcessorSecrets } from '@lotkeeper/contract/money/processor';
import type { ReactNode } from 'react';
import { Form } from '../../../ui/form/form.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { useAccountChange, useToken, validateSecrets } from './payouts.api.ts';

/** A dialog whose fields go to the processor; the returned token updates the account. */
export function SecretDialog<Values extends Record<string, string>>(props: {
  title: string;
  text: string;
  organizationId: string;
  initial: Values;
  /** What sentences call the fields. */
  names: Record<keyof Values & string, string>;
  toSecrets: (values: Values) => ProcessorSecrets;
  onClose: () => void;
  children: (form: FormState<Values>) => ReactNode;
}) {
  const { title, organizationId: organization, initial, toSecrets, onClose } = props;
  const token = useToken();
  const change = useAccountChange();
  const error = token.error ?? change.error;
  const form = useForm({
    initial,
    validate: (values) => validateSecrets(toSecrets(values)),
    send: { error, isPending: token.isPending || change.isPending },
    onSubmit: (values) =>
      token.mutate(toSecrets(values), {
        onSuccess: (token) =>
          change.mutate({ body: { organization, token } }, { onSuccess: onClose }),
      }),
  });
  return (
    <Dialog title={title} size="question" onClose={onClose}>
      <Form
        form={form}
        submit="Save"
        disabled={Object.values(form.values).some((value) => !value.trim())}
        reason={form.explain('save', props.names)}
        onCancel={onClose}
      >
        <p>{props.text}</p>
        {props.children(form)}
      </Form>
    </Dialog>
  );
}
