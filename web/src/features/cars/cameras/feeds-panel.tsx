import { clearCameraMapping } from '@lotkeeper/contract/cars/camera-mappings';
import type { CameraFeed } from '@lotkeeper/contract/cars/cameras';
import {
  formatLabels,
  listCameraFeeds,
  listCameras,
  revokeCameraFeed,
  updateCameraFeed,
} from '@lotkeeper/contract/cars/cameras';
import { useState } from 'react';
import { pickChanged, pickShown } from '../../../kernel/changes.ts';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import type { QueryLike } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { describeTooLarge } from './camera-origin.ts';
import classes from './cameras.module.css';
import { PlaceDialog } from './place-dialog.tsx';
import type { CameraSettings } from './place-fields.tsx';

type OpenDialog = { kind: 'change' | 'revoke' | 'clear'; feed: CameraFeed } | null;

const describeLastMessage = ({ last_message_at: at, revoked_at }: CameraFeed) => {
  if (at !== null) return formatAgo(at, now());
  return revoked_at === null ? 'Waiting for its first message' : 'Never';
};

const createColumns = (open: (opened: OpenDialog) => void): DataColumn<CameraFeed>[] => [
  {
    key: 'name',
    header: 'Connection',
    primary: true,
    render: ({ name, spot_name: spot }) => (
      <>
        {name}
        {spot === null || name.includes(spot) ? null : <span className={classes.note}>{spot}</span>}
      </>
    ),
  },
  {
    key: 'format',
    header: 'Format',
    render: (feed) => `${formatLabels[feed.format]}${feed.signed ? ', signed' : ''}`,
  },
  {
    key: 'hint',
    header: 'Key ends with',
    render: (feed) => <code className={classes.code}>…{feed.hint}</code>,
  },
  {
    key: 'last',
    header: 'Last message',
    render: (feed) => (
      <>
        {describeLastMessage(feed)}
        {feed.too_large_at === null ? null : (
          <span className={classes.note}>
            {describeTooLarge(feed.too_large_count, formatAgo(feed.too_large_at, now()))}
          </span>
        )}
      </>
    ),
  },
  actionsColumn<CameraFeed>((feed) =>
    feed.revoked_at === null ? (
      <>
        {feed.mapped ? (
          <RowButton
            action="Set Up Again"
            subject={feed.name}
            onClick={() => open({ kind: 'clear', feed })}
          />
        ) : null}
        <RowButton
          action="Change"
          subject={feed.name}
          onClick={() => open({ kind: 'change', feed })}
        />
        <RowButton
          action="Disconnect"
          subject={feed.name}
          onClick={() => open({ kind: 'revoke', feed })}
        />
      </>
    ) : (
      <span className="ui-dimmed">Disconnected {formatAgo(feed.revoked_at, now())}</span>
    ),
  ),
];

/** The connections that send camera messages, with the end of each one's URL. */
export function FeedsPanel(props: { organizationId: string; feeds: QueryLike<CameraFeed[]> }) {
  const { organizationId, feeds } = props;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <>
      <TablePanel
        title="Connections"
        query={feeds}
        skeletonRows={2}
        caption="Connections"
        rowKey={(feed) => feed.pk}
        columns={createColumns(setDialog)}
        empty={{
          title: 'Nothing is connected yet',
          text: 'Each camera, or the software behind several, sends to its own URL.',
        }}
      />
      {dialog?.kind === 'revoke' ? (
        <ConfirmSend
          question={`Disconnect ${dialog.feed.name}?`}
          confirm="Disconnect"
          endpoint={revokeCameraFeed}
          input={{ params: { id: organizationId, feed: dialog.feed.pk } }}
          changes={[listCameraFeeds, listCameras]}
          onClose={close}
        >
          Its cameras will be refused from now on; their reads are kept. The URL can’t be restored;
          connect again to get a new one.
        </ConfirmSend>
      ) : null}
      {dialog?.kind === 'clear' ? (
        <ConfirmSend
          question={`Set up ${dialog.feed.name} again?`}
          confirm="Set Up Again"
          endpoint={clearCameraMapping}
          input={{ params: { id: organizationId, feed: dialog.feed.pk } }}
          changes={[listCameraFeeds]}
          onClose={close}
        >
          Its next message is kept under “Messages we couldn’t read”. Choose Set Up there; what came
          meanwhile is then read.
        </ConfirmSend>
      ) : null}
      {dialog?.kind === 'change' ? (
        <ChangeDialog organizationId={organizationId} feed={dialog.feed} onClose={close} />
      ) : null}
    </>
  );
}

function ChangeDialog(props: { organizationId: string; feed: CameraFeed; onClose: () => void }) {
  const { organizationId, feed, onClose } = props;
  const { isPending, error, mutate } = useSend(updateCameraFeed, [listCameraFeeds, listCameras]);
  const params = { id: organizationId, feed: feed.pk };
  const save = (settings: CameraSettings) => {
    const body = { ...pickChanged(settings, feed), shown: pickShown(updateCameraFeed, feed) };
    mutate({ params, body }, { onSuccess: onClose });
  };
  return (
    <PlaceDialog
      organizationId={organizationId}
      target={feed}
      nameHint={`Its format is ${formatLabels[feed.format]}.`}
      update={{ isPending, error, mutate: save }}
      onClose={onClose}
    >
      Property and direction apply to new cameras, and to cameras that have none yet.
    </PlaceDialog>
  );
}
