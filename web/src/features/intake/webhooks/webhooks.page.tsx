import type { Webhook } from '@lotkeeper/contract/intake/webhooks';
import {
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  rotateWebhook,
  testWebhook,
} from '@lotkeeper/contract/intake/webhooks';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { localZone, now } from '../../../kernel/clock.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ConfirmDialog, ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { describeTypes, describeWebhook } from './webhook-words.ts';
import type { WebhookFilters } from './webhooks-search.ts';

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove' | 'rotate'; webhook: Webhook } | null;

interface WebhooksPageProps extends FilterProps<WebhookFilters> {
  organizationId: string;
  spots: readonly SpotSummary[];
}

/** How often the page looks for answers, in seconds. */
const lookEvery = 5;

/** Where Lotkeeper sends other systems what happens, and what it sent. */
export function WebhooksPage({ organizationId, spots, filters, onFilter }: WebhooksPageProps) {
  const params = { id: organizationId };
  const webhooks = useRead(listWebhooks, { params }, { refreshEvery: lookEvery });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const reads = [listWebhooks, listWebhookDeliveries];
  const test = useSend(testWebhook, reads);
  const pause = useSend(pauseWebhook, reads);
  const close = () => setDialog(null);
  const add = <Button onClick={() => setDialog({ kind: 'add' })}>Add a webhook</Button>;
  const columns = createColumns({
    onEdit: (webhook) => setDialog({ kind: 'edit', webhook }),
    onRotate: (webhook) => setDialog({ kind: 'rotate', webhook }),
    onTest: ({ pk }) => test.mutate({ params: { ...params, webhook: pk } }),
    onPause: ({ pk, paused_at }) =>
      pause.mutate({ params: { ...params, webhook: pk }, body: { paused: paused_at === null } }),
  });
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Messages to your other systems, as things happen"
        actions={webhooks.data?.length ? add : undefined}
      />
      <FormFailure error={test.error ?? pause.error} />
      <Notice text={test.data ? 'A test is on its way. It’s listed below.' : ''} />
      <div className="ui-stack">
        <TablePanel
          query={webhooks}
          skeletonRows={2}
          caption="Webhooks"
          rowKey={({ pk }) => pk}
          columns={columns}
          empty={{
            icon: WebhookIcon,
            title: 'Your webhooks will be listed here',
            text: 'Add one for each system that should know of rentals, payments, visits, violations or payouts.',
            action: add,
          }}
        />
        {webhooks.data?.length ? (
          <DeliveriesPanel {...{ organizationId, filters, onFilter }} webhooks={webhooks.data} />
        ) : null}
      </div>
      <Dialogs {...{ organizationId, spots, dialog, setDialog }} onClose={close} />
    </>
  );
}

interface DialogsProps extends Pick<WebhooksPageProps, 'organizationId' | 'spots'> {
  dialog: OpenDialog;
  setDialog: (dialog: OpenDialog) => void;
  onClose: () => void;
}

function Dialogs({ organizationId, spots, dialog, setDialog, onClose }: DialogsProps) {
  if (!dialog) return null;
  if (dialog.kind === 'add') return <WebhookDialog {...{ organizationId, spots, onClose }} />;
  const { webhook } = dialog;
  if (dialog.kind === 'edit') {
    const remove = () => setDialog({ kind: 'remove', webhook });
    return <WebhookDialog {...{ organizationId, spots, webhook, onClose }} onRemove={remove} />;
  }
  if (dialog.kind === 'rotate') return <RotateDialog {...{ organizationId, webhook, onClose }} />;
  return (
    <ConfirmSend
      question="Remove this webhook?"
      confirm="Remove webhook"
      endpoint={removeWebhook}
      input={{ params: { id: organizationId, webhook: webhook.pk } }}
      changes={[listWebhooks, listWebhookDeliveries]}
      onClose={onClose}
    >
      {webhook.url} gets nothing any more, and what was sent to it is removed from this page.
    </ConfirmSend>
  );
}

function RotateDialog(props: { organizationId: string; webhook: Webhook; onClose: () => void }) {
  const { organizationId, webhook, onClose } = props;
  const rotate = useSend(rotateWebhook, [listWebhooks]);
  if (rotate.data) return <SecretDialog secret={rotate.data.secret} isNew onClose={onClose} />;
  return (
    <ConfirmDialog
      question="Replace the secret?"
      confirm="Replace secret"
      send={rotate}
      onConfirm={() => rotate.mutate({ params: { id: organizationId, webhook: webhook.pk } })}
      onClose={onClose}
    >
      You get a new secret for {webhook.url}. The one in use works for another 24 hours.
    </ConfirmDialog>
  );
}

interface RowActions {
  onEdit: (webhook: Webhook) => void;
  onRotate: (webhook: Webhook) => void;
  onTest: (webhook: Webhook) => void;
  onPause: (webhook: Webhook) => void;
}

function createColumns(actions: RowActions): DataColumn<Webhook>[] {
  return [
    {
      key: 'url',
      header: 'URL',
      primary: true,
      render: ({ url }) => <span className="ui-wrap">{url}</span>,
    },
    { key: 'events', header: 'Events', render: ({ types }) => describeTypes(types) },
    {
      key: 'properties',
      header: 'Properties',
      render: ({ spots }) => spots?.map(({ name }) => name).join(', ') ?? 'All',
    },
    {
      key: 'state',
      header: 'State',
      render: (webhook) => {
        const { tone, word, detail } = describeWebhook(webhook, { now: now(), zone: localZone() });
        return (
          <span>
            <Tag tone={tone}>{word}</Tag>
            {detail ? <span className="ui-detail">{detail}</span> : null}
          </span>
        );
      },
    },
    actionsColumn((webhook) => (
      <>
        {webhook.paused_at === null ? (
          <RowButton
            action="Send a test"
            subject={`to ${webhook.url}`}
            onClick={() => actions.onTest(webhook)}
          />
        ) : null}
        <RowButton
          action={webhook.paused_at === null ? 'Pause' : 'Resume'}
          subject={webhook.url}
          onClick={() => actions.onPause(webhook)}
        />
        <RowButton
          action="New secret"
          subject={`for ${webhook.url}`}
          onClick={() => actions.onRotate(webhook)}
        />
        <RowButton action="Edit" subject={webhook.url} onClick={() => actions.onEdit(webhook)} />
      </>
    )),
  ];
}
