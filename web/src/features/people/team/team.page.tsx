import { adminOnly } from '@lotkeeper/contract/kernel/access';
import type { Invitation } from '@lotkeeper/contract/people/team';
import {
  liftSignInBlock,
  listInvitations,
  listMembers,
  resendInvitation,
  teamMessages,
} from '@lotkeeper/contract/people/team';
import { useState } from 'react';
import { joinReads, useRead, useSend } from '../../../kernel/queries.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { AddMemberDialog } from './add-member.tsx';
import { ChangeRoleDialog } from './change-role.tsx';
import { InvitationLinkDialog } from './invitation-link.tsx';
import { RemoveDialog } from './remove-member.tsx';
import type { TeamEntry } from './team.rules.ts';
import { describeMail, toTeam } from './team.rules.ts';
import { TeamTable } from './team-table.tsx';

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'link'; name: string; link: string }
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

/** How often to look what came of a mail, in seconds. */
const mailSeconds = 2;

/** Follows the mail of an invitation until it's sent or failed, and says which. */
function useMailOutcome(organizationId: string) {
  const [watched, setWatched] = useState<{ pk: number; sentText: string } | null>(null);
  const input = { query: { organization: organizationId } };
  const { data } = useRead(listInvitations, input);
  const found = watched && data?.find(({ pk }) => pk === watched.pk);
  const outcome = watched ? describeMail(found ?? undefined, watched.sentText) : null;
  useRead(listInvitations, outcome?.isOpen ? input : null, { refreshEvery: mailSeconds });
  return { outcome, watch: setWatched };
}

/** Resends an invitation; `resending` is the current one. */
function useResend(onSent: (invitation: Invitation) => void) {
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
  const { outcome, watch } = useMailOutcome(organizationId);
  /** Shows the link, or what comes of the mail. */
  const follow = ({ pk, first_name: name, link }: Invitation, sentText: string) => {
    if (link !== null) return openDialog({ kind: 'link', name, link });
    close();
    watch({ pk, sentText });
  };
  const resend = useResend((invitation) => follow(invitation, teamMessages.resent));
  const lift = useLift(organizationId, (name) => setNotice(teamMessages.blockLifted(name)));
  const open = (nextDialog: OpenDialog) => {
    resend.reset();
    watch(null);
    openDialog(nextDialog);
  };
  const add = mayChange ? (
    <Button onClick={() => open({ kind: 'add' })}>Add Team Member</Button>
  ) : undefined;
  return (
    <>
      <PageHeader title="Team" subtitle="People who work with your properties" actions={add} />
      <Notice text={notice || (outcome?.notice ?? '')} />
      <FailureText>{outcome?.failure}</FailureText>
      <FormFailure error={resend.error} action={resendInvitation.failure} />
      <FormFailure error={lift.error} action={liftSignInBlock.failure} />
      <TeamTable
        query={team}
        resending={resend.resending}
        onResend={(invitation) => {
          setNotice('');
          watch(null);
          resend.send(invitation);
        }}
        onLink={(name, link) => open({ kind: 'link', name, link })}
        lifting={lift.lifting}
        onLift={lift.send}
        onChangeRole={mayChange ? (entry) => open({ kind: 'role', entry }) : undefined}
        onRemove={mayChange ? (entry) => open({ kind: 'remove', entry }) : undefined}
      />
      {dialog?.kind === 'add' ? (
        <AddMemberDialog
          organizationId={organizationId}
          onInvited={(invitation) => follow(invitation, teamMessages.invited)}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'link' ? <InvitationLinkDialog {...dialog} onClose={close} /> : null}
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
