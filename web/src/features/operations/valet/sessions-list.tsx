import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import {
  listValetSessions,
  valetMessages,
  valetPageSize,
} from '@lotkeeper/contract/operations/valet';
import { useMediaQuery } from '@mantine/hooks';
import { CarFront } from 'lucide-react';
import { useMemo } from 'react';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { PageButtons } from '../../../ui/data/page-buttons.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import type { Outgoing } from './outbox.ts';
import { sessionColumns } from './session-columns.tsx';
import { SessionFilters, sessionStatuses } from './session-filters.tsx';
import { SessionLines } from './session-lines.tsx';
import type { Stand } from './stand.ts';
import { refreshEvery } from './stand.ts';
import type { ValetFilters } from './valet-search.ts';

/** A page of a property's sessions, with search and filters. */
export function SessionsList(
  props: FilterProps<ValetFilters> & {
    stand: Stand;
    items: readonly Outgoing[];
    onEdit: (session: ValetSession) => void;
  },
) {
  const { stand, filters, onFilter, items, onEdit } = props;
  const { status = '', search = '', page = 1 } = filters;
  const moment = useMoment(30);
  const sessions = useRead(
    listValetSessions,
    { query: { spot: String(stand.lot.pk), search, status, page } },
    { refreshEvery },
  );
  const unsent = useMemo(
    () => new Set(items.flatMap((item) => ('session' in item && !item.held ? [item.session] : []))),
    [items],
  );
  const narrow = useMediaQuery('screen and (max-width: 767px)', false, {
    getInitialValueInEffect: false,
  });
  const context = { stand, moment, unsent, onEdit };
  return (
    <>
      <SessionFilters filters={filters} onFilter={onFilter} />
      <Panel flush>
        <DataPanel
          query={sessions}
          errorTitle={valetMessages.failed}
          errorHint={valetMessages.retry}
          silentRefetch
          skeleton={<TableSkeleton rows={15} columns={6} />}
          empty={{
            icon: CarFront,
            title: 'No cars yet',
            text: 'Bookings and walk-ins will be listed here.',
          }}
          filtered={{
            title: 'No sessions match these filters',
            by: [search, status && sessionStatuses.find(({ value }) => value === status)?.label],
            onClear: () => onFilter({}),
          }}
        >
          {({ results }) =>
            narrow ? (
              <SessionLines
                sessions={results}
                context={context}
                isFiltered={search !== '' || status !== ''}
              />
            ) : (
              <DataTable
                caption="Valet sessions"
                rows={results}
                rowKey={({ uuid }) => uuid}
                columns={sessionColumns(context)}
              />
            )
          }
        </DataPanel>
        <PageButtons
          label="Valet sessions"
          page={page}
          list={sessions}
          size={valetPageSize}
          onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
        />
      </Panel>
    </>
  );
}
