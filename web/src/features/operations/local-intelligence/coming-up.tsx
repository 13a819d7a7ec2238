import type {
  LocalIntelligence,
  UpcomingDay,
} from '@lotkeeper/contract/operations/local-intelligence';
import { upcomingDays } from '@lotkeeper/contract/operations/local-intelligence';
import { rentalsByStart } from '@lotkeeper/contract/people/rentals';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { formatCount, formatWeekday } from '../../../kernel/format.ts';
import type { Change } from '../../../ui/charts/change-bars.tsx';
import { ChangeBar, changeScale } from '../../../ui/charts/change-bars.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { IntelligencePanel } from './intelligence-panel.tsx';
import classes from './local-intelligence.module.css';
import {
  expectedChange,
  expectedText,
  explainExpected,
  isFirm,
  isTooYoung,
} from './local-intelligence.rules.ts';

const joinNames = ({ holidays, events }: UpcomingDay) => [...holidays, ...events].join(', ');

const estimateText = ({ upcoming }: LocalIntelligence) =>
  upcoming.some(({ estimated }) => estimated)
    ? ' An estimate goes by the days off so far, its range spans theirs, and its bar is an outline.'
    : '';

interface ComingUpProps {
  organization: { pk: number };
  spot: SpotSummary;
}

/** The holidays and events of the next weeks, with the demand to expect. */
export function ComingUp({ organization, spot }: ComingUpProps) {
  return (
    <IntelligencePanel
      title="Coming up"
      spot={spot}
      empty={({ upcoming }) =>
        upcoming.length > 0
          ? null
          : {
              icon: CalendarDays,
              title: `No holidays or events in the next ${upcomingDays} days`,
              text: 'Events from the Event Calendar will appear here.',
            }
      }
    >
      {(data) => (
        <>
          <p className={classes.note}>
            {isTooYoung(data)
              ? 'Not enough data yet for a forecast: it takes four weeks.'
              : `The usual rentals for the weekday, adjusted for the holiday or event once its effect is known. Four out of five times, the result is within the range. ${rentalsByStart}${estimateText(data)}`}
          </p>
          <DataTable
            caption={`Holidays and events in the next ${upcomingDays} days`}
            rows={data.upcoming}
            rowKey={({ date }) => date}
            columns={columnsFor(organization, spot, changeScale(data.upcoming.map(toChange)))}
          />
        </>
      )}
    </IntelligencePanel>
  );
}

const toChange = (day: UpcomingDay): Change => {
  const change = { ...expectedChange(day), firm: !day.estimated };
  return isFirm(day.confidence) || day.estimated ? change : { ...change, value: null };
};

const columnsFor = (
  organization: { pk: number },
  spot: SpotSummary,
  scale: ReturnType<typeof changeScale>,
): readonly DataColumn<UpcomingDay>[] => [
  {
    key: 'date',
    header: 'Day',
    primary: true,
    render: ({ date }) => (
      <Link
        to="/organization/$organizationId/spots/$spotId/events"
        params={{ organizationId: String(organization.pk), spotId: String(spot.pk) }}
        search={{ date }}
      >
        {formatWeekday(date)}
        <span className="ui-hidden"> in the Event Calendar</span>
      </Link>
    ),
  },
  {
    key: 'what',
    header: 'What',
    render: (day) => (
      <span className={classes.names}>
        {joinNames(day)} {day.closed ? <Tag tone="gray">Lot closed</Tag> : null}
      </span>
    ),
  },
  {
    key: 'change',
    header: 'Change',
    render: (day) => <ChangeBar change={toChange(day)} scale={scale} />,
  },
  {
    key: 'expected',
    header: 'Expected rentals',
    align: 'right',
    render: (day) => (day.closed && day.expected === null ? '–' : <span>{expectedText(day)}</span>),
  },
  {
    key: 'usual',
    header: 'Usual',
    align: 'right',
    render: ({ usual }) => (usual === null ? '–' : formatCount(usual)),
  },
  {
    key: 'confidence',
    header: 'How sure',
    render: (day) => {
      return <Tag tone="gray">{explainExpected(day)}</Tag>;
    },
  },
];
