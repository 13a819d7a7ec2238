import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { RevenueBridge } from '@lotkeeper/contract/money/changes';
import { getRevenueBridge } from '@lotkeeper/contract/money/changes';
import { reportRefreshSeconds } from '@lotkeeper/contract/money/reports';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { ChartNoAxesCombined } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { ReportDates } from '../../../shared/report-dates.tsx';
import type { ChosenSpot } from '../../../shared/report-page.tsx';
import { ReportPage } from '../../../shared/report-page.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { PeriodSteps } from '../../../ui/form/period-steps.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import { BridgeSteps } from './bridge-steps.tsx';
import type { ChangeFilters } from './change-search.ts';
import classes from './changes.module.css';
import type { ChosenPeriod } from './changes.rules.ts';
import {
  changePeriod,
  formatPeriod,
  hasShortNotes,
  isEmpty,
  listNeighbors,
  readDays,
  readPeriod,
  toPeriodSearch,
} from './changes.rules.ts';
import { PeriodNotes } from './period-notes.tsx';
import { SpotsTable } from './spots-table.tsx';
import { TypesTable } from './types-table.tsx';

interface ChangesPageProps extends FilterProps<ChangeFilters> {
  organizationId: string;
}

/** The earliest local date among the properties: a day can be compared once it's over at all of them. */
const findEarliestToday = (spots: readonly SpotSummary[]) => {
  const at = now();
  const [today] = spots.map(({ timezone }) => toLocalDate(at, timezone)).sort();
  return today ?? toLocalDate(at, 'UTC');
};

/** Why net revenue of a month or week differs from the previous one, for all properties or one. */
export function ChangesPage(props: ChangesPageProps) {
  const { organizationId, filters, onFilter } = props;
  const choose = (period: ChosenPeriod) =>
    onFilter({ ...filters, endDate: '', ...toPeriodSearch(period) });
  return (
    <ReportPage
      {...props}
      title="Why did it change?"
      panel={{
        title: 'Net revenue',
        columns: 3,
        icon: ChartNoAxesCombined,
        text: 'Why your properties’ revenue changed will appear here.',
      }}
      renderDays={(where) => (
        <PeriodFields {...readChosenPeriod(where, filters)} onChoose={choose} />
      )}
    >
      {(where) => (
        <ChangePanels {...{ organizationId, ...where }} {...readChosenPeriod(where, filters)} />
      )}
    </ReportPage>
  );
}

function readChosenPeriod({ spots, spot }: ChosenSpot, filters: ChangeFilters) {
  const today = findEarliestToday(spot ? [spot] : spots);
  return { today, chosen: readPeriod(filters, today) };
}

interface PeriodProps {
  chosen: ChosenPeriod;
  today: LocalDate;
  onChoose: (period: ChosenPeriod) => void;
}

const PeriodFields = ({ chosen, today, onChoose }: PeriodProps) => (
  <>
    <Segments
      label="Period"
      options={[
        { value: 'month', label: 'Month' },
        { value: 'week', label: 'Week' },
        { value: 'days', label: 'Days' },
      ]}
      chosen={chosen.period}
      onChange={(period) => onChoose(changePeriod(chosen, period, today))}
    />
    <PeriodStepper {...{ chosen, today, onChoose }} />
  </>
);

function PeriodStepper({ chosen, today, onChoose }: PeriodProps) {
  if (chosen.period === 'days') {
    return (
      <ReportDates
        value={{ start: chosen.start, end: chosen.end }}
        today={today}
        onChange={({ start, end }) => {
          const days = readDays({ startDate: start, endDate: end }, today);
          if (days) onChoose(days);
        }}
      />
    );
  }
  const { previous, next } = listNeighbors(chosen, today);
  return (
    <PeriodSteps
      onEarlier={previous && (() => onChoose(previous))}
      onLater={next && (() => onChoose(next))}
    >
      <output className={classes.period}>{formatPeriod(chosen)}</output>
    </PeriodSteps>
  );
}

function ChangePanels(props: {
  organizationId: string;
  spots: readonly SpotSummary[];
  spot: SpotSummary | null;
  chosen: ChosenPeriod;
}) {
  const { organizationId, spots, spot, chosen } = props;
  const subject = spot ? { spot: spot.uuid } : { organization: organizationId };
  const query = {
    ...subject,
    period: chosen.period,
    start_date: chosen.start,
    ...(chosen.period === 'days' && { end_date: chosen.end }),
  };
  const read = useRead(getRevenueBridge, { query }, { refreshEvery: reportRefreshSeconds });
  const bridge: RevenueBridge | null = read.data && !isEmpty(read.data) ? read.data : null;
  return (
    <>
      <DataPanel
        title="Net revenue"
        silentRefetch
        grows
        query={read}
        skeleton={<TableSkeleton rows={8} columns={3} />}
        isEmpty={isEmpty}
        empty={{
          icon: ChartNoAxesCombined,
          title: 'No revenue in these periods',
          text: `Choose ${chosen.period === 'days' ? 'other days' : `another ${chosen.period}`} or another property.`,
        }}
      >
        {(data) => (
          <BridgeSteps
            {...{ organizationId, spot }}
            bridge={data}
            period={chosen.period}
            withSpots={!spot && spots.length > 1}
          />
        )}
      </DataPanel>
      {bridge && bridge.properties.length > 0 ? (
        <div className="ui-top-wide">
          <SpotsTable {...{ organizationId, bridge, chosen }} />
        </div>
      ) : null}
      {bridge ? (
        <div className="ui-aside ui-top-wide">
          <TypesTable bridge={bridge} period={chosen.period} />
          {spot && hasShortNotes(bridge) ? (
            <PeriodNotes {...{ spot, bridge }} period={chosen.period} />
          ) : (
            <Panel title="What else happened">
              <p className={classes.hint}>
                {spot
                  ? 'Choose fewer days to see closed days, silent cameras, events and holidays.'
                  : 'Choose a property to see its closed days, silent cameras, events and holidays.'}
              </p>
            </Panel>
          )}
        </div>
      ) : null}
    </>
  );
}
