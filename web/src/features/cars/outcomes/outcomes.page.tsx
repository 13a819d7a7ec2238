import type { Outcomes } from '@lotkeeper/contract/cars/outcomes';
import { getOutcomes, listCameraGaps, maxSingleDays } from '@lotkeeper/contract/cars/outcomes';
import { daysBetween } from '@lotkeeper/contract/kernel/calendar';
import { Link } from '@tanstack/react-router';
import { Car } from 'lucide-react';
import { formatCount, formatMoney, formatPercent } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import type { ChosenSpot } from '../../../shared/report-page.tsx';
import { ChosenDays, ReportPage, readChosenDays } from '../../../shared/report-page.tsx';
import { useNoCameras } from '../../../shared/use-no-cameras.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { CameraGapsPanel } from './camera-gaps-panel.tsx';
import { CarTrend } from './car-trend.tsx';
import { OutcomeFlow } from './outcome-flow.tsx';
import type { OutcomesFilters } from './outcomes-search.ts';
import { VisitsPanel } from './visits-panel.tsx';

const panelTitle = 'How every car’s visit ended';

interface OutcomesPageProps extends FilterProps<OutcomesFilters> {
  organizationId: string;
}

/** Every car that cameras saw in a range of days, and how its visit ended, at all properties or one. */
export function OutcomesPage(props: OutcomesPageProps) {
  return (
    <ReportPage
      {...props}
      title="Cars"
      panel={{
        title: panelTitle,
        columns: 4,
        icon: Car,
        text: 'The cars that your properties’ cameras see will appear here.',
      }}
      renderDays={(chosen) => <ChosenDays {...props} chosen={chosen} />}
    >
      {(chosen) => <Panels {...props} chosen={chosen} />}
    </ReportPage>
  );
}

const isEmpty = ({ outcomes }: Outcomes) => outcomes.length === 0;

const noCars = {
  icon: Car,
  title: 'No cars in this range',
  text: 'Choose other dates or another property.',
};

function Panels(props: OutcomesPageProps & { chosen: ChosenSpot }) {
  const { organizationId, filters, onFilter, chosen } = props;
  const { spots, spot } = chosen;
  const { range, today } = readChosenDays(chosen, filters);
  const query = {
    ...(spot ? { spot: String(spot.pk) } : { organization: organizationId }),
    start_date: range.start,
    end_date: range.end,
  };
  const read = useRead(getOutcomes, { query });
  const isShort = daysBetween(range.start, range.end) < maxSingleDays;
  const gaps = useRead(listCameraGaps, isShort ? { query } : null);
  const noCameras = useNoCameras(organizationId, 'This page counts the cars that cameras see.');
  const outcome = filters.outcome ?? 'unexplained';
  const withSpots = !spot && spots.length > 1;
  return (
    <div className="ui-stack">
      <DataPanel
        title={panelTitle}
        query={read}
        skeleton={<TableSkeleton rows={8} columns={4} />}
        isEmpty={isEmpty}
        empty={read.data?.has_cameras === false ? noCameras : noCars}
      >
        {(data) => (
          <>
            <Sums data={data} />
            <OutcomeFlow
              counts={data.outcomes}
              chosen={outcome}
              renderLink={(name, cars) => (
                <Link
                  to="/organization/$organizationId/cars"
                  params={{ organizationId }}
                  search={{ ...filters, outcome: name, cause: undefined }}
                  resetScroll={false}
                >
                  {cars}
                </Link>
              )}
            />
          </>
        )}
      </DataPanel>
      {read.data && !isEmpty(read.data) ? (
        <>
          <VisitsPanel
            {...{ organizationId, query, outcome }}
            cause={outcome === 'unexplained' ? filters.cause : undefined}
            onCause={(cause) => onFilter({ ...filters, cause })}
          />
          {read.data.days.length > 1 ? (
            <Panel>
              <CarTrend
                {...{ organizationId, filters, range, today, withSpots }}
                step={read.data.step}
                days={read.data.days}
                gaps={gaps.data?.gaps ?? []}
                onRange={(days) => onFilter({ ...filters, ...days })}
              />
            </Panel>
          ) : null}
        </>
      ) : null}
      {read.data?.has_cameras ? (
        <CameraGapsPanel {...{ organizationId, withSpots }} query={isShort ? gaps : null} />
      ) : null}
    </div>
  );
}

function Sums({ data: { outcomes, days } }: { data: Outcomes }) {
  const cars = outcomes.reduce((sum, { visits }) => sum + visits, 0);
  const unexplained = outcomes.find(({ outcome }) => outcome === 'unexplained');
  const uncollected = outcomes.reduce((sum, count) => sum + count.uncollected, 0);
  return (
    <StatGrid>
      <Stat
        label="Cars seen"
        value={formatCount(cars)}
        note="Cameras usually don’t see valet cars"
        hint="Visits that cameras saw begin. Where a valet parks cars, there are more rentals than cars seen."
      />
      <Stat
        label="Unexplained"
        value={formatCount(unexplained?.visits ?? 0)}
        note={`${formatPercent((unexplained?.visits ?? 0) / cars)} of all cars`}
        trend={<Sparkline values={days.map((day) => day.unexplained)} />}
      />
      <Stat
        label="Not collected"
        value={formatMoney(uncollected)}
        hint="Unexplained stays at the price in force when they began, and open violations."
        trend={<Sparkline values={days.map((day) => day.uncollected)} />}
      />
    </StatGrid>
  );
}
