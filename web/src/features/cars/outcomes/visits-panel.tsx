import type {
  OutcomeVisit,
  UnexplainedCause,
  VisitOutcome,
} from '@lotkeeper/contract/cars/outcomes';
import {
  causeLabels,
  listOutcomeVisits,
  listUnexplainedCauses,
  outcomeLabels,
} from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatCount, formatMoney } from '../../../kernel/format.ts';
import { useRead, useReadPages } from '../../../kernel/queries.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { Bone, TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { When } from '../../../ui/data/when.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Segments } from '../../../ui/frame/segments.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const describeSeen = (timestamp: number | null, { spot }: OutcomeVisit, unseen: string) =>
  timestamp === null ? unseen : <When at={timestamp} zone={spot.timezone} isZoneNamed />;

const readsColumn: DataColumn<OutcomeVisit> = {
  key: 'doubt',
  header: 'Reads',
  isWideOnly: true,
  render: ({ doubtful }) => (doubtful ? 'Doubtful' : 'Clear'),
};

const causeColumn: DataColumn<OutcomeVisit> = {
  key: 'cause',
  header: 'Why',
  hint: 'Why nobody could be charged: the first cause that applies.',
  isDetail: true,
  render: ({ cause }) => cause && causeLabels[cause],
};

const listColumns = (organization: number, outcome: VisitOutcome): DataColumn<OutcomeVisit>[] => [
  {
    key: 'plate',
    header: 'Plate',
    primary: true,
    render: ({ pk, plate, state }) => (
      <StoryLink organization={organization} subject="visit" id={pk}>
        <Plate plate={plate} state={state} />
      </StoryLink>
    ),
  },
  {
    key: 'spot',
    header: 'Property',
    isDetail: true,
    render: ({ spot }) => <UserText>{spot.name}</UserText>,
  },
  {
    key: 'entrance',
    header: 'Came',
    render: (visit) => describeSeen(visit.entrance_timestamp, visit, 'Not seen'),
  },
  {
    key: 'exit',
    header: 'Left',
    isWideOnly: true,
    render: (visit) => describeSeen(visit.exit_timestamp, visit, 'Not seen'),
  },
  outcome === 'unexplained' ? causeColumn : readsColumn,
  {
    key: 'uncollected',
    header: 'Not collected',
    align: 'right',
    render: ({ uncollected }) => (uncollected > 0 ? formatMoney(uncollected) : '–'),
  },
];

interface CauseProps {
  query: { organization?: string; spot?: string; start_date: LocalDate; end_date: LocalDate };
  /** The one cause that is listed; undefined = all. */
  cause: UnexplainedCause | undefined;
  onCause: (cause: UnexplainedCause | undefined) => void;
}

interface VisitsPanelProps extends CauseProps {
  organizationId: string;
  outcome: VisitOutcome;
}

/** The cars behind an outcome, newest day first, and of unexplained ones why. */
export function VisitsPanel(props: VisitsPanelProps) {
  const { organizationId, outcome, cause, onCause } = props;
  const query = { ...props.query, outcome, ...(cause && { cause }) };
  const visits = useReadPages(listOutcomeVisits, { query }, ({ next }) =>
    next === null ? null : { cursor: next },
  );
  return (
    <Panel title={outcomeLabels[outcome]} flush>
      {outcome === 'unexplained' ? <Causes {...props} /> : null}
      <DataPanel
        flush
        grows
        query={visits}
        skeleton={<TableSkeleton rows={6} columns={5} />}
        isEmpty={(pages) => !pages.some(({ results }) => results.length > 0)}
        empty={{ title: 'No cars', text: 'No car of these days ended like that.' }}
        filtered={{ by: [cause && causeLabels[cause]], onClear: () => onCause(undefined) }}
      >
        {(pages) => (
          <>
            <DataTable
              caption={outcomeLabels[outcome]}
              rows={pages.flatMap(({ results }) => results)}
              rowKey={({ pk }) => pk}
              columns={listColumns(Number(organizationId), outcome)}
            />
            {visits.more ? <MoreRows {...visits.more} /> : null}
          </>
        )}
      </DataPanel>
    </Panel>
  );
}

/** How many cars each cause left unexplained, and what they would have paid. */
function Causes({ query, cause, onCause }: CauseProps) {
  const read = useRead(listUnexplainedCauses, { query });
  return (
    <div className="ui-explanation">
      <DataPanel query={read} skeleton={<Bone height="var(--ui-control)" />}>
        {({ causes }) =>
          causes.length > 0 ? (
            <Segments
              label="Why"
              options={[
                { value: 'all', label: 'All' },
                ...causes.map(({ cause: value, visits, uncollected }) => ({
                  value,
                  label: `${causeLabels[value]} ${formatCount(visits)}${uncollected > 0 ? ` · ${formatMoney(uncollected)}` : ''}`,
                })),
              ]}
              chosen={cause ?? 'all'}
              onChange={(chosen) => onCause(chosen === 'all' ? undefined : chosen)}
            />
          ) : null
        }
      </DataPanel>
    </div>
  );
}
