import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { Kiosk } from '@lotkeeper/contract/operations/kiosks';
import {
  acceptPins,
  endKiosk,
  kioskRules,
  listKiosks,
} from '@lotkeeper/contract/operations/kiosks';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { lazy, Suspense, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo, formatDayTime, formatInstant } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { CopyText } from '../../../ui/form/copy-text.tsx';
import form from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './kiosk-generator.module.css';
import type { StartedKiosk } from './start-kiosk.tsx';
import { describeKiosk, openKioskHere, StartKiosk } from './start-kiosk.tsx';
import { WaitingRequests } from './waiting-requests.tsx';

const QrCode = lazy(() => import('../../../ui/media/qr-code.tsx'));

/** Refresh interval of the kiosk list, in seconds: someone may be opening one. */
const refreshEvery = 15;

/** Shows who waits for validation at a property, starts kiosks there, and ends active ones. */
export function KioskGeneratorPage(props: { organizationId: string; spot: SpotSummary }) {
  const { organizationId, spot } = props;
  const [started, setStarted] = useState<StartedKiosk | null>(null);
  const path = `${location.origin}/organization/${organizationId}/spots/${spot.pk}/validation`;
  return (
    <>
      <PageHeader
        title="Validation Kiosk Setup"
        subtitle={`A screen at ${spot.name} where guests request free parking and your staff validates them`}
      />
      <WaitingRequests spot={spot} />
      <div className={classes.page}>
        <Panel title="Start a kiosk">
          <StartKiosk spot={spot} path={path} onStarted={setStarted} />
        </Panel>
        <RunningKiosks spot={spot} />
      </div>
      {started ? (
        <StartedDialog spot={spot} started={started} onClose={() => setStarted(null)} />
      ) : null}
    </>
  );
}

function StartedDialog(props: { spot: SpotSummary; started: StartedKiosk; onClose: () => void }) {
  const { spot, started, onClose } = props;
  const { address, name } = started;
  const [startedAt] = useState(now);
  const until = startedAt + kioskRules.ticketMinutes * minuteMs;
  const format = (at: number) => formatInstant(at / 1000, spot.timezone);
  return (
    <Dialog title="The kiosk is ready" onClose={onClose}>
      <p className="ui-bottom-wide">
        Scan this with the other device. It opens the kiosk once, until {format(until)}.
      </p>
      <div className={classes.code}>
        <Suspense fallback={null}>
          <QrCode text={address} label="QR code that opens the kiosk" />
        </Suspense>
      </div>
      <p className="ui-bottom-wide">
        {spot.name} · {name} · started {format(startedAt)}
      </p>
      <div className="ui-bottom-wide">
        <CopyText label="Copy link" copied="Copied" text={address} />
      </div>
      <div className={form.buttons}>
        <Button variant="default" onClick={() => void openKioskHere(address)}>
          Open it here and sign out
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}

function RunningKiosks({ spot }: { spot: SpotSummary }) {
  const kiosks = useRead(listKiosks, { query: { spot: String(spot.pk) } }, { refreshEvery });
  const [ending, setEnding] = useState<Kiosk | null>(null);
  const [notice, setNotice] = useState('');
  const columns = createColumns(spot, {
    hasRefusals: kiosks.data?.some((kiosk) => kiosk.pin_locked_until !== null) ?? false,
    onAccepted: ({ pk }) => setNotice(`Kiosk ${pk} accepts PINs again.`),
    onEnd: setEnding,
  });
  return (
    <>
      <Notice text={notice} />
      <TablePanel
        query={kiosks}
        title="Running kiosks"
        silentRefetch
        skeletonRows={2}
        caption="Running kiosks"
        rowKey={({ pk }) => pk}
        columns={columns}
        empty={{ title: 'Kiosks that you start will be listed here' }}
      />
      {ending ? (
        <ConfirmSend
          question="End this kiosk?"
          confirm="End kiosk"
          endpoint={endKiosk}
          input={{ params: { id: ending.pk } }}
          changes={[listKiosks]}
          onClose={() => setEnding(null)}
        >
          Its screen stops accepting plates immediately. Validated visitors keep their time.
        </ConfirmSend>
      ) : null}
    </>
  );
}

function AcceptPins({ kiosk, onAccepted }: { kiosk: Kiosk; onAccepted: () => void }) {
  const accept = useSend(acceptPins, [listKiosks]);
  return (
    <>
      <RowButton
        action="Accept PINs"
        subject={`at kiosk ${kiosk.pk}`}
        loading={accept.isPending}
        onClick={() => accept.mutate({ params: { id: kiosk.pk } }, { onSuccess: onAccepted })}
      />
      <FormFailure error={accept.error} action={acceptPins.failure} />
    </>
  );
}

const pinsColumn = (spot: SpotSummary, onAccepted: (kiosk: Kiosk) => void): DataColumn<Kiosk> => ({
  key: 'pins',
  header: 'Wrong PINs',
  render: (kiosk) =>
    kiosk.pin_locked_until === null ? null : (
      <>
        PINs are refused until {formatDayTime(kiosk.pin_locked_until, now(), spot.timezone)}.{' '}
        <AcceptPins kiosk={kiosk} onAccepted={() => onAccepted(kiosk)} />
      </>
    ),
});

interface KioskColumns {
  /** Whether a kiosk refuses PINs. */
  hasRefusals: boolean;
  onAccepted: (kiosk: Kiosk) => void;
  onEnd: (kiosk: Kiosk) => void;
}

const createColumns = (
  spot: SpotSummary,
  { hasRefusals, onAccepted, onEnd }: KioskColumns,
): DataColumn<Kiosk>[] => [
  { key: 'mode', header: 'Kiosk', primary: true, render: describeKiosk },
  {
    key: 'started',
    header: 'Started',
    render: ({ created_at, created_by }) => `${formatAgo(created_at, now())} by ${created_by}`,
  },
  {
    key: 'seen',
    header: 'Last seen',
    render: ({ last_seen_at }) =>
      last_seen_at === null ? 'Not opened yet' : formatAgo(last_seen_at, now()),
  },
  ...(hasRefusals ? [pinsColumn(spot, onAccepted)] : []),
  {
    key: 'end',
    header: 'End',
    align: 'right',
    render: (kiosk) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`End kiosk ${kiosk.pk}`}
        onClick={() => onEnd(kiosk)}
      >
        End
      </Button>
    ),
  },
];
