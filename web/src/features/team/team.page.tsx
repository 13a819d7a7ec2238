import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { listInvitations, resendInvitation, teamMessages } from '@lotkeeper/contract/team';
import { Users } from 'lucide-react';
import { useSend } from '../../kernel/queries.ts';
import { useHasRole } from '../../kernel/session.tsx';
import { DataPanel } from '../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../ui/data/skeleton.tsx';
import { EmptyState } from '../../ui/data/states.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Notice } from '../../ui/frame/notice.tsx';
import { PageHeader } from '../../ui/frame/page-header.tsx';
import { Panel } from '../../ui/frame/panel.tsx';
import { useDialog } from '../../ui/frame/use-dialog.ts';
import { AddMemberDialog } from './add-member.tsx';
import { ChangeRoleDialog } from './change-role.tsx';
import { RemoveDialog } from './remove-member.tsx';
import { useTeam } from './team.api.ts';
import type { TeamEntry } from './team.rules.ts';
import { TeamTable } from './team-table.tsx';

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'remove'; entry: TeamEntry }
  | { kind: 'role'; entry: TeamEntry & { person: number } };

/** Sends an invitation again; `resending` is the one under way. */
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

/** The people of one organization and those who are asked to join. */
export function TeamPage({ organizationId }: { organizationId: string }) {
  const team = useTeam(organizationId);
  const mayChange = useHasRole(Number(organizationId))(adminOnly);
  const { dialog, notice, open: openDialog, close, done, setNotice } = useDialog<OpenDialog>();
  const resend = useResend(() => setNotice(teamMessages.resent));
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
      <Panel flush>
        <DataPanel
          query={team}
          skeleton={<TableSkeleton rows={5} columns={5} />}
          empty={(rows) =>
            rows.length > 0 ? null : (
              <EmptyState icon={<Users size={24} />} title={teamMessages.empty} />
            )
          }
        >
          {(rows) => (
            <TeamTable
              team={rows}
              resending={resend.resending}
              onResend={(invitation) => {
                setNotice('');
                resend.send(invitation);
              }}
              onChangeRole={mayChange ? (entry) => open({ kind: 'role', entry }) : undefined}
              onRemove={mayChange ? (entry) => open({ kind: 'remove', entry }) : undefined}
            />
          )}
        </DataPanel>
      </Panel>
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
