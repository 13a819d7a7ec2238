import type { WebhookDelivery } from '@lotkeeper/contract/intake/webhooks';
import {
  listWebhookDeliveries,
  listWebhooks,
  resendWebhook,
  webhookDeliveryStates,
  webhookTypeNames,
} from '@lotkeeper/contract/intake/webhooks';
import { useState } from 'react';
import { localZone, now } from '../../../kernel/clock.ts';
import { formatDayTime } from '../../../kernel/format.ts';
import { useReadPages, useSend } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { FieldRow } from '../../../ui/data/field-row.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { deliveryStates, describeAnswer, describeNextTry } from './webhook-words.ts';
import classes from './webhooks.module.css';
import type { WebhookFilters } from './webhooks-search.ts';

const all = 'all';

/** How often the list looks for new ones, in seconds. */
const refreshEvery = 5;

interface DeliveriesPanelProps extends FilterProps<WebhookFilters> {
  organizationId: string;
  webhooks: readonly {
    pk: number;
    url: string;
    failing: number;
    given_up: number;
    paused_at: number | null;
  }[];
}

function Filters({ webhooks, filters, onFilter }: Omit<DeliveriesPanelProps, 'organizationId'>) {
  const choose = (name: keyof WebhookFilters) => (chosen: string) =>
    onFilter({ ...filters, [name]: chosen === all ? undefined : chosen });
  const anyOf = (label: string) => ({ value: all, label });
  return (
    <FieldRow label="Filters">
      <SearchSelect
        label="Webhook"
        options={[
          anyOf('All'),
          ...webhooks.map(({ pk, url }) => ({ value: String(pk), label: url })),
        ]}
        value={filters.webhook ?? all}
        onChoose={choose('webhook')}
      />
      <SearchSelect
        label="State"
        options={[
          anyOf('All'),
          ...webhookDeliveryStates.map((value) => ({ value, label: deliveryStates[value].word })),
        ]}
        value={filters.state ?? all}
        onChoose={choose('state')}
      />
      <SearchSelect
        label="Event"
        options={[anyOf('All'), ...webhookTypeNames.map((value) => ({ value, label: value }))]}
        value={filters.type ?? all}
        onChoose={choose('type')}
      />
    </FieldRow>
  );
}

const createColumns = (
  webhooks: DeliveriesPanelProps['webhooks'],
  onOpen: (delivery: WebhookDelivery) => void,
): DataColumn<WebhookDelivery>[] => [
  { key: 'event', header: 'Event', primary: true, render: ({ type }) => <code>{type}</code> },
  {
    key: 'recorded',
    header: 'Recorded',
    render: ({ recorded_at }) => formatDayTime(recorded_at, now(), localZone()),
  },
  {
    key: 'webhook',
    header: 'Webhook',
    render: ({ webhook }) => (
      <span className={classes.short}>{webhooks.find(({ pk }) => pk === webhook)?.url}</span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    render: ({ state }) => (
      <Tag tone={deliveryStates[state].tone}>{deliveryStates[state].word}</Tag>
    ),
  },
  {
    key: 'answer',
    header: 'Answer',
    render: (delivery) => (
      <span>
        {describeAnswer(delivery) ?? '–'}
        <span className="ui-detail">
          {describeNextTry(delivery, { now: now(), zone: localZone() })}
        </span>
      </span>
    ),
  },
  actionsColumn((delivery) => (
    <RowButton action="Open" subject={delivery.type} onClick={() => onOpen(delivery)} />
  )),
];

/** Sends again what failed or was given up at one webhook, or at all that aren't paused. */
function ResendAll({ organizationId, webhooks, filters }: Omit<DeliveriesPanelProps, 'onFilter'>) {
  const resend = useSend(resendWebhook, [listWebhookDeliveries, listWebhooks]);
  const failing = webhooks.filter(
    ({ pk, failing: count, given_up, paused_at }) =>
      count + given_up > 0 && paused_at === null && (filters.webhook ?? String(pk)) === String(pk),
  );
  if (failing.length === 0) return null;
  const send = () => {
    for (const { pk } of failing)
      resend.mutate({ params: { id: organizationId, webhook: pk }, body: { delivery: null } });
  };
  return (
    <>
      <FormFailure error={resend.error} />
      <Button variant="default" loading={resend.isPending} onClick={send}>
        Send all failed again
      </Button>
    </>
  );
}

/** What was sent to webhooks in the last 30 days, newest first. */
export function DeliveriesPanel(props: DeliveriesPanelProps) {
  const { organizationId, webhooks, filters, onFilter } = props;
  const [chosenDelivery, setChosenDelivery] = useState<WebhookDelivery | null>(null);
  const params = { id: organizationId };
  const { webhook, state, type } = filters;
  const query = {
    ...(webhook ? { webhook } : {}),
    ...(state ? { state } : {}),
    ...(type ? { type } : {}),
  };
  const deliveries = useReadPages(
    listWebhookDeliveries,
    { params, query },
    ({ next }) => (next === null ? null : { cursor: next }),
    { refreshEvery },
  );
  return (
    <Panel
      flush
      title="Deliveries"
      actions={
        <>
          <Filters {...{ webhooks, filters, onFilter }} />
          <ResendAll {...{ organizationId, webhooks, filters }} />
        </>
      }
    >
      <DataPanel
        flush
        query={deliveries}
        skeleton={<TableSkeleton rows={8} columns={6} />}
        isEmpty={(pages) => !pages.some(({ results }) => results.length > 0)}
        empty={{
          title: 'Messages will be listed here',
          text: 'Each is here for 30 days, with what was sent and what was answered. Send a test to see one.',
        }}
        filtered={{
          title: 'No deliveries found',
          by: [
            webhooks.find(({ pk }) => String(pk) === webhook)?.url,
            state && deliveryStates[state].word,
            type,
          ],
          onClear: () => onFilter({}),
        }}
      >
        {(pages) => (
          <>
            <DataTable
              caption="Deliveries"
              rows={pages.flatMap(({ results }) => results)}
              rowKey={({ id }) => id}
              columns={createColumns(webhooks, setChosenDelivery)}
            />
            {deliveries.more ? <MoreRows {...deliveries.more} /> : null}
          </>
        )}
      </DataPanel>
      {chosenDelivery ? (
        <DeliveryDialog
          organizationId={organizationId}
          delivery={chosenDelivery}
          isPaused={webhooks.some(
            ({ pk, paused_at }) => pk === chosenDelivery.webhook && paused_at !== null,
          )}
          onClose={() => setChosenDelivery(null)}
        />
      ) : null}
    </Panel>
  );
}
