import type { PlateSearch } from '@lotkeeper/contract/trust/plate-searches';
import { listPlateSearches } from '@lotkeeper/contract/trust/plate-searches';
import { ScanSearch } from 'lucide-react';
import { localZone } from '../../../kernel/clock.ts';
import { useReadPages } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { describePage, describePurpose, describeTime } from './search-words.ts';

const columns: DataColumn<PlateSearch>[] = [
  {
    key: 'when',
    header: 'When',
    primary: true,
    render: (search) => describeTime(search, localZone()),
  },
  {
    key: 'who',
    header: 'Who',
    render: ({ person }) => (
      <span>
        <UserText>{person.name}</UserText>
        {person.superuser ? ' (Superuser)' : ''}
      </span>
    ),
  },
  {
    key: 'where',
    header: 'Where',
    render: ({ page, spot }) => (
      <span>
        {describePage(page)}
        {spot ? (
          <span className="ui-detail">
            <UserText>{spot.name}</UserText>
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'term',
    header: 'Searched for',
    render: ({ term, typed_from: first }) => (
      <span>
        <UserText>{term}</UserText>
        {first ? (
          <span className="ui-detail">
            typed from <UserText>{first}</UserText>
          </span>
        ) : null}
      </span>
    ),
  },
  {
    key: 'purpose',
    header: 'Purpose',
    render: (search) => <UserText>{describePurpose(search)}</UserText>,
  },
];

interface SearchesPanelProps {
  organizationId: string;
  person: string | undefined;
  personName: string | undefined;
  search: string | undefined;
  onClear: () => void;
}

/** Who searched for whom, newest first. */
export function SearchesPanel(props: SearchesPanelProps) {
  const { organizationId, person, personName, search, onClear } = props;
  const params = { id: organizationId };
  const query = { ...(person ? { person } : {}), ...(search ? { search } : {}) };
  const searches = useReadPages(listPlateSearches, { params, query }, ({ next }) =>
    next === null ? null : { cursor: next },
  );
  return (
    <DataPanel
      title="Searches"
      flush
      query={searches}
      skeleton={<TableSkeleton rows={8} columns={5} />}
      isEmpty={(pages) => !pages.some(({ results }) => results.length > 0)}
      empty={{
        icon: ScanSearch,
        title: 'Searches will be listed here',
        text: 'When someone searches for a plate, name, phone, or email, you see who, when, where, and what for.',
      }}
      filtered={{ by: [personName, search], onClear }}
    >
      {(pages) => (
        <>
          <DataTable
            caption="Searches"
            rows={pages.flatMap(({ results }) => results)}
            rowKey={({ pk }) => pk}
            columns={columns}
          />
          {searches.more ? <MoreRows {...searches.more} /> : null}
        </>
      )}
    </DataPanel>
  );
}
