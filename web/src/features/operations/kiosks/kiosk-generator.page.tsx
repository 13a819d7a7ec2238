import type { Kiosk } from '@lotkeeper/contract/operations/kiosks';
import { endKiosk, kioskRules, listKiosks } from '@lotkeeper/contract/operations/kiosks';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Tablet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import classes from './kiosk-generator.module.css';
import type { StartedKiosk } from './start-kiosk.tsx';
import { StartKiosk } from './start-kiosk.tsx';
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
        subtitle={`A screen at ${spot.name} where guests request free parking and your staff validates them.`}
      />
      <WaitingRequests spot={spot} />
      <div className={classes.page}>
        <Panel title="Start a kiosk">
          <StartKiosk spot={spot} path={path} onStarted={setStarted} />
        </Panel>
        <RunningKiosks spot={spot} />
      </div>
      {started ? <StartedDialog started={started} onClose={() => setStarted(null)} /> : null}
    </>
  );
}

function StartedDialog({ started, onClose }: { started: StartedKiosk; onClose: () => void }) {
  const { address, opensHere } = started;
  const title = 'The kiosk is ready';
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={form.text}>
        {opensHere
          ? 'It opened in a new tab. You stay signed in to this browser; for a guest screen, use a browser where nobody is signed in. To validate here later without the PIN, sign in again.'
          : `Scan this with the other device. It opens the kiosk once, within ${kioskRules.ticketMinutes} minutes.`}
      </p>
      {opensHere ? null : (
        <div className={classes.code}>
          <Suspense fallback={null}>
            <QrCode text={address} label="QR code that opens the kiosk" />
          </Suspense>
        </div>
      )}
      <div className={form.buttons}>
        <Button component="a" variant="default" href={address} target="_blank" rel="noopener">
          {opensHere ? 'Didn’t open?' : 'Open it here'}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}

function RunningKiosks({ spot }: { spot: { pk: number } }) {
  const kiosks = useRead(listKiosks, { query: { spot: String(spot.pk) } }, { refreshEvery });
  const [ending, setEnding] = useState<Kiosk | null>(null);
  return (
    <>
      <TablePanel
        query={kiosks}
        title="Running kiosks"
        silentRefetch
        skeletonRows={2}
        caption="Running kiosks"
        rowKey={({ pk }) => pk}
        columns={createColumns(setEnding)}
        empty={{ icon: Tablet, title: 'Kiosks that you start will be listed here' }}
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

const modeText = ({ mode, minutes }: Kiosk) =>
  mode === 'calendar' ? 'Calendar Mode' : `Hours Mode, ${minutes} minutes`;

const createColumns = (onEnd: (kiosk: Kiosk) => void): DataColumn<Kiosk>[] => [
  { key: 'mode', header: 'Kiosk', primary: true, render: modeText },
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
  {
    key: 'end',
    header: 'End',
    align: 'right',
    render: (kiosk) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`End the kiosk that was started ${formatAgo(kiosk.created_at, now())}`}
        onClick={() => onEnd(kiosk)}
      >
        End
      </Button>
    ),
  },
];
