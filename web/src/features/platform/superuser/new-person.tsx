import type { Role } from '@lotkeeper/contract/kernel/access';
import { roleOptions } from '@lotkeeper/contract/people/team';
import { createPerson, searchPeople } from '@lotkeeper/contract/platform/superuser';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const emptyDraft = { first_name: '', last_name: '', email: '', phone: '', role: '' };

const toBody = (draft: typeof emptyDraft, organization: number) => ({
  ...draft,
  email: draft.email.trim() || null,
  phone: draft.phone.trim() || null,
  organization,
  role: draft.role as Role,
});

/** Creates a person with a role; they sign in with a code like everyone else. */
export function NewPersonDialog(props: { employer: Employer; onClose: () => void }) {
  const { employer, onClose } = props;
  const create = useSend(createPerson, [searchPeople]);
  const form = useForm({
    initial: emptyDraft,
    validate: (draft) => findProblems(createPerson.body, toBody(draft, employer.pk)),
    send: create,
    onSubmit: (draft) =>
      create.mutate({ body: toBody(draft, employer.pk) }, { onSuccess: onClose }),
  });
  const { values, set, text, errorFor } = form;
  const { role } = values;
  return (
    <Dialog label="Add person" onClose={onClose}>
      <h2 className="ui-bottom-wide">Add person to {employer.name}</h2>
      <Form form={form} submit="Add person" onCancel={onClose}>
        <TextInput label="First name" {...text('first_name')} />
        <TextInput label="Last name" {...text('last_name')} />
        <TextInput label="Email" {...text('email')} />
        <TextInput
          label="Phone"
          description="Such as (602) 555-0147. Outside the US, with + and its country."
          {...text('phone')}
        />
        <SearchSelect
          label="Role"
          options={roleOptions}
          value={role || null}
          onChoose={(chosen) => set({ role: chosen })}
          error={errorFor('role')}
        />
      </Form>
    </Dialog>
  );
}

/** The organization whose roles are granted and revoked. */
export interface Employer {
  pk: number;
  name: string;
}
