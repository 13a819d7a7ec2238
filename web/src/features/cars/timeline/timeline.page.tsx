import { getTimeline, timelineMessages } from '@lotkeeper/contract/cars/timeline';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import {
  addDays,
  startOfDay,
  toEpochSeconds,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { rentalsByFirstCharge } from '@lotkeeper/contract/people/rentals';
import type { Organization } from '@lotkeeper/contract/platform/organizations';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { spotFeatureRules } from '@lotkeeper/contract/platform/spots';
import { History } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatDate } from '../../../kernel/format.ts';
import { useReadPages } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { PropertySwitcher } from '../../../shared/property-switcher.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Hint } from '../../../ui/frame/hint.tsx';
import { TabTitle } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { MoreDays } from './more-days.tsx';
import classes from './timeline.module.css';
import { groupByDay, isQuiet, toRows } from './timeline.rules.ts';
import { TimelineRows } from './timeline-rows.tsx';
import type { TimelineFilters } from './timeline-search.ts';

interface TimelinePageProps extends FilterProps<TimelineFilters> {
  organization: Organization;
  spot: SpotSummary;
  spots: readonly SpotSummary[];
}

/** A property's timeline, back from a day; by default from the newest. */
function useTimeline(spot: { uuid: string; timezone: string }, date: LocalDate | null) {
  const params = { id: spot.uuid };
  const offset = date && toEpochSeconds(startOfDay(addDays(date, 1), spot.timezone));
  return useReadPages(
    getTimeline,
    { params, query: offset === null ? {} : { offset } },
    ({ events, next }) => {
      const last = events.at(-1);
      return next && last ? { offset: last.timestamp } : null;
    },
  );
}

/** What happened at a property, day by day. */
export function TimelinePage(props: TimelinePageProps) {
  const { organization, spot, spots, onFilter } = props;
  const { date } = props.filters;
  const today = toLocalDate(now(), spot.timezone);
  const chosen = date && date <= today ? date : null;
  return (
    <>
      <TabTitle>Timeline</TabTitle>
      <PropertySwitcher {...{ organization, spot, spots }} page="timeline" />
      <div className={classes.head}>
        <span className="ui-inline">
          <h2>Timeline</h2>
          <Hint
            subject="the timeline"
            text={`${rentalsByFirstCharge} “Enforced” counts payments of penalties and of rentals that started automatically.`}
          />
        </span>
        <div className={classes.filters}>
          <DateField
            label="Jump to date"
            value={chosen}
            today={today}
            within={['2019-01-01' as LocalDate, today]}
            onChange={(day) => onFilter({ date: day })}
          />
          {chosen ? (
            <Button variant="default" onClick={() => onFilter({})}>
              Clear Filters
            </Button>
          ) : null}
        </div>
      </div>
      {spotFeatureRules.timeline.isOn(spot) ? (
        <Days key={chosen} spot={spot} date={chosen} />
      ) : (
        <Panel>
          <EmptyState title={spotFeatureRules.timeline.whenOff} />
        </Panel>
      )}
    </>
  );
}

function Days({ spot, date }: { spot: SpotSummary; date: LocalDate | null }) {
  const timeline = useTimeline(spot, date);
  return (
    <DataPanel
      query={timeline}
      silentRefetch
      skeleton={<TableSkeleton rows={8} columns={2} />}
      isEmpty={(pages) => pages.every(({ events }) => events.length === 0)}
      empty={
        <Panel>
          <EmptyState
            icon={History}
            title={timelineMessages.empty}
            text={date ? `No activity up to ${formatDate(date)}.` : undefined}
          />
        </Panel>
      }
    >
      {(pages) => {
        const days = pages.map(({ events }) => groupByDay(events, spot.timezone));
        return (
          <>
            <TimelineRows rows={toRows(days)} spot={spot} />
            <MoreDays
              pages={pages.length}
              more={timeline.more}
              loadsOnDemand={days.at(-1)?.every(isQuiet) ?? false}
            />
          </>
        );
      }}
    </DataPanel>
  );
}
