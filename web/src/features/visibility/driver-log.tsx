import {
  addDays,
  localDateOf,
  startOfDay,
  toEpochSeconds,
} from '@lotkeeper/contract/kernel/calendar';
import { driverLogPageSize, listCarTracking } from '@lotkeeper/contract/visibility';
import { Cctv } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../kernel/clock.ts';
import { useRead } from '../../kernel/queries.ts';
import type { HistoryMode } from '../../kernel/url-state.ts';
import { DataPanel } from '../../ui/data-panel.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TableSkeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { loggedDay } from './driver-log.rules.ts';
import { DriverLogFilters } from './driver-log-filters.tsx';
import type { OpenedPicture } from './driver-log-table.tsx';
import { logColumns } from './driver-log-table.tsx';
import type { LogFilters, VisibilitySpot } from './visibility.page.tsx';

/** What is asked of the server for a page of the log. */
function askedOf(spot: VisibilitySpot, filters: LogFilters, demo: boolean) {
  const today = localDateOf(now(), spot.timezone);
  const day = loggedDay(filters.date, today);
  const { page = 1, searchTerm, status, rentalType } = filters;
  const query = {
    uuid: spot.uuid,
    page,
    start: toEpochSeconds(startOfDay(day, spot.timezone)),
    end: toEpochSeconds(startOfDay(addDays(day, 1), spot.timezone)),
    ...(searchTerm ? { plate: searchTerm } : {}),
    ...(status ? { status } : {}),
    ...(rentalType ? { rental_type: rentalType } : {}),
    ...(demo ? { is_demo: 'true' as const } : {}),
  };
  return { today, day, page, query };
}

/** The visits that cameras saw on a day, a page at a time. */
export function DriverLog(props: {
  spot: VisibilitySpot;
  filters: LogFilters;
  onFilter: (filters: LogFilters, mode?: HistoryMode) => void;
  superuser: boolean;
  demo: boolean;
  extended: boolean;
}) {
  const { spot, filters, onFilter, superuser, demo, extended } = props;
  const { today, day, page, query } = askedOf(spot, filters, demo);
  const log = useRead(listCarTracking, { query });
  const isFiltered = Boolean(filters.searchTerm ?? filters.status ?? filters.rentalType);
  const [opened, setOpened] = useState<OpenedPicture | null>(null);
  const shown = { timezone: spot.timezone, extended, onOpen: superuser ? setOpened : null };
  return (
    <>
      <Panel title="Driver Log" flush>
        <DriverLogFilters today={today} day={day} filters={filters} onFilter={onFilter} />
        <DataPanel
          query={log}
          errorTitle={listCarTracking.failure}
          errorHint="Please refresh the page"
          skeleton={<TableSkeleton rows={8} columns={6} />}
          empty={({ results }) =>
            results.length > 0 ? null : (
              <EmptyState
                icon={<Cctv size={24} />}
                title="Driver log information will show up here."
                text={
                  isFiltered
                    ? 'No visit of this day fits these filters.'
                    : 'No car came in on this day yet.'
                }
              />
            )
          }
        >
          {({ results }) => (
            <DataTable
              caption="Driver log"
              rows={results}
              rowKey={({ pk }) => pk}
              columns={logColumns(shown)}
            />
          )}
        </DataPanel>
      </Panel>
      <Pager
        label="Driver log"
        page={page}
        list={log}
        size={driverLogPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next > 1 ? next : undefined }, mode)}
      />
      {opened ? (
        <Dialog label={opened.alt} onClose={() => setOpened(null)}>
          <Picture {...opened} size="large" />
        </Dialog>
      ) : null}
    </>
  );
}
