import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { BookingList, BookingSite } from '@lotkeeper/contract/money/booking-lists';
import {
  bookingLists,
  downloadSiteBookings,
  downloadSiteLetter,
  getRemittances,
} from '@lotkeeper/contract/money/remittances';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatMoneyExact } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { findToday } from '../../../shared/report-ranges.ts';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { StatGridSkeleton } from '../../../ui/data/stat-skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { MonthSelect } from '../../../ui/form/month-select.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import type { BookingSitesFilters } from './booking-sites-search.ts';
import { BookingsPanel } from './bookings-panel.tsx';
import { FilesPanel } from './files-panel.tsx';
import { RatesPanel } from './rates-panel.tsx';
import { countBookings, siteOptions } from './remittance-words.ts';

const RemittanceDialog = lazyDialog(async () => ({
  default: (await import('./remittance-dialog.tsx')).RemittanceDialog,
}));
const RateDialog = lazyDialog(async () => ({
  default: (await import('./rate-dialog.tsx')).RateDialog,
}));

const title = 'Booking Sites';
const allSites = 'all';

interface BookingSitesPageProps extends FilterProps<BookingSitesFilters> {
  organizationId: string;
}

/** What booking sites remitted for a month, and what of it matches the rentals and the cars that came. */
export function BookingSitesPage(props: BookingSitesPageProps) {
  return (
    <WithReportSpots
      organizationId={props.organizationId}
      title={title}
      panel={{
        title: 'Bookings',
        columns: 3,
        icon: CalendarCheck,
        text: 'What booking sites remitted will appear here.',
      }}
    >
      {(spots) => <Month {...props} spots={spots} />}
    </WithReportSpots>
  );
}

function Month(props: BookingSitesPageProps & { spots: readonly SpotSummary[] }) {
  const { organizationId, filters, onFilter, spots } = props;
  const thisMonth = startOfMonth(findToday(spots, now()));
  const chosen = filters.month ? (`${filters.month}-01` as LocalDate) : addMonths(thisMonth, -1);
  const month = chosen > thisMonth ? thisMonth : chosen;
  const { site } = filters;
  const read = useRead(getRemittances, {
    params: { orgId: organizationId },
    query: { month, ...(site && { source: site }) },
  });
  const [dialog, setDialog] = useState<'file' | 'rate' | null>(null);
  const isAdmin = useIsAdmin(organizationId);
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title={title}
        filters={
          <>
            <div className="ui-field">
              <SearchSelect
                label="Booking site"
                options={[{ value: allSites, label: 'All booking sites' }, ...siteOptions]}
                value={site ?? allSites}
                onChoose={(next) =>
                  onFilter({ ...filters, site: next === allSites ? undefined : next })
                }
              />
            </div>
            <div className="ui-field">
              <MonthSelect
                month={month}
                today={thisMonth}
                onChoose={(next) => onFilter({ ...filters, month: next.slice(0, 7) })}
              />
            </div>
          </>
        }
        actions={
          isAdmin ? (
            <Button onClick={() => setDialog('file')}>Add remittance file</Button>
          ) : undefined
        }
      />
      <div className="ui-stack">
        <DataPanel
          title="Bookings that start in the month"
          query={read}
          actions={site ? <SiteDownloads {...{ organizationId, month, site }} /> : null}
          skeleton={<StatGridSkeleton count={8} noteLines={1} />}
          isEmpty={({ lists, files }) =>
            files.length === 0 && lists.every(({ count }) => count === 0)
          }
          empty={{
            title: 'No remittance file yet',
            text: isAdmin
              ? 'Download the remittance of this month from a booking site as CSV, and add the file here. Lotkeeper then shows which bookings were paid, and which cars came.'
              : 'An Admin adds the remittances of booking sites here. Lotkeeper then shows which bookings were paid, and which cars came.',
          }}
        >
          {({ lists }) => (
            <Lists
              lists={lists}
              chosen={filters.list}
              onChoose={(list) => onFilter({ ...filters, list })}
            />
          )}
        </DataPanel>
        {filters.list ? (
          <BookingsPanel {...{ organizationId, month, site }} list={filters.list} />
        ) : null}
        {read.data ? (
          <>
            <FilesPanel organizationId={organizationId} files={read.data.files} />
            <RatesPanel
              organizationId={organizationId}
              rates={read.data.rates}
              onAdd={isAdmin ? () => setDialog('rate') : null}
            />
          </>
        ) : null}
      </div>
      {dialog === 'file' ? (
        <RemittanceDialog
          {...{ organizationId, site }}
          onClose={close}
          onAdded={({ first_date }) =>
            onFilter({ ...filters, month: first_date?.slice(0, 7) ?? filters.month })
          }
        />
      ) : null}
      {dialog === 'rate' ? (
        <RateDialog {...{ organizationId, spots, site, month }} onClose={close} />
      ) : null}
    </>
  );
}

interface ListsProps {
  lists: AnswerOf<typeof getRemittances>['lists'];
  chosen: BookingList | undefined;
  onChoose: (list: BookingList) => void;
}

/** The count and sum of each kind of bookings, which open their list. */
function Lists({ lists, chosen, onChoose }: ListsProps) {
  return (
    <StatGrid>
      {lists.map(({ list, count, amount }) => {
        const { label, hint } = bookingLists[list];
        return (
          <Stat
            key={list}
            label={label}
            hint={hint}
            value={formatMoneyExact(cents(amount))}
            note={countBookings(count)}
            renderLink={(value) => (
              <button
                type="button"
                className="ui-figure"
                aria-pressed={list === chosen}
                aria-label={`${label}: ${formatMoneyExact(cents(amount))}`}
                onClick={() => onChoose(list)}
              >
                {value}
              </button>
            )}
          />
        );
      })}
    </StatGrid>
  );
}

interface SiteDownloadsProps {
  organizationId: string;
  month: LocalDate;
  site: BookingSite;
}

/** What can be sent to the site. */
function SiteDownloads({ organizationId, month, site }: SiteDownloadsProps) {
  const letter = useDownload(downloadSiteLetter);
  const file = useDownload(downloadSiteBookings);
  const query = { organization: organizationId, month, source: site };
  const name = aggregatorNames[site];
  return (
    <>
      <FormFailure error={letter.error ?? file.error} />
      <Button
        size="compact-sm"
        variant="default"
        loading={letter.isPending}
        onClick={() => letter.mutate({ query })}
      >
        Letter to {name}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={file.isPending}
        onClick={() => file.mutate({ query })}
      >
        CSV
      </Button>
    </>
  );
}
