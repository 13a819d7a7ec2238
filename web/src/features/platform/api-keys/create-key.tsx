import type { Grant } from '@lotkeeper/contract/kernel/access';
import { grants } from '@lotkeeper/contract/kernel/access';
import { createApiKey, grantLabels, listApiKeys } from '@lotkeeper/contract/platform/api-keys';
import { useSend } from '../../../kernel/queries.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import classes from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const options = grants.map((value) => ({ value, label: grantLabels[value] }));

/** Creates a key, and shows it the only time it can be shown. */
export function CreateKeyDialog(props: { organizationId: string; onClose: () => void }) {
  const { organizationId, onClose } = props;
  const create = useSend(createApiKey, [listApiKeys]);
  const form = useForm({
    initial: { name: '', grants: [] as Grant[] },
    validate: (body) => findProblems(createApiKey.body, body),
    send: create,
    onSubmit: (body) => create.mutate({ params: { id: organizationId }, body }),
  });
  const { values, set, text, errorFor } = form;
  if (create.data) {
    return <KeyDialog name={values.name} secret={create.data.key} onClose={onClose} />;
  }
  return (
    <Dialog title="Create API key" onClose={onClose}>
      <Form form={form} submit="Create key" disabled={!form.isValid} onCancel={onClose}>
        <TextInput
          label="Name"
          description="The system that will use it, such as your booking site."
          {...text('name')}
          maxLength={80}
          data-autofocus
          required
        />
        <Choices
          label="It may send"
          options={options}
          chosen={values.grants}
          onChange={(grants) => set({ grants })}
          error={errorFor('grants')}
        />
      </Form>
    </Dialog>
  );
}

function KeyDialog(props: { name: string; secret: string; onClose: () => void }) {
  return (
    <Dialog title={`Key of ${props.name}`} onClose={props.onClose}>
      <p className={classes.text}>
        Copy it now: it’s shown only once, and we store only a hash. The system sends it with every
        call, as <code>Authorization: Token</code> and the key.
      </p>
      <CopyText text={props.secret} label="Copy key" copied="Key copied" />
      <div className={classes.buttons}>
        <Button onClick={props.onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
