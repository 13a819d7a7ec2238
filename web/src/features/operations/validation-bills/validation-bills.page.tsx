import { adminOnly } from '@lotkeeper/contract/kernel/access';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  SponsorMonth,
  ValidationMonth,
} from '@lotkeeper/contract/operations/validation-bills';
import {
  billMessages,
  downloadValidationBill,
  downloadValidationUsage,
  getValidationBills,
} from '@lotkeeper/contract/operations/validation-bills';
import { HandCoins } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatMonth } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { OtherUsage } from './other-usage.tsx';
import { SponsorTable } from './sponsor-table.tsx';
import type { ValidationBillsFilters } from './validation-bills-search.ts';
import { ValidationVisits } from './validation-visits.tsx';

const SponsorDialog = lazyDialog(async () => ({
  default: (await import('./sponsor-dialog.tsx')).SponsorDialog,
}));

interface ValidationBillsPageProps extends FilterProps<ValidationBillsFilters> {
  spot: { pk: number; name: string; timezone: string; organization: number };
}

/** The sponsors of a property's validation codes, what they used in a month, and their bills. */
export function ValidationBillsPage({ spot, filters, onFilter }: ValidationBillsPageProps) {
  const today = toLocalDate(now(), spot.timezone);
  const thisMonth = startOfMonth(today);
  const chosenMonth = filters.month ? (`${filters.month}-01` as LocalDate) : thisMonth;
  const month = chosenMonth > thisMonth ? thisMonth : chosenMonth;
  const isAdmin = useHasRole(spot.organization)(adminOnly);
  const query = { spot: String(spot.pk), month };
  const bills = useRead(getValidationBills, { query });
  const file = useDownload(downloadValidationUsage);
  const pdf = useDownload(downloadValidationBill);
  const { dialog, notice, open, close, done } = useDialog<{ sponsor: SponsorMonth | null }>();
  const add = <Button onClick={() => open({ sponsor: null })}>+ Add Sponsor</Button>;
  const hasSponsors = (bills.data?.sponsors.length ?? 0) > 0;
  return (
    <>
      <PageHeader
        title="Validation Bills"
        subtitle={`Who sponsors the codes of ${spot.name}, and what they use`}
        actions={
          <>
            {isAdmin ? (
              <DownloadButton loading={file.isPending} onClick={() => file.mutate({ query })}>
                Download CSV
              </DownloadButton>
            ) : null}
            {isAdmin && hasSponsors ? add : null}
          </>
        }
      />
      <Notice text={notice} />
      <FormFailure error={file.error ?? pdf.error} />
      <div className="ui-stack">
        <div className="ui-field">
          <MonthSelect
            month={month}
            today={thisMonth}
            onChoose={(next) => onFilter({ month: next.slice(0, 7) })}
          />
        </div>
        <DataPanel
          title={describeMonth(month, bills.data)}
          flush={hasSponsors}
          query={bills}
          skeleton={<TableSkeleton rows={4} columns={6} />}
          isEmpty={({ sponsors }) => sponsors.length === 0}
          empty={{
            icon: HandCoins,
            title: billMessages.empty,
            text: isAdmin ? billMessages.emptyHint : billMessages.emptyForEmployees,
            action: isAdmin ? add : undefined,
          }}
        >
          {(data) => (
            <SponsorTable
              data={data}
              spot={spot}
              withMoney={isAdmin}
              onEdit={(sponsor) => open({ sponsor })}
              onPdf={({ pk }) => pdf.mutate({ query: { ...query, sponsor: pk } })}
              onCsv={({ pk }) => file.mutate({ query: { ...query, sponsor: pk } })}
            />
          )}
        </DataPanel>
        {bills.data && bills.data.others.length > 0 ? (
          <OtherUsage data={bills.data} spot={spot} withMoney={isAdmin} />
        ) : null}
        {bills.data && filters.visits ? (
          <ValidationVisits
            key={`${month} ${filters.visits}`}
            {...{ spot, month, data: bills.data, named: filters.visits, withMoney: isAdmin }}
          />
        ) : null}
      </div>
      {dialog ? (
        <SponsorDialog
          spot={spot.pk}
          month={month}
          sponsor={dialog.sponsor}
          codes={bills.data?.codes ?? []}
          onDone={done}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const describeMonth = (month: LocalDate, data: ValidationMonth | undefined) => {
  const name = formatMonth(month.slice(0, 7));
  return data && !data.is_over ? `${name}, so far` : name;
};
