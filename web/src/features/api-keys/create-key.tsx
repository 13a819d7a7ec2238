import { createApiKey, grantLabels, listApiKeys } from '@lotkeeper/contract/api-keys';
import type { Grant } from '@lotkeeper/contract/kernel/access';
import { grants } from '@lotkeeper/contract/kernel/access';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { CopyText } from '../../ui/form/copy-text.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';

const options = grants.map((value) => ({ value, label: grantLabels[value] }));

/** Makes a key, and shows it the one time that it can be reported. */
export function CreateKeyDialog(props: { organizationId: string; onClose: () => void }) {
  const { organizationId, onClose } = props;
  const create = useSend(createApiKey, [listApiKeys]);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Grant[]>([]);
  if (create.data) {
    return <KeyDialog name={name} secret={create.data.key} onClose={onClose} />;
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ params: { id: organizationId }, body: { name, grants: chosen } });
  };
  return (
    <Dialog label="Create API key" onClose={onClose}>
      <h2 className={form.heading}>Create API key</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="The system that will use it, such as your booking site."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={create.error?.fields.name}
          maxLength={80}
          data-autofocus
          required
        />
        <Choices
          label="It may send"
          options={options}
          chosen={chosen}
          onChange={setChosen}
          error={create.error?.fields.grants}
        />
        <FormFailure error={create.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={!name.trim() || chosen.length === 0}
          >
            Create key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function KeyDialog(props: { name: string; secret: string; onClose: () => void }) {
  return (
    <Dialog label={`Key of ${props.name}`} onClose={props.onClose}>
      <h2 className={form.heading}>Key of {props.name}</h2>
      <p className={form.text}>
        Copy it now: it’s shown only once, and we store only a hash. The system sends it with every
        call, as <code>Authorization: Token</code> and the key.
      </p>
      <CopyText text={props.secret} label="Copy key" copied="Key copied" />
      <div className={form.buttons}>
        <Button onClick={props.onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
