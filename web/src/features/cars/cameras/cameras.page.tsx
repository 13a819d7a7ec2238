import type { Camera, CameraFeed } from '@lotkeeper/contract/cars/cameras';
import { listCameraFeeds, listCameras, updateCamera } from '@lotkeeper/contract/cars/cameras';
import { listCameraGaps } from '@lotkeeper/contract/cars/outcomes';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import { Cctv } from 'lucide-react';
import { useState } from 'react';
import { pickChanged, pickShown } from '../../../kernel/changes.ts';
import { localZone, now } from '../../../kernel/clock.ts';
import { formatCount, formatQuantity } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { settings } from '../../../kernel/settings.ts';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { createCameraColumns } from './camera-table.tsx';
import { ClockDialog } from './clock-dialog.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { FeedsPanel } from './feeds-panel.tsx';
import { MessagesPanel } from './messages-panel.tsx';
import { MistakesPanel } from './mistakes-panel.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import type { CameraSettings } from './place-fields.tsx';
import { SetAsidePanel } from './set-aside-panel.tsx';
import { describeVisibility } from './visibility-note.ts';

/** Refresh interval of the figures, in seconds. */
const refreshEvery = 30;

type OpenDialog = { kind: 'connect' } | { kind: 'place' | 'clock'; camera: Camera } | null;

/** How many cameras report, and how many connections never did. */
function summarizeCameras(
  cameras: readonly Camera[] | undefined,
  feeds: readonly CameraFeed[] | undefined,
): string {
  const connected = (feeds ?? []).filter(({ revoked_at }) => revoked_at === null);
  const waiting = connected.filter(({ last_message_at }) => last_message_at === null).length;
  if (!cameras || !feeds || cameras.length + connected.length === 0)
    return 'What your cameras read, and whether they’re working.';
  const silent = cameras.filter(({ status }) => status === 'silent').length;
  const all =
    silent + waiting === 0 ? 'all reporting' : silent > 0 ? `${formatCount(silent)} silent` : null;
  const waits =
    waiting > 0
      ? `${formatQuantity(waiting, 'connection')} of ${formatCount(connected.length)} never sent anything`
      : null;
  const known = cameras.length === 0 ? null : formatQuantity(cameras.length, 'camera');
  return [known, known && all, waits].filter((part) => part !== null).join(', ');
}

/** The days that the page shows missed cars for. */
const missedDays = 30;

/** The silent hours of the last days, by camera. */
function useMissed(organizationId: string) {
  const today = toLocalDate(now(), localZone());
  const gaps = useRead(listCameraGaps, {
    query: {
      organization: organizationId,
      start_date: addDays(today, -missedDays),
      end_date: today,
    },
  });
  const silent = (gaps.data?.gaps ?? []).filter(({ kind }) => kind === 'silent');
  return Map.groupBy(silent, ({ camera_pk }) => camera_pk);
}

function emptyText(feeds: readonly CameraFeed[] | undefined): string {
  return feeds?.some((feed) => feed.revoked_at === null)
    ? 'A camera appears here after its first message. Check that it sends to the URL you copied.'
    : 'Connect a camera or its software: you get a URL to paste into the camera’s settings.';
}

/** Notes on properties that show no camera images, by pk. */
function useVisibilityNotes(organizationId: string): ReadonlyMap<number, string> {
  const spots = useRead(listSpots, {
    query: { organization: organizationId, includeThirdParty: 'true' },
  });
  const notes = (spots.data ?? []).flatMap((spot) => {
    const note = describeVisibility(spot, settings.support_email);
    return note === null ? [] : [[spot.pk, note] as const];
  });
  return new Map(notes);
}

/** The cameras of an organization: their state, and their messages that couldn't be read. */
export function CamerasPage({ organizationId }: { organizationId: string }) {
  const params = { id: organizationId };
  const cameras = useRead(listCameras, { params }, { refreshEvery });
  const feeds = useRead(listCameraFeeds, { params });
  const notes = useVisibilityNotes(organizationId);
  const missed = useMissed(organizationId);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const connect = <Button onClick={() => setDialog({ kind: 'connect' })}>Connect a camera</Button>;
  return (
    <>
      <PageHeader
        title="Cameras"
        subtitle={summarizeCameras(cameras.data, feeds.data)}
        actions={connect}
      />
      <div className="ui-stack">
        <TablePanel
          title="Your cameras"
          query={cameras}
          skeletonRows={4}
          caption="Cameras"
          rowKey={(camera) => camera.pk}
          columns={createCameraColumns({
            notes,
            missed,
            onChange: (camera) => setDialog({ kind: 'place', camera }),
            onSetClock: (camera) => setDialog({ kind: 'clock', camera }),
          })}
          empty={{
            icon: Cctv,
            title: 'Your cameras will be listed here',
            text: emptyText(feeds.data),
          }}
        />
        <FeedsPanel organizationId={organizationId} feeds={feeds} />
        <MistakesPanel organizationId={organizationId} />
        <SetAsidePanel organizationId={organizationId} />
        <MessagesPanel organizationId={organizationId} />
      </div>
      {dialog?.kind === 'connect' ? (
        <ConnectDialog organizationId={organizationId} onClose={close} />
      ) : null}
      {dialog?.kind === 'clock' ? (
        <ClockDialog organizationId={organizationId} camera={dialog.camera} onClose={close} />
      ) : null}
      {dialog?.kind === 'place' ? (
        <CameraDialog organizationId={organizationId} camera={dialog.camera} onClose={close} />
      ) : null}
    </>
  );
}

function CameraDialog(props: { organizationId: string; camera: Camera; onClose: () => void }) {
  const { organizationId, camera, onClose } = props;
  const { isPending, error, mutate } = useSend(updateCamera, [listCameras]);
  const params = { id: organizationId, camera: camera.pk };
  const save = (settings: CameraSettings) => {
    const body = { ...pickChanged(settings, camera), shown: pickShown(updateCamera, camera) };
    mutate({ params, body }, { onSuccess: onClose });
  };
  return (
    <PlaceDialog
      organizationId={organizationId}
      target={camera}
      nameHint={`Its sender calls it ${camera.camera_ref}.`}
      update={{ isPending, error, mutate: save }}
      onClose={onClose}
    />
  );
}
