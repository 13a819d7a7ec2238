import type { ValetLot, ValetSession, ValetSummary } from '@lotkeeper/contract/operations/valet';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import { listSpots } from '@lotkeeper/contract/platform/spots';
import type { ComponentType } from 'react';
import { lazy, Suspense, useEffect } from 'react';
import type { FirstStep } from '../../../kernel/first-form.ts';
import { takeFirstStep } from '../../../kernel/first-form.ts';
import { formatCount, formatMoneyExact } from '../../../kernel/format.ts';
import { useLiveEvent } from '../../../kernel/live.ts';
import { markStale, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import type { QueryLike } from '../../../ui/data/data-panel.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { interruptedDraft } from './drafts.ts';
import type { Outbox, Outgoing } from './outbox.ts';
import { OutboxStrip } from './outbox-strip.tsx';
import { RequestedCars } from './requested-cars.tsx';
import { SessionsList } from './sessions-list.tsx';
import type { Stand } from './stand.ts';
import { useOnline } from './stand.ts';
import { standReads } from './valet.api.ts';
import classes from './valet.module.css';
import type { ValetFilters } from './valet-search.ts';

const loadDialogs = () => import('./stand-dialogs.ts');

const CheckInDialog = lazyDialog(async () => ({ default: (await loadDialogs()).CheckInDialog }));
const CheckOutDialog = lazyDialog(async () => ({ default: (await loadDialogs()).CheckOutDialog }));
const EditDialog = lazyDialog(async () => ({ default: (await loadDialogs()).EditDialog }));

/** Loaded after the cars; the stand works without it. */
const RingPhone = lazy<ComponentType<{ lot: ValetLot }>>(() =>
  import('./ring-phone.tsx').then(
    (loaded) => ({ default: loaded.RingPhone }),
    () => ({ default: () => null }),
  ),
);

/** The property's location, as far as it's loaded. */
function useStandLocation(organizationId: string, lot: ValetLot) {
  const spots = useRead(listSpots, {
    query: { organization: organizationId, includeThirdParty: 'true' },
  });
  const spot = spots.data?.find(({ pk }) => pk === lot.pk);
  return {
    timezone: spot?.timezone ?? 'UTC',
    homePair: spot ? `US_${spot.address.state}` : null,
  };
}

type OpenDialog =
  | {
      kind: 'check-in';
      walkIn: boolean;
      resumed: ValetSession | null;
      first?: FirstStep;
    }
  | { kind: 'check-out'; requestedCar: ValetSession | null; first?: FirstStep }
  | { kind: 'edit'; session: ValetSession };

/** Opens the dialog of what was begun in the page's HTML, or the one that a reload closed. */
function openedBefore(at: { by: number; spot: number }): OpenDialog | null {
  const first = takeFirstStep();
  if (first?.name === 'check-out') return { kind: 'check-out', requestedCar: null, first };
  if (first) return { kind: 'check-in', walkIn: first.name === 'walk-in', resumed: null, first };
  const draft = interruptedDraft(at);
  if (!draft) return null;
  const { kind, session } = draft;
  return kind === 'edit'
    ? { kind: 'edit', session }
    : { kind: 'check-in', walkIn: false, resumed: session };
}

/** One property: unsent changes, requested cars, today's figures, the sessions, and the actions. */
export function StandArea(
  props: FilterProps<ValetFilters> & {
    organizationId: string;
    lot: ValetLot;
    by: number;
    outbox: Outbox;
    items: readonly Outgoing[];
    summary: QueryLike<ValetSummary>;
  },
) {
  const { organizationId, lot, by: author, outbox, items, summary, filters, onFilter } = props;
  const location = useStandLocation(organizationId, lot);
  const stand: Stand = {
    by: author,
    organization: Number(organizationId),
    lot,
    outbox,
    ...location,
  };
  const { dialog, notice, open, close, done } = useDialog<OpenDialog>(() =>
    openedBefore({ by: author, spot: lot.pk }),
  );
  const online = useOnline();
  const isDrawn = !summary.isPending;
  // Once the stand is on the screen, so that they open without a connection too.
  useEffect(() => {
    if (isDrawn) loadDialogs().catch(() => undefined);
  }, [isDrawn]);
  useLiveEvent(lot.pk, 'server:valet', () => markStale(standReads));
  return (
    <>
      <Actions onOpen={open} />
      <OutboxStrip outbox={outbox} items={items} online={online} />
      {summary.isPending ? (
        <div data-grows />
      ) : (
        <RequestedCars
          requests={summary.data?.requests ?? []}
          onCheckOut={(requestedCar) => open({ kind: 'check-out', requestedCar })}
        />
      )}
      <div className={classes.block}>
        <Figures summary={summary} />
      </div>
      <div className={classes.ring}>
        <Suspense fallback={null}>
          <RingPhone lot={lot} />
        </Suspense>
      </div>
      <div className={classes.block}>
        <Notice text={notice} />
        <SessionsList
          {...{ stand, filters, onFilter, items }}
          onEdit={(session) => open({ kind: 'edit', session })}
        />
      </div>
      {dialog?.kind === 'check-in' ? (
        <CheckInDialog {...dialog} stand={stand} outgoing={items} onClose={close} />
      ) : null}
      {dialog?.kind === 'check-out' ? (
        <CheckOutDialog {...dialog} stand={stand} onClose={close} />
      ) : null}
      {dialog?.kind === 'edit' ? (
        <EditDialog
          stand={stand}
          session={dialog.session}
          outgoing={items}
          onDone={done}
          onClose={close}
        />
      ) : null}
    </>
  );
}

function Figures({ summary }: { summary: QueryLike<ValetSummary> }) {
  return (
    <DataPanel
      query={summary}
      errorTitle={valetMessages.failed}
      errorHint={valetMessages.retry}
      silentRefetch
      skeleton={<StatGridSkeleton count={4} />}
    >
      {(figures) => (
        <StatGrid>
          <Stat label="Cars here now" value={formatCount(figures.here_now)} />
          <Stat label="Checked in today" value={formatCount(figures.checked_in_today)} />
          <Stat label="Checked out today" value={formatCount(figures.checked_out_today)} />
          <Stat label="Outstanding balance" value={formatMoneyExact(figures.outstanding_balance)} />
        </StatGrid>
      )}
    </DataPanel>
  );
}

/** The most frequent actions, within reach of a thumb and first by keyboard. */
function Actions({ onOpen }: { onOpen: (what: OpenDialog) => void }) {
  return (
    <nav className={classes.actions} aria-label="Stand">
      <Button size="lg" onClick={() => onOpen({ kind: 'check-in', walkIn: false, resumed: null })}>
        Check in
      </Button>
      <Button size="lg" onClick={() => onOpen({ kind: 'check-out', requestedCar: null })}>
        Check Out
      </Button>
      <Button
        size="lg"
        variant="default"
        onClick={() => onOpen({ kind: 'check-in', walkIn: true, resumed: null })}
      >
        Walk-in
      </Button>
    </nav>
  );
}
