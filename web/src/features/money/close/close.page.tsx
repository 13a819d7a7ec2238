import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type {
  CloseLink,
  CloseLinkName,
  CloseSpot,
  MonthClose,
  StayCause,
} from '@lotkeeper/contract/money/close';
import {
  closeLinkNames,
  downloadClosePacket,
  getMonthClose,
} from '@lotkeeper/contract/money/close';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatMonth } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import type { ChosenSpot } from '../../../shared/report-page.tsx';
import { ReportPage } from '../../../shared/report-page.tsx';
import { findToday } from '../../../shared/report-ranges.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { CloseAdjustments } from './close-adjustments.tsx';
import { CloseLinkRow } from './close-link.tsx';
import type { CloseFilters } from './close-search.ts';
import { CloseSpots } from './close-spots.tsx';
import { CloseStatus } from './close-status.tsx';

/** At the end of the page, so it comes after the figures. */
const LinksPanel = lazy(async () => ({
  default: (await import('../auditor-links/public.ts')).LinksPanel,
}));

const SignDialog = lazyDialog(async () => ({
  default: (await import('./sign-dialog.tsx')).SignDialog,
}));
const ToleranceDialog = lazyDialog(async () => ({
  default: (await import('./tolerance-dialog.tsx')).ToleranceDialog,
}));
const CloseDialog = lazyDialog(async () => ({
  default: (await import('./close-dialog.tsx')).CloseDialog,
}));
const StaysDialog = lazyDialog(async () => ({
  default: (await import('./stays-dialog.tsx')).StaysDialog,
}));
const ReopenDialog = lazyDialog(async () => ({
  default: (await import('./reopen-dialog.tsx')).ReopenDialog,
}));

interface ClosePageProps extends FilterProps<CloseFilters> {
  organizationId: string;
}

/** A month from the cars that cameras saw to the bank, which Admins sign and close. */
export function ClosePage(props: ClosePageProps) {
  const { organizationId, filters, onFilter } = props;
  const isAdmin = useIsAdmin(organizationId);
  const chosenMonth = ({ spots, spot }: ChosenSpot) => {
    const thisMonth = startOfMonth(findToday(spot ? [spot] : spots, now()));
    const month = filters.month ? (`${filters.month}-01` as LocalDate) : addMonths(thisMonth, -1);
    return { thisMonth, month: month > thisMonth ? thisMonth : month };
  };
  return (
    <ReportPage
      {...props}
      title="Close"
      panel={{
        title: 'The month',
        columns: 2,
        icon: Lock,
        text: 'Your months will appear here, from the cars to the bank.',
      }}
      renderDays={(chosen) => {
        const { thisMonth, month } = chosenMonth(chosen);
        return (
          <div className="ui-field">
            <MonthSelect
              month={month}
              today={thisMonth}
              onChoose={(next) => onFilter({ ...filters, month: next.slice(0, 7) })}
            />
          </div>
        );
      }}
    >
      {(chosen) => (
        <MonthPanels
          organizationId={organizationId}
          month={chosenMonth(chosen).month}
          spotPk={chosen.spot?.pk}
          onSpot={(pk) => onFilter({ ...filters, spotPk: String(pk) })}
        >
          {chosen.spot || !isAdmin ? null : (
            <Suspense>
              <LinksPanel organizationId={organizationId} spots={chosen.spots} />
            </Suspense>
          )}
        </MonthPanels>
      )}
    </ReportPage>
  );
}

interface MonthPanelsProps {
  organizationId: string;
  month: LocalDate;
  spotPk: number | undefined;
  onSpot: (pk: number) => void;
  /** What follows the figures: before them, they would push it out of sight. */
  children: ReactNode;
}

type OpenDialog =
  | 'sign'
  | 'close'
  | 'reopen'
  | 'tolerance'
  | CloseLinkName
  | { stays: StayCause }
  | null;

const isSignable = ({ state }: CloseLink) => state !== 'not_applicable';
const hasCameras = ({ states }: CloseSpot) =>
  states[closeLinkNames.indexOf('cars')] !== 'not_applicable';
const needsSignature = (link: CloseLink) => isSignable(link) && !link.signature?.is_current;

function MonthPanels(props: MonthPanelsProps) {
  const { organizationId, month, spotPk, onSpot } = props;
  const query = { month, ...(spotPk === undefined ? {} : { spot: String(spotPk) }) };
  const read = useRead(getMonthClose, { params: { orgId: organizationId }, query });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const isAdmin = useIsAdmin(organizationId);
  const packet = useDownload(downloadClosePacket);
  if (!read.data) {
    return (
      <DataPanel
        title="The month"
        query={read}
        skeleton={<TableSkeleton rows={8} columns={2} />}
        grows
      >
        {() => null}
      </DataPanel>
    );
  }
  const { data } = read;
  const canSign = isAdmin && data.closing === null && data.property === null;
  const dialogProps = { organizationId, month, onClose: () => setDialog(null) };
  return (
    <>
      <FormFailure error={packet.error} />
      <div className="ui-stack ui-bottom-wide">
        <CloseStatus
          data={data}
          mayChange={isAdmin}
          onSign={() => setDialog('sign')}
          onClose={() => setDialog('close')}
          onReopen={() => setDialog('reopen')}
          onTolerance={() => setDialog('tolerance')}
          onDownload={() => packet.mutate({ query: { organization: organizationId, month } })}
          isDownloading={packet.isPending}
        >
          {data.links.map((link) => (
            <CloseLinkRow
              key={link.link}
              {...{ organizationId, month, spotPk, link }}
              hasCamerasEverywhere={data.spots.every(hasCameras)}
              isClosed={data.closing !== null}
              isOpen={link.state === 'differs' && needsSignature(link)}
              onStays={(cause) => setDialog({ stays: cause })}
              onSign={canSign && needsSignature(link) ? () => setDialog(link.link) : null}
            />
          ))}
        </CloseStatus>
        <CloseAdjustments organizationId={organizationId} data={data} />
        {data.property === null ? <CloseSpots spots={data.spots} onSpot={onSpot} /> : null}
      </div>
      {props.children}
      <MonthDialog dialog={dialog} data={data} {...dialogProps} />
    </>
  );
}

interface MonthDialogProps {
  dialog: OpenDialog;
  data: MonthClose;
  organizationId: string;
  month: LocalDate;
  onClose: () => void;
}

function MonthDialog({ dialog, data, ...props }: MonthDialogProps) {
  const name = formatMonth(props.month.slice(0, 7));
  if (dialog === null) return null;
  if (typeof dialog === 'object') {
    return <StaysDialog {...props} spotPk={data.property?.pk} cause={dialog.stays} />;
  }
  if (dialog === 'close') return <CloseDialog {...props} name={name} />;
  if (dialog === 'tolerance') return <ToleranceDialog {...props} settings={data.settings} />;
  if (dialog === 'reopen') return <ReopenDialog {...props} name={name} />;
  const links = data.links.filter((link) =>
    dialog === 'sign' ? needsSignature(link) && link.state === 'ties' : link.link === dialog,
  );
  return <SignDialog {...props} links={links} />;
}
