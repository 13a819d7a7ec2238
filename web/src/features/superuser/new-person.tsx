import type { Role } from '@lotkeeper/contract/kernel/access';
import { createPerson, searchPeople } from '@lotkeeper/contract/superuser';
import { roleOptions } from '@lotkeeper/contract/team';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';

const empty = { first_name: '', last_name: '', email: '', phone: '', role: '' };

/** Creates somebody with a role; they sign in with a code like everybody. */
export function NewPersonDialog(props: { employer: Employer; onClose: () => void }) {
  const { employer, onClose } = props;
  const create = useSend(createPerson, [searchPeople]);
  const [draft, setDraft] = useState(empty);
  const fields = create.error?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { role, ...person } = draft;
    create.mutate(
      {
        body: {
          ...person,
          email: person.email.trim() || null,
          phone: person.phone.trim() || null,
          organization: employer.pk,
          role: role as Role,
        },
      },
      { onSuccess: onClose },
    );
  };
  const text = (name: keyof typeof empty, label: string, description?: string) => (
    <TextInput
      label={label}
      {...(description ? { description } : {})}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
      error={fields[name]}
    />
  );
  return (
    <Dialog label="Add person" onClose={onClose}>
      <h2 className={form.heading}>Add person to {employer.name}</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        {text('first_name', 'First name')}
        {text('last_name', 'Last name')}
        {text('email', 'Email')}
        {text('phone', 'Phone', 'With its country, such as +16025550147.')}
        <SearchSelect
          label="Role"
          options={roleOptions}
          value={draft.role || null}
          onChoose={(role) => setDraft({ ...draft, role })}
          error={fields.role}
        />
        <FormFailure error={create.error} />
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={!draft.first_name.trim() || !draft.last_name.trim() || !draft.role}
          >
            Add person
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The organization whose roles are given and taken. */
export interface Employer {
  pk: number;
  name: string;
}
