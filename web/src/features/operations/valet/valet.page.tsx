import type { ValetLot } from '@lotkeeper/contract/operations/valet';
import {
  getValetSummary,
  listValetLots,
  valetMessages,
} from '@lotkeeper/contract/operations/valet';
import { findLot } from '@lotkeeper/contract/operations/valet-lots';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { failureMessage } from '../../../kernel/api.ts';
import { makeOutbox, useOutbox } from '../../../kernel/outbox.ts';
import { markStale, useRead } from '../../../kernel/queries.ts';
import { useProfile } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/data/states.tsx';
import { ColorSchemeSwitch } from '../../../ui/frame/color-scheme-switch.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { useBell } from './bell.ts';
import { dropDrafts } from './drafts.ts';
import { browserStorage, outboxRules } from './outbox.ts';
import { refreshEvery } from './stand.ts';
import { StandArea } from './stand-area.tsx';
import { StandHeader } from './stand-header.tsx';
import { sendOutgoing, standReads } from './valet.api.ts';
import classes from './valet.module.css';
import { waitingText } from './valet.rules.ts';
import type { ValetFilters } from './valet-search.ts';

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import('./stand-dialogs.ts')).ConfirmDialog,
}));

interface ValetPageProps extends FilterProps<ValetFilters> {
  organizationId: string;
  onLogout: () => void;
  /** The link to the other pages. */
  home: ReactNode;
}

/** Where valets check cars in and out. */
export function ValetPage(props: ValetPageProps) {
  const { organizationId, filters, onFilter } = props;
  const { spot } = filters;
  const lots = useRead(listValetLots, { query: { organization: organizationId } });
  if (lots.data) {
    const lot = findLot(lots.data, spot);
    return (
      <AtLot
        {...props}
        key={lot?.pk}
        lots={lots.data}
        lot={lot}
        onLot={(pk) => onFilter({ spot: pk })}
        onFilter={(next, mode) => onFilter({ ...next, spot }, mode)}
      />
    );
  }
  return (
    <main className={classes.page}>
      <title>Valet Dashboard · Lotkeeper</title>
      <h1>Valet Dashboard</h1>
      {lots.error ? (
        <ErrorState
          title={failureMessage(lots.error, valetMessages.failed)}
          hint={props.home}
          onRetry={() => void lots.refetch()}
        />
      ) : (
        <TableSkeleton rows={15} columns={4} />
      )}
    </main>
  );
}

type LotProps = ValetPageProps & {
  lots: readonly ValetLot[];
  lot: ValetLot | null;
  onLot: (pk: number) => void;
};

function AtLot(props: LotProps) {
  const { lots, lot, onLot, onLogout } = props;
  const { pk } = useProfile();
  const { outbox, items } = useOutbox(() =>
    makeOutbox({
      ...outboxRules(pk),
      storage: browserStorage(),
      send: sendOutgoing,
      onSent: () => markStale(standReads),
    }),
  );
  const [leaving, setLeaving] = useState(false);
  const unsent = items.filter(({ held }) => !held).length;
  const isUnsaved = items.some(({ unsaved }) => unsaved);
  const summary = useRead(getValetSummary, lot ? { query: { spot: String(lot.pk) } } : null, {
    refreshEvery,
    steady: true,
  });
  const requests = summary.data?.requests;
  const sound = useBell(requests);
  const leave = () => {
    dropDrafts();
    onLogout();
  };
  return (
    <div className={classes.frame}>
      <title>
        {requests && requests.length > 0
          ? `(${requests.length}) Valet Dashboard · Lotkeeper`
          : 'Valet Dashboard · Lotkeeper'}
      </title>
      <StandHeader
        {...{ lots, lot, onLot, sound }}
        onLogout={() => (unsent > 0 ? setLeaving(true) : leave())}
      />
      <main className={classes.page}>
        {lot ? (
          <StandArea {...props} {...{ lot, outbox, items, summary }} by={pk} />
        ) : (
          <Panel>
            <EmptyState title="No parking lots here yet..." />
          </Panel>
        )}
      </main>
      <footer className={classes.footer}>
        {props.home}
        <ColorSchemeSwitch size="lg" />
      </footer>
      {leaving ? (
        <ConfirmDialog
          question="Log out?"
          confirm="Logout"
          onConfirm={leave}
          onClose={() => setLeaving(false)}
          send={null}
        >
          {waitingText(unsent)}{' '}
          {isUnsaved
            ? 'This phone couldn’t save all of it: what isn’t saved is lost when you log out.'
            : 'They stay on this device for a day and will be sent when you sign in here again.'}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
