import type { OutcomeVisit, VisitOutcome } from '@lotkeeper/contract/cars/outcomes';
import { listOutcomeVisits, outcomeLabels } from '@lotkeeper/contract/cars/outcomes';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMoney } from '../../../kernel/format.ts';
import { useReadPages } from '../../../kernel/queries.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { When } from '../../../ui/data/when.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const describeSeen = (timestamp: number | null, { spot }: OutcomeVisit, unseen: string) =>
  timestamp === null ? unseen : <When at={timestamp} zone={spot.timezone} isZoneNamed />;

const listColumns = (organization: number): DataColumn<OutcomeVisit>[] => [
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
    render: (visit) => describeSeen(visit.exit_timestamp, visit, 'Not seen'),
  },
  {
    key: 'doubt',
    header: 'Reads',
    isWideOnly: true,
    render: ({ doubtful }) => (doubtful ? 'Doubtful' : 'Clear'),
  },
  {
    key: 'uncollected',
    header: 'Not collected',
    align: 'right',
    render: ({ uncollected }) => (uncollected > 0 ? formatMoney(uncollected) : '–'),
  },
];

interface VisitsPanelProps {
  organizationId: string;
  query: { organization?: string; spot?: string; start_date: LocalDate; end_date: LocalDate };
  outcome: VisitOutcome;
}

/** The cars behind an outcome, newest day first. */
export function VisitsPanel({ organizationId, query: range, outcome }: VisitsPanelProps) {
  const query = { ...range, outcome };
  const visits = useReadPages(listOutcomeVisits, { query }, ({ next }) =>
    next === null ? null : { query: { ...query, cursor: next } },
  );
  return (
    <DataPanel
      title={outcomeLabels[outcome]}
      flush
      grows
      query={visits}
      skeleton={<TableSkeleton rows={6} columns={5} />}
      isEmpty={(pages) => !pages.some(({ results }) => results.length > 0)}
      empty={{ title: 'No cars', text: 'No car of these days ended like that.' }}
    >
      {(pages) => (
        <>
          <DataTable
            caption={outcomeLabels[outcome]}
            rows={pages.flatMap(({ results }) => results)}
            rowKey={({ pk }) => pk}
            columns={listColumns(Number(organizationId))}
          />
          {visits.more ? <MoreRows {...visits.more} /> : null}
        </>
      )}
    </DataPanel>
  );
}
