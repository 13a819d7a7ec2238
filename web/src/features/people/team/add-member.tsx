import type { Role } from '@lotkeeper/contract/kernel/access';
import type { Invitation } from '@lotkeeper/contract/people/team';
import { createInvitation, listInvitations, roleOptions } from '@lotkeeper/contract/people/team';
import { useSend } from '../../../kernel/queries.ts';
import { explainDisabled, Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import classes from './team.module.css';

const emptyDraft = { first_name: '', last_name: '', email: '', role: null as Role | null };
type Draft = typeof emptyDraft;

const fieldNames = ['first_name', 'last_name', 'email', 'role'] as const;
const fieldTexts = {
  first_name: 'the first name',
  last_name: 'the last name',
  email: 'the email',
  role: 'the role',
} as const;

/** Why the button is disabled, in words. */
const explainMissing = (draft: Draft) =>
  explainDisabled(
    fieldNames.map((name) => ({ name: fieldTexts[name], isEmpty: !draft[name]?.trim() })),
    'send the invitation',
  );

/** Asks for the person to invite, and invites them. */
export function AddMemberDialog(props: {
  organizationId: string;
  onInvited: (invitation: Invitation) => void;
  onClose: () => void;
}) {
  const { organizationId: organization, onInvited, onClose } = props;
  const invite = useSend(createInvitation, [listInvitations]);
  const form = useForm({
    initial: emptyDraft,
    validate: (draft) => findProblems(createInvitation.body, { ...draft, organization }),
    send: invite,
    onSubmit: (draft) => {
      const { role } = draft;
      if (role) invite.mutate({ body: { ...draft, role, organization } }, { onSuccess: onInvited });
    },
  });
  const { values, set, touch, text, errorFor } = form;
  const missing = explainMissing(values);
  const input = (name: 'first_name' | 'last_name' | 'email') => ({
    ...text(name),
    autoComplete: 'off',
    required: true,
  });
  return (
    <Dialog title="Add Team Member" onClose={onClose}>
      <Form
        form={form}
        action={createInvitation.failure}
        submit="Send invitation"
        reason={missing}
        onCancel={onClose}
      >
        <div className={classes.names}>
          <TextInput label="First name" maxLength={80} data-autofocus {...input('first_name')} />
          <TextInput label="Last name" maxLength={80} {...input('last_name')} />
        </div>
        <TextInput
          label="Email"
          type="email"
          maxLength={254}
          {...input('email')}
          onBlur={() => touch('email')}
        />
        <OneChoice
          label="Role"
          required
          options={roleOptions}
          chosen={values.role}
          onChange={(role) => set({ role })}
          error={errorFor('role')}
        />
      </Form>
    </Dialog>
  );
}
