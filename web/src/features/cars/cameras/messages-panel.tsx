import type { CameraMessage } from '@lotkeeper/contract/cars/cameras';
import { getCameraMessage, listCameraMessages } from '@lotkeeper/contract/cars/cameras';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { saveFile } from '../../../kernel/save-file.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { ScrollBox } from '../../../ui/data/scroll-box.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import classes from './cameras.module.css';
import { MappingDialog } from './mapping-dialog.tsx';
import { ReadAgainButton, ReadAgainResult, useReadAgain } from './read-again.tsx';

type OpenDialog = { kind: 'show' | 'setUp'; message: CameraMessage } | null;

const createColumns = (onOpen: (dialog: OpenDialog) => void): DataColumn<CameraMessage>[] => [
  {
    key: 'received',
    header: 'Received',
    primary: true,
    render: (message) => formatAgo(message.received_at, now()),
  },
  { key: 'feed', header: 'Connection', render: (message) => message.feed_name },
  { key: 'reason', header: 'Why', render: (message) => message.reason },
  {
    key: 'beginning',
    header: 'It begins',
    render: (message) => <code className={classes.beginning}>{message.beginning || '–'}</code>,
  },
  actionsColumn<CameraMessage>((message) => (
    <>
      {message.format === 'custom' ? (
        <RowButton
          action="Set Up"
          subject={`message ${message.pk}`}
          onClick={() => onOpen({ kind: 'setUp', message })}
        />
      ) : null}
      <RowButton
        action="Show"
        subject={`message ${message.pk}`}
        onClick={() => onOpen({ kind: 'show', message })}
      />
    </>
  )),
];

/** Camera messages that couldn't be read, with the reason. */
export function MessagesPanel({ organizationId }: { organizationId: string }) {
  const messages = useRead(
    listCameraMessages,
    { params: { id: organizationId } },
    { refreshEvery: 60 },
  );
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const retry = useReadAgain(organizationId);
  const readSameFeed = ({ feed_pk }: CameraMessage) =>
    retry.read((messages.data ?? []).filter((message) => message.feed_pk === feed_pk));
  return (
    <div>
      <ReadAgainResult retry={retry} />
      <TablePanel
        title="Messages we couldn’t read"
        actions={
          messages.data?.length ? <ReadAgainButton messages={messages.data} retry={retry} /> : null
        }
        query={messages}
        skeletonRows={2}
        caption="Messages we couldn’t read"
        rowKey={(message) => message.pk}
        columns={createColumns(setDialog)}
        empty={<p className="ui-explanation">All messages were readable.</p>}
      />
      {dialog?.kind === 'show' ? (
        <MessageDialog organizationId={organizationId} message={dialog.message} onClose={close} />
      ) : null}
      {dialog?.kind === 'setUp' ? (
        <MappingDialog
          organizationId={organizationId}
          message={dialog.message}
          onSaved={() => {
            close();
            readSameFeed(dialog.message);
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** Saves the content as plain text, whatever type its sender declared. */
const saveText = (name: string, text: string) =>
  saveFile(name, new Blob([text], { type: 'text/plain' }));

function MessageDialog(props: {
  organizationId: string;
  message: CameraMessage;
  onClose: () => void;
}) {
  const { organizationId, message, onClose } = props;
  const params = { id: organizationId, message: message.pk };
  const fullText = useRead(getCameraMessage, { params });
  const name = `Message of ${message.feed_name}`;
  return (
    <Dialog title={name} size="table" onClose={onClose}>
      <p className="ui-bottom-wide">{message.reason}</p>
      <DataPanel query={fullText} skeleton={<TableSkeleton rows={4} columns={1} />}>
        {({ text }) => (
          <>
            <ScrollBox label="What was sent" className={classes.raw ?? ''}>
              <pre>{text || 'It contained no text.'}</pre>
            </ScrollBox>
            <div className={form.buttons}>
              <Button
                variant="default"
                onClick={() => saveText(`camera-message-${message.pk}.txt`, text)}
              >
                Download
              </Button>
              <Button onClick={onClose}>Done</Button>
            </div>
          </>
        )}
      </DataPanel>
    </Dialog>
  );
}
