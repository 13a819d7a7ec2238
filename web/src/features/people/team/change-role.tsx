import type { Role } from '@lotkeeper/contract/kernel/access';
import { getProfile } from '@lotkeeper/contract/people/session';
import {
  changeMemberRole,
  listMemberAccess,
  listMembers,
  roleOptions,
  teamMessages,
} from '@lotkeeper/contract/people/team';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { pickShown } from '../../../kernel/changes.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import form from '../../../ui/form/form.module.css';
import { FormActions } from '../../../ui/form/form.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { MemberAccessChoice } from './member-access.tsx';
import type { TeamEntry } from './team.rules.ts';

export function ChangeRoleDialog(props: {
  organizationId: string;
  entry: TeamEntry & { person: number };
  onChanged: (role: Role) => void;
  onClose: () => void;
}) {
  const { organizationId, entry, onChanged, onClose } = props;
  const [role, setRole] = useState(entry.role);
  const change = useSend(changeMemberRole, [listMembers, getProfile]);
  const isOwn = useProfile().pk === entry.person;
  const isDemotion = entry.role === 'ADMIN' && role !== 'ADMIN';
  const params = { id: organizationId, memberId: entry.person };
  const access = useRead(listMemberAccess, isDemotion ? { params } : null);
  const [isEnding, setEnding] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (role === entry.role) return onClose();
    const body = { role, end: isDemotion && isEnding, shown: pickShown(changeMemberRole, entry) };
    change.mutate({ params, body }, { onSuccess: () => onChanged(role) });
  };
  return (
    <Dialog title={`Change the role of ${entry.name}`} size="question" onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <OneChoice label="Role" options={roleOptions} chosen={role} onChange={setRole} />
        {isOwn && role !== 'ADMIN' ? <p>{teamMessages.ownRole}</p> : null}
        {isDemotion ? (
          <MemberAccessChoice
            name={entry.name}
            after="After the change"
            query={access}
            isEnding={isEnding}
            onChange={setEnding}
          />
        ) : null}
        <FormFailure error={change.error} action={changeMemberRole.failure} />
        <FormActions
          submit="Save role"
          isPending={change.isPending || access.isLoading}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
