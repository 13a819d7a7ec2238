import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { downloadTaxes, getTaxes } from '@lotkeeper/contract/money/taxes';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatDayRange } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { AdminOnly } from '../../../shared/admin-only.tsx';
import { findToday } from '../../../shared/report-ranges.ts';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import { Authorities, Owed } from './owed.tsx';
import { RatesPanel } from './rates-panel.tsx';
import type { TaxesFilters } from './taxes-search.ts';
import { WrongTaxes } from './wrong-taxes.tsx';

const RateDialog = lazyDialog(async () => ({
  default: (await import('./rate-dialog.tsx')).RateDialog,
}));

interface TaxesPageProps extends FilterProps<TaxesFilters> {
  organizationId: string;
}

/** The tax that is owed to each city, county and state for a month or quarter, and the rates. */
export function TaxesPage(props: TaxesPageProps) {
  const { organizationId } = props;
  return (
    <WithReportSpots
      organizationId={organizationId}
      title="Taxes"
      panel={{
        title: 'Owed',
        columns: 3,
        icon: Landmark,
        text: 'What you owe to cities, counties and states will appear here.',
      }}
    >
      {(spots) => <PeriodTaxes {...props} spots={spots} />}
    </WithReportSpots>
  );
}

/** The first month of a quarter. */
const startOfQuarter = (month: LocalDate) =>
  addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3));

function PeriodTaxes(props: TaxesPageProps & { spots: readonly SpotSummary[] }) {
  const { organizationId, filters, onFilter, spots } = props;
  const [isAdding, setIsAdding] = useState(false);
  const thisMonth = startOfMonth(findToday(spots, now()));
  const { period = 'month' } = filters;
  const chosen = filters.month ? (`${filters.month}-01` as LocalDate) : addMonths(thisMonth, -1);
  const month = period === 'quarter' ? startOfQuarter(chosen) : chosen;
  const months = period === 'quarter' ? '3' : '1';
  const read = useRead(getTaxes, { params: { orgId: organizationId }, query: { month, months } });
  const file = useDownload(downloadTaxes);
  const { data } = read;
  return (
    <>
      <PageHeader
        title="Taxes"
        subtitle={data ? formatDayRange(data.start_date, data.end_date) : 'All properties'}
        filters={
          <>
            <Segments
              label="Period"
              options={[
                { value: 'month', label: 'Month' },
                { value: 'quarter', label: 'Quarter' },
              ]}
              chosen={period}
              onChange={(next) => onFilter({ ...filters, period: next })}
            />
            <div className="ui-field">
              <MonthSelect
                label={period === 'quarter' ? 'Quarter of' : 'Month'}
                month={chosen}
                today={thisMonth}
                onChoose={(next) => onFilter({ ...filters, month: next.slice(0, 7) })}
              />
            </div>
          </>
        }
        actions={
          <>
            <DownloadButton
              onClick={() =>
                file.mutate({ query: { organization: organizationId, month, months } })
              }
            />
            <AdminOnly organization={organizationId}>
              <Button onClick={() => setIsAdding(true)}>Set a tax rate</Button>
            </AdminOnly>
          </>
        }
      />
      <FormFailure error={file.error} />
      <div className="ui-stack">
        <DataPanel
          title="Owed"
          flush
          query={read}
          skeleton={<TableSkeleton rows={5} columns={2} />}
          isEmpty={({ total, authorities }) => total === 0 && authorities.length === 0}
          empty={{
            icon: Landmark,
            title: 'No tax in these days',
            text: 'Tax that drivers pay appears here, divided among the places whose rates you set.',
          }}
        >
          {(taxes) => <Owed organizationId={organizationId} taxes={taxes} />}
        </DataPanel>
        {data && data.wrong.length > 0 ? (
          <WrongTaxes organizationId={organizationId} wrong={data.wrong} />
        ) : null}
        {data ? <Authorities organizationId={organizationId} taxes={data} /> : null}
        {data ? <RatesPanel organizationId={organizationId} taxes={data} /> : null}
      </div>
      {isAdding ? (
        <RateDialog
          organizationId={organizationId}
          spots={spots}
          rates={data?.rates ?? []}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </>
  );
}
