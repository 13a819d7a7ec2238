import type { Role } from '@lotkeeper/contract/kernel/access';
import {
  createInvitation,
  isEmail,
  listInvitations,
  roleOptions,
  teamMessages,
} from '@lotkeeper/contract/team';
import type { ChangeEvent, FormEvent, KeyboardEvent } from 'react';
import { useState } from 'react';
import { useSend } from '../../kernel/queries.ts';
import { Button } from '../../ui/form/button.tsx';
import form from '../../ui/form/form.module.css';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { OneChoice } from '../../ui/form/one-choice.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import classes from './team.module.css';

interface Fields {
  first_name: string;
  last_name: string;
  email: string;
  role: Role | null;
}
const fieldNames = ['first_name', 'last_name', 'email', 'role'] as const;

/** What is wrong with each field now (platform spec §5). */
const validateFields = (fields: Fields): Partial<Record<keyof Fields, string>> => ({
  ...(fields.first_name.trim() ? {} : { first_name: 'Please enter a first name' }),
  ...(fields.last_name.trim() ? {} : { last_name: 'Please enter a last name' }),
  ...(isEmail(fields.email) ? {} : { email: teamMessages.email }),
  ...(fields.role ? {} : { role: 'Please choose a role' }),
});

const fieldTexts = {
  first_name: 'the first name',
  last_name: 'the last name',
  email: 'the email',
  role: 'the role',
} as const;
const inWords = new Intl.ListFormat('en', { type: 'conjunction' });

/** What keeps the button disabled, in words. */
const listMissing = (fields: Fields) =>
  inWords.format(
    fieldNames.filter((name) => !fields[name]?.trim()).map((name) => fieldTexts[name]),
  );

/** The fields with what to say of each: only of those that the person is through with, or that the server refused. */
function useInvitationForm(refused: Record<string, string> | undefined, onEdit: () => void) {
  const [fields, setFields] = useState<Fields>({
    first_name: '',
    last_name: '',
    email: '',
    role: null,
  });
  const [touchedFields, setTouchedFields] = useState<readonly (keyof Fields)[]>([]);
  const touchFields = (...names: readonly (keyof Fields)[]) =>
    setTouchedFields((before) => [...before, ...names]);
  const problems = validateFields(fields);
  return {
    fields,
    problems,
    touchFields,
    filled: fieldNames.every((name) => fields[name]?.trim()),
    set: (change: Partial<Fields>) => {
      onEdit();
      setFields((before) => ({ ...before, ...change }));
    },
    errorFor: (name: keyof Fields) =>
      (touchedFields.includes(name) ? problems[name] : undefined) ?? refused?.[name],
  };
}

/** Asks for the person to invite, and invites them. */
export function AddMemberDialog(props: {
  organizationId: string;
  onInvited: () => void;
  onClose: () => void;
}) {
  const { organizationId, onInvited, onClose } = props;
  const invite = useSend(createInvitation, [listInvitations]);
  const { fields, filled, problems, errorFor, set, touchFields } = useInvitationForm(
    invite.error?.fields,
    () => invite.error && invite.reset(),
  );
  const { role } = fields;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    touchFields(...fieldNames);
    if (role === null || Object.keys(problems).length > 0) return;
    invite.mutate(
      { body: { ...fields, role, organization: organizationId } },
      { onSuccess: onInvited },
    );
  };
  // A disabled button takes no Enter: then what is missing is reported.
  const tellOnEnter = ({ key }: KeyboardEvent) =>
    key === 'Enter' && !filled && touchFields(...fieldNames);
  const input = (name: 'first_name' | 'last_name' | 'email') => ({
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value }),
    onKeyDown: tellOnEnter,
    error: errorFor(name),
    autoComplete: 'off',
    required: true,
  });
  // A name is wrong only when it is emptied again; an address, while it is typed, always is.
  const nameInput = (name: 'first_name' | 'last_name') => ({
    ...input(name),
    onInput: () => touchFields(name),
  });

  return (
    <Dialog label="Add Team Member" onClose={onClose}>
      <h2 className={form.heading}>Add Team Member</h2>
      <form className={form.form} onSubmit={submit} noValidate>
        <div className={classes.names}>
          <TextInput
            label="First name"
            maxLength={80}
            data-autofocus
            {...nameInput('first_name')}
          />
          <TextInput label="Last name" maxLength={80} {...nameInput('last_name')} />
        </div>
        <TextInput
          label="Email"
          type="email"
          maxLength={254}
          {...input('email')}
          onBlur={() => touchFields('email')}
        />
        <OneChoice
          label="Role"
          required
          options={roleOptions}
          chosen={role}
          onChange={(chosen) => set({ role: chosen })}
          error={errorFor('role')}
        />
        <FormFailure error={invite.error} action={createInvitation.failure} />
        {filled ? null : (
          <p className={classes.missing}>Fill in {listMissing(fields)} to send the invitation.</p>
        )}
        <div className={form.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={!filled}>
            Send invitation
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
