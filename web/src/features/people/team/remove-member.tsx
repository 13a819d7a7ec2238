import {
  listInvitations,
  listMemberAccess,
  listMembers,
  removeInvitation,
  removeMember,
  teamMessages,
} from '@lotkeeper/contract/people/team';
import { useState } from 'react';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { ConfirmDialog } from '../../../ui/frame/confirm-dialog.tsx';
import { MemberAccessChoice } from './member-access.tsx';
import type { TeamEntry } from './team.rules.ts';

/** Asks before a member or an invitation is removed. */
export function RemoveDialog(props: {
  organizationId: string;
  entry: TeamEntry;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { organizationId, entry, onRemoved, onClose } = props;
  const leave = useSend(removeMember, [listMembers]);
  const withdraw = useSend(removeInvitation, [listInvitations]);
  const { invitation, person } = entry;
  const access = useRead(
    listMemberAccess,
    person === null ? null : { params: { id: organizationId, memberId: person } },
  );
  const [isEnding, setEnding] = useState(false);
  const remove = () => {
    if (invitation !== null) {
      withdraw.mutate({ params: { id: invitation } }, { onSuccess: onRemoved });
    }
    if (person !== null) {
      const params = { id: organizationId, memberId: person };
      const query = { end: isEnding ? 'true' : 'false' } as const;
      leave.mutate({ params, query }, { onSuccess: onRemoved });
    }
  };
  return (
    <ConfirmDialog
      question={teamMessages.confirmRemove(entry.name)}
      confirm="Remove"
      onConfirm={remove}
      onClose={onClose}
      send={{
        error: leave.error ?? withdraw.error,
        isPending: leave.isPending || withdraw.isPending || access.isLoading,
      }}
      details={
        person === null ? undefined : (
          <MemberAccessChoice
            name={entry.name}
            after="After they leave"
            query={access}
            isEnding={isEnding}
            onChange={setEnding}
          />
        )
      }
    >
      {invitation === null
        ? 'Access to this organization ends immediately. The account itself remains and can be invited again.'
        : 'The invitation’s link stops working. You can invite this person again.'}
    </ConfirmDialog>
  );
}
