import { roleTexts, teamMessages } from '@lotkeeper/contract/people/team';
import { Users } from 'lucide-react';
import { useProfile } from '../../../kernel/session.tsx';
import type { QueryLike } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './team.module.css';
import type { TeamEntry } from './team.rules.ts';

interface TeamTableProps {
  query: QueryLike<TeamEntry[]>;
  /** The invitation that is being resent. */
  resending: number | null;
  onResend: (invitation: number) => void;
  /** Shows the link of an invitation that wasn't mailed. */
  onLink: (name: string, link: string) => void;
  /** The member whose block is being lifted. */
  lifting: number | null;
  onLift: (entry: TeamEntry & { person: number }) => void;
  /** Absent when the viewer can't change roles. */
  onChangeRole?: ((entry: TeamEntry & { person: number }) => void) | undefined;
  /** Absent when the viewer can't remove anyone. */
  onRemove?: ((entry: TeamEntry) => void) | undefined;
}

function Status(props: { entry: TeamEntry } & TeamTableProps) {
  const { entry, resending, onResend, onLink, lifting, onLift } = props;
  const { invitation, isBlocked, link, person, status, note, name } = entry;
  return (
    <span className={classes.status}>
      {status}
      {note ? <span className={classes.note}>{note}</span> : null}
      {link === null ? null : (
        <RowButton action="Copy link" subject={`of ${name}`} onClick={() => onLink(name, link)} />
      )}
      {invitation === null ? null : (
        <RowButton
          action="Send again"
          subject={`to ${name}`}
          loading={resending === invitation}
          onClick={() => onResend(invitation)}
        />
      )}
      {isBlocked && person !== null ? (
        <RowButton
          action="Lift block"
          subject={`of ${name}`}
          loading={lifting === person}
          onClick={() => onLift({ ...entry, person })}
        />
      ) : null}
    </span>
  );
}

/** A member's role, with a link that changes it; an invitation's role is fixed. */
function RoleCell({ entry, onChangeRole }: { entry: TeamEntry } & TeamTableProps) {
  const { name, role, person } = entry;
  return (
    <span className={classes.status}>
      <span className={classes.role}>{roleTexts[role].label}</span>
      {onChangeRole && person !== null ? (
        <RowButton
          action="Change"
          subject={`the role of ${name}`}
          onClick={() => onChangeRole({ ...entry, person })}
        />
      ) : null}
    </span>
  );
}

export function TeamTable(props: TeamTableProps) {
  const { query, onRemove } = props;
  const own = useProfile().pk;
  const columns: DataColumn<TeamEntry>[] = [
    {
      key: 'name',
      header: 'Name',
      primary: true,
      render: ({ name }) => <UserText className="ui-wrap">{name}</UserText>,
    },
    {
      key: 'email',
      header: 'Email',
      render: ({ email }) => <span className="ui-wrap">{email ?? '–'}</span>,
    },
    { key: 'role', header: 'Role', render: (entry) => <RoleCell entry={entry} {...props} /> },
    { key: 'status', header: 'Status', render: (entry) => <Status entry={entry} {...props} /> },
  ];
  if (onRemove) {
    columns.push(
      actionsColumn(
        (entry) =>
          entry.person === own ? undefined : (
            <RowButton action="Remove" subject={entry.name} onClick={() => onRemove(entry)} />
          ),
        'Remove',
      ),
    );
  }
  return (
    <TablePanel
      query={query}
      skeletonRows={5}
      empty={{ icon: Users, title: teamMessages.empty }}
      caption="Team"
      rowKey={({ key }) => key}
      columns={columns}
    />
  );
}
