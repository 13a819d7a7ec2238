import { adminOnly } from '@lotkeeper/contract/kernel/access';
import {
  liftSignInBlock,
  listInvitations,
  listMembers,
  resendInvitation,
  teamMessages,
} from '@lotkeeper/contract/people/team';
import { joinReads, useRead, useSend } from '../../../kernel/queries.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { AddMemberDialog } from './add-member.tsx';
import { ChangeRoleDialog } from './change-role.tsx';
import { RemoveDialog } from './remove-member.tsx';
import type { TeamEntry } from './team.rules.ts';
import { toTeam } from './team.rules.ts';
import { TeamTable } from './team-table.tsx';

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'remove'; entry: TeamEntry }
  | { kind: 'role'; entry: TeamEntry & { person: number } };

/** An organization's members and invitations, as one read. */
function useTeam(organizationId: string) {
  const members = useRead(listMembers, { params: { id: organizationId } });
  const invitations = useRead(listInvitations, { query: { organization: organizationId } });
  return {
    data: members.data && invitations.data ? toTeam(members.data, invitations.data) : undefined,
    ...joinReads([members, invitations]),
  };
}

/** Resends an invitation; `resending` is the current one. */
function useResend(onSent: () => void) {
  const resend = useSend(resendInvitation, [listInvitations]);
  return {
    error: resend.error,
    resending: resend.isPending ? Number(resend.variables.params.id) : null,
    send: (invitation: number) =>
      resend.mutate({ params: { id: invitation } }, { onSuccess: onSent }),
    reset: resend.reset,
  };
}

/** Lifts a member's sign-in block; `lifting` is the current one. */
function useLift(organizationId: string, onLifted: (name: string) => void) {
  const lift = useSend(liftSignInBlock, [listMembers]);
  return {
    error: lift.error,
    lifting: lift.isPending ? Number(lift.variables.params.memberId) : null,
    send: ({ person, name }: TeamEntry & { person: number }) =>
      lift.mutate(
        { params: { id: organizationId, memberId: person } },
        { onSuccess: () => onLifted(name) },
      ),
  };
}

export function TeamPage({ organizationId }: { organizationId: string }) {
  const team = useTeam(organizationId);
  const mayChange = useHasRole(Number(organizationId))(adminOnly);
  const { dialog, notice, open: openDialog, close, done, setNotice } = useDialog<OpenDialog>();
  const resend = useResend(() => setNotice(teamMessages.resent));
  const lift = useLift(organizationId, (name) => setNotice(teamMessages.blockLifted(name)));
  const open = (nextDialog: OpenDialog) => {
    resend.reset();
    openDialog(nextDialog);
  };
  const add = mayChange ? (
    <Button onClick={() => open({ kind: 'add' })}>Add Team Member</Button>
  ) : undefined;
  return (
    <>
      <PageHeader title="Team" subtitle="People who work with your properties." actions={add} />
      <Notice text={notice} />
      <FormFailure error={resend.error} action={resendInvitation.failure} />
      <FormFailure error={lift.error} action={liftSignInBlock.failure} />
      <TeamTable
        query={team}
        resending={resend.resending}
        onResend={(invitation) => {
          setNotice('');
          resend.send(invitation);
        }}
        lifting={lift.lifting}
        onLift={lift.send}
        onChangeRole={mayChange ? (entry) => open({ kind: 'role', entry }) : undefined}
        onRemove={mayChange ? (entry) => open({ kind: 'remove', entry }) : undefined}
      />
      {dialog?.kind === 'add' ? (
        <AddMemberDialog
          organizationId={organizationId}
          onInvited={() => done(teamMessages.invited)}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'role' ? (
        <ChangeRoleDialog
          organizationId={organizationId}
          entry={dialog.entry}
          onChanged={(role) => done(teamMessages.roleChanged(dialog.entry.name, role))}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'remove' ? (
        <RemoveDialog
          organizationId={organizationId}
          entry={dialog.entry}
          onRemoved={() => done(teamMessages.removed)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
