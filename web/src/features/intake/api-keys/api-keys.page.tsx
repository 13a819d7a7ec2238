import type { ApiKey } from '@lotkeeper/contract/intake/api-keys';
import { grantLabels, listApiKeys, revokeApiKey } from '@lotkeeper/contract/intake/api-keys';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { CreateKeyDialog } from './create-key.tsx';
import type { ExampleSpot } from './key-example.ts';
import { TestRentals } from './test-rentals.tsx';

type OpenDialog = { kind: 'create' } | { kind: 'revoke'; apiKey: ApiKey } | null;

/** The keys that other systems use to send rentals, payments, and camera reads to an organization. */
export function ApiKeysPage(props: { organizationId: string; spot: ExampleSpot | undefined }) {
  const { organizationId, spot } = props;
  const keys = useRead(listApiKeys, { params: { id: organizationId } });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title="API Keys"
        subtitle="Your other systems use these to send rentals, payments and camera reads"
        actions={<Button onClick={() => setDialog({ kind: 'create' })}>Create API key</Button>}
      />
      <TestRentals organizationId={organizationId} />
      <TablePanel
        query={keys}
        skeletonRows={3}
        caption="API keys"
        rowKey={(key) => key.pk}
        columns={createColumns((apiKey) => setDialog({ kind: 'revoke', apiKey }))}
        empty={{
          icon: KeyRound,
          title: 'Your API keys will be listed here',
          text: 'Create one for each system that sends data: your booking site, your pay stations, your gate.',
        }}
      />
      <p className="ui-top-wide ui-dimmed">
        What they can send, and how: <a href="/api/docs">the API documentation</a>.
      </p>
      {dialog?.kind === 'create' ? (
        <CreateKeyDialog {...{ organizationId, spot }} onClose={close} />
      ) : null}
      {dialog?.kind === 'revoke' ? (
        <ConfirmSend
          question={`Revoke ${dialog.apiKey.name}?`}
          confirm="Revoke key"
          endpoint={revokeApiKey}
          input={{ params: { id: organizationId, key: dialog.apiKey.pk } }}
          changes={[listApiKeys]}
          onClose={close}
        >
          Systems that use this key will be refused from now on. A revoked key can’t be restored;
          create a new one instead.
        </ConfirmSend>
      ) : null}
    </>
  );
}

function createColumns(onRevoke: (key: ApiKey) => void): DataColumn<ApiKey>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      primary: true,
      render: (key) => <UserText>{key.name}</UserText>,
    },
    {
      key: 'grants',
      header: 'May send',
      render: (key) => key.grants.map((grant) => grantLabels[grant]).join(', '),
    },
    {
      key: 'hint',
      header: 'Ends with',
      render: (key) => <code className="ui-nowrap">…{key.hint}</code>,
    },
    {
      key: 'created',
      header: 'Created',
      render: (key) =>
        `${formatAgo(key.created_at, now())}${key.created_by ? ` by ${key.created_by}` : ''}`,
    },
    {
      key: 'used',
      header: 'Last used',
      render: (key) => (key.last_used_at === null ? 'Never' : formatAgo(key.last_used_at, now())),
    },
    actionsColumn<ApiKey>((key) =>
      key.revoked_at === null ? (
        <RowButton action="Revoke" subject={key.name} onClick={() => onRevoke(key)} />
      ) : (
        <span className="ui-dimmed ui-nowrap">Revoked {formatAgo(key.revoked_at, now())}</span>
      ),
    ),
  ];
}
