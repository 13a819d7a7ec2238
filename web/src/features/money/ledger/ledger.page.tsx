import { downloadFigureEntries, isOfOrganization } from '@lotkeeper/contract/money/figures';
import { allProperties } from '@lotkeeper/contract/money/statement-groups';
import { maxPromoCodeLength } from '@lotkeeper/contract/people/promo-code-field';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { useDownload } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { LinkButton } from '../../../shared/link-button.tsx';
import { ReportDates } from '../../../shared/report-dates.tsx';
import { ZonesNote } from '../../../shared/report-page.tsx';
import { chosenSpot, findToday, readRange } from '../../../shared/report-ranges.ts';
import { SpotFilter } from '../../../shared/spot-filter.tsx';
import { WithReportSpots } from '../../../shared/with-report-spots.tsx';
import { ProgressBar } from '../../../ui/data/progress-bar.tsx';
import { ErrorState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DownloadButton } from '../../../ui/form/download-button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { HandRentalDialog } from '../../people/rentals/public.ts';
import { EntriesPanel } from './entries-panel.tsx';
import type { LedgerQuestion } from './ledger.api.ts';
import { toQuery } from './ledger.api.ts';
import classes from './ledger.module.css';
import { isPromoCode, readEntryFilters, readMeasure, readOrder } from './ledger.rules.ts';
import type { LedgerFilters } from './ledger-search.ts';
import {
  EntrySearch,
  FilterChips,
  FilterSelects,
  MeasureSelect,
  OrderSelect,
} from './question-fields.tsx';

interface LedgerPageProps extends FilterProps<LedgerFilters> {
  organizationId: string;
}

/** What a figure consists of: its query, its total, and every ledger entry in it. */
export function LedgerPage(props: LedgerPageProps) {
  return (
    <WithReportSpots
      organizationId={props.organizationId}
      title="Ledger"
      panel={{
        title: 'Entries',
        columns: 6,
        icon: BookOpen,
        text: 'Every charge, refund and penalty will be listed here.',
      }}
    >
      {(spots) => <OfSpots {...props} spots={spots} />}
    </WithReportSpots>
  );
}

function OfSpots(props: LedgerPageProps & { spots: readonly SpotSummary[] }) {
  const { organizationId, filters, onFilter, spots } = props;
  const isAdmin = useIsAdmin(organizationId);
  const [isEntering, setIsEntering] = useState(false);
  const [notice, setNotice] = useState('');
  const measure = readMeasure(filters);
  // Some measures cover the whole organization, whatever property the URL names.
  const spot = isOfOrganization(measure) ? null : chosenSpot(spots, filters);
  const today = findToday(spot ? [spot] : spots, now());
  const range = readRange(filters, today);
  const question: LedgerQuestion = {
    organizationId,
    spotUuid: spot?.uuid ?? null,
    range,
    measure,
    filters: readEntryFilters(filters),
    order: readOrder(filters),
    search: isOfOrganization(measure) ? '' : (filters.search ?? ''),
  };
  const { code } = question.filters;
  const isAnswerable = code === undefined || isPromoCode(code);
  const file = useDownload(downloadFigureEntries);
  return (
    <>
      <PageHeader
        title="Ledger"
        subtitle={spot ? spot.name : allProperties}
        actions={
          <>
            {isAdmin ? (
              <>
                <LinkButton to="/organization/$organizationId/history" params={{ organizationId }}>
                  Import history
                </LinkButton>
                <Button variant="default" onClick={() => setIsEntering(true)}>
                  Enter a rental
                </Button>
              </>
            ) : null}
            {isAnswerable ? (
              <DownloadButton
                loading={file.isPending}
                onClick={() => file.mutate({ query: toQuery(question) })}
              />
            ) : null}
          </>
        }
      />
      <FormFailure error={file.error} />
      <Notice text={notice} />
      {isEntering ? (
        <HandRentalDialog
          {...{ spots, spot }}
          onDone={(message) => {
            setNotice(message);
            setIsEntering(false);
          }}
          onClose={() => setIsEntering(false)}
        />
      ) : null}
      {file.progress === null ? null : (
        <ProgressBar label="Download" value={file.progress.share ?? 0} max={1} />
      )}
      <div className={classes.bar}>
        <MeasureSelect {...{ filters, onFilter }} />
        {isOfOrganization(measure) ? null : (
          <SpotFilter
            spots={spots}
            spot={spot}
            onChoose={(chosen) => onFilter({ ...filters, spotPk: chosen ? String(chosen.pk) : '' })}
          />
        )}
        <ReportDates
          value={range}
          today={today}
          onChange={({ start, end }) => onFilter({ ...filters, startDate: start, endDate: end })}
        />
        {isOfOrganization(measure) ? (
          <OrderSelect {...{ filters, onFilter }} />
        ) : (
          <>
            <EntrySearch {...{ filters, onFilter }} withPlates={isAdmin} />
            <details className={`${classes.more} ui-screen`}>
              <summary>More filters</summary>
              <FilterSelects {...{ filters, onFilter }} />
            </details>
            <FilterChips {...{ filters, onFilter }} />
          </>
        )}
      </div>
      {isAnswerable ? (
        <EntriesPanel
          question={question}
          withSpots={!spot && spots.length > 1}
          onClear={() =>
            onFilter({
              spotPk: filters.spotPk,
              startDate: filters.startDate,
              endDate: filters.endDate,
              measure: filters.measure,
            })
          }
        />
      ) : (
        <Panel>
          <ErrorState
            title={
              <>
                “<UserText>{code}</UserText>” can’t be a discount code
              </>
            }
            hint={`Discount codes have up to ${maxPromoCodeLength} letters and digits. Remove the filter above, or enter another code under More filters.`}
          />
        </Panel>
      )}
      {spot ? null : <ZonesNote spots={spots} />}
    </>
  );
}
