import { allProperties, describeTimeZones } from '@lotkeeper/contract/money/statement-groups';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import type { ReactNode } from 'react';
import { now } from '../kernel/clock.ts';
import type { FilterProps } from '../kernel/url-state.ts';
import { PageHeader } from '../ui/frame/page-header.tsx';
import type { RangeFilters } from './range-search.ts';
import { ReportDates } from './report-dates.tsx';
import { chosenSpot, findToday, readRange } from './report-ranges.ts';
import { SpotFilter } from './spot-filter.tsx';
import type { SpotsPanel } from './with-report-spots.tsx';
import { WithReportSpots } from './with-report-spots.tsx';

/** The properties of an organization, and the chosen one; null = all of them. */
export interface ChosenSpot {
  spots: readonly SpotSummary[];
  spot: SpotSummary | null;
}

interface ReportPageProps<Filters> extends FilterProps<Filters> {
  organizationId: string;
  title: string;
  panel: SpotsPanel;
  actions?: ReactNode;
  /** The fields beside the property, if its days can be chosen too. */
  renderDays?: (chosen: ChosenSpot) => ReactNode;
  children: (chosen: ChosenSpot) => ReactNode;
}

/** A page about all properties of an organization or one, in some days: header, filters, and a note about time zones. */
export function ReportPage<Filters extends Pick<RangeFilters, 'spotPk'>>(
  props: ReportPageProps<Filters>,
) {
  const { organizationId, title, panel, actions, filters, onFilter, renderDays, children } = props;
  const renderHeader = ({ spots, spot }: ChosenSpot) => (
    <PageHeader
      title={title}
      subtitle={spot ? spot.name : allProperties}
      filters={
        <>
          <div className="ui-field">
            <SpotFilter
              spots={spots}
              spot={spot}
              onChoose={(chosen) =>
                onFilter({ ...filters, spotPk: chosen ? String(chosen.pk) : '' })
              }
            />
          </div>
          {renderDays?.({ spots, spot })}
        </>
      }
      actions={actions}
    />
  );
  return (
    <WithReportSpots
      {...{ organizationId, title, panel }}
      header={renderHeader({ spots: [], spot: null })}
    >
      {(spots) => {
        const spot = chosenSpot(spots, filters);
        return (
          <>
            {renderHeader({ spots, spot })}
            {children({ spots, spot })}
            {renderDays && !spot ? <ZonesNote spots={spots} /> : null}
          </>
        );
      }}
    </WithReportSpots>
  );
}

/** The days in the filters, and today, at the chosen property or all. */
export function readChosenDays({ spots, spot }: ChosenSpot, filters: RangeFilters) {
  const today = findToday(spot ? [spot] : spots, now());
  return { today, range: readRange(filters, today) };
}

/** Chooses the days of a page. */
export function ChosenDays(props: FilterProps<RangeFilters> & { chosen: ChosenSpot }) {
  const { chosen, filters, onFilter } = props;
  const { today, range } = readChosenDays(chosen, filters);
  return (
    <ReportDates
      value={range}
      today={today}
      onChange={({ start, end }) => onFilter({ ...filters, startDate: start, endDate: end })}
    />
  );
}

/** Says that properties have days of their own, if they do. */
export function ZonesNote({ spots }: { spots: readonly SpotSummary[] }) {
  const note = describeTimeZones(new Set(spots.map(({ timezone }) => timezone)).size);
  return note ? <p className="ui-note ui-top-wide">{note}</p> : null;
}
