import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Passkey } from '@lotkeeper/contract/people/passkeys';
import { listPasskeys, removePasskey } from '@lotkeeper/contract/people/passkeys';
import { listSessions, removeOtherSessions } from '@lotkeeper/contract/people/session';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { nameBrowser } from '../../../shared/browser-names.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { AddPasskeyDialog } from './add-passkey.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';

type Session = AnswerOf<typeof listSessions>[number];
type OpenDialog = { kind: 'add' } | { kind: 'remove'; passkey: Passkey } | { kind: 'end' } | null;

const passkeyColumns = (onRemove: (passkey: Passkey) => void): DataColumn<Passkey>[] => [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    render: ({ name }) => <UserText>{name}</UserText>,
  },
  { key: 'added', header: 'Added', render: (row) => formatAgo(row.created_at, now()) },
  {
    key: 'used',
    header: 'Last used',
    render: (row) => (row.last_used_at === null ? 'Never' : formatAgo(row.last_used_at, now())),
  },
  actionsColumn((row) => (
    <RowButton action="Remove" subject={row.name} onClick={() => onRemove(row)} />
  )),
];

const sessionColumns: DataColumn<Session>[] = [
  {
    key: 'browser',
    header: 'Browser',
    primary: true,
    render: ({ user_agent, current }) =>
      `${nameBrowser(user_agent)}${current ? ' (this one)' : ''}`,
  },
  { key: 'began', header: 'Signed in', render: (row) => formatAgo(row.created_at * 1000, now()) },
  {
    key: 'used',
    header: 'Last used',
    render: (row) => formatAgo(row.last_used_at * 1000, now()),
  },
];

/** How a person signs in: their passkeys, and where they are signed in. */
export function AccountPage() {
  const passkeys = useRead(listPasskeys, {});
  const sessions = useRead(listSessions, {});
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const add = canUsePasskeys() ? (
    <Button onClick={() => setDialog({ kind: 'add' })}>Add a passkey</Button>
  ) : undefined;
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <>
      <PageHeader
        title="Your Account"
        subtitle="How you sign in, and where you are signed in"
        actions={passkeys.data?.length ? add : undefined}
      />
      <TablePanel
        title="Passkeys"
        query={passkeys}
        skeletonRows={2}
        caption="Passkeys"
        rowKey={({ pk }) => pk}
        columns={passkeyColumns((passkey) => setDialog({ kind: 'remove', passkey }))}
        empty={{
          title: 'No passkey yet',
          text: canUsePasskeys()
            ? 'With a passkey you sign in by fingerprint, face or PIN. Verification codes keep working.'
            : 'This browser can’t use passkeys at this address. Verification codes keep working.',
          action: add,
        }}
      />
      <TablePanel
        title="Signed in"
        query={sessions}
        skeletonRows={3}
        caption="Where you are signed in"
        rowKey={({ pk }) => pk}
        columns={sessionColumns}
        actions={
          hasOthers ? (
            <Button variant="default" onClick={() => setDialog({ kind: 'end' })}>
              End all others
            </Button>
          ) : undefined
        }
        empty={{ title: 'Nowhere' }}
      />
      {dialog?.kind === 'add' ? <AddPasskeyDialog onClose={close} /> : null}
      {dialog?.kind === 'remove' ? (
        <ConfirmSend
          endpoint={removePasskey}
          changes={[listPasskeys]}
          input={{ params: { passkey: dialog.passkey.pk } }}
          question={`Remove ${dialog.passkey.name}?`}
          confirm="Remove passkey"
          onClose={close}
        >
          It no longer signs you in. The device still offers it until you delete it there.
        </ConfirmSend>
      ) : null}
      {dialog?.kind === 'end' ? (
        <ConfirmSend
          endpoint={removeOtherSessions}
          changes={[listSessions]}
          input={{}}
          question="End all other sessions?"
          confirm="End sessions"
          onClose={close}
        >
          Every other browser where you are signed in asks for a code again.
        </ConfirmSend>
      ) : null}
    </>
  );
}
