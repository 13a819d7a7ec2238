import { driverLogPageSize, listCarTracking } from '@lotkeeper/contract/cars/visibility';
import {
  addDays,
  startOfDay,
  toEpochSeconds,
  toLocalDate,
} from '@lotkeeper/contract/kernel/calendar';
import { reportedTypes } from '@lotkeeper/contract/money/reported-types';
import { visitStatusNames } from '@lotkeeper/contract/people/filter-words';
import { Cctv } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatQuantity } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useMoment } from '../../../kernel/use-moment.ts';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Hint } from '../../../ui/frame/hint.tsx';
import { FreshPictures } from '../../../ui/media/fresh-pictures.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import type { VisibilitySpot } from './driver-log.rules.ts';
import { loggedDay, namesWrongDays, readLogRange } from './driver-log.rules.ts';
import { DriverLogFilters } from './driver-log-filters.tsx';
import type { OpenedImage } from './driver-log-table.tsx';
import { findImage, logColumns } from './driver-log-table.tsx';
import type { LogFilters } from './log-search.ts';

function toQuery(spot: VisibilitySpot, filters: LogFilters, demo: boolean) {
  const today = toLocalDate(now(), spot.timezone);
  const range = readLogRange(filters, today);
  const day = loggedDay(filters.date, today);
  const { start, end } = range ?? { start: day, end: day };
  const { page = 1, searchTerm, status, rentalType } = filters;
  const query = {
    uuid: spot.uuid,
    page,
    start: toEpochSeconds(startOfDay(start, spot.timezone)),
    end: toEpochSeconds(startOfDay(addDays(end, 1), spot.timezone)),
    ...(searchTerm ? { plate: searchTerm } : {}),
    ...(status ? { status } : {}),
    ...(rentalType ? { rental_type: rentalType } : {}),
    ...(demo ? { is_demo: 'true' as const } : {}),
  };
  return { today, range, day, page, query };
}

/** One page of the visits that cameras saw in a range of days. */
export function DriverLog(
  props: FilterProps<LogFilters> & {
    spot: VisibilitySpot;
    superuser: boolean;
    demo: boolean;
    extended: boolean;
  },
) {
  const { spot, filters, onFilter, superuser, demo, extended } = props;
  const { today, range, day, page, query } = toQuery(spot, filters, demo);
  const log = useRead(listCarTracking, { query });
  const { searchTerm, status, rentalType } = filters;
  const [openImage, setOpenImage] = useState<OpenedImage | null>(null);
  const image = openImage && findImage(log.data?.results ?? [], openImage);
  const onOpen = superuser ? setOpenImage : null;
  const options = { spot, now: useMoment(60), demo, extended, onOpen };
  const areDaysWrong = namesWrongDays(filters, today);
  const correctDays = useEffectEvent(() =>
    onFilter({ ...filters, date: undefined, startDate: undefined, endDate: undefined }, 'replace'),
  );
  useEffect(() => {
    if (areDaysWrong) correctDays();
  }, [areDaysWrong]);
  return (
    <>
      <PagedTable
        title="Driver Log"
        caption="Driver log"
        actions={
          <>
            {log.data ? <span>{formatQuantity(log.data.count, 'visit')}</span> : null}
            <Hint
              subject="Driver Log"
              text="Visits that started on these days. Statuses count visits; Enforcement Revenue and the timeline count payments. “Still here” means no camera has seen the car leave."
            />
          </>
        }
        fields={<DriverLogFilters {...{ today, day, range, filters, onFilter }} />}
        query={log}
        errorHint="Please refresh the page"
        rowKey={({ pk }) => pk}
        columns={logColumns(options)}
        empty={{
          icon: Cctv,
          title: 'Driver log information will show up here.',
          text: `No cars have arrived on ${range ? 'these days' : 'this day'} yet.`,
        }}
        filtered={{
          by: [
            searchTerm,
            status && visitStatusNames[status],
            rentalType && reportedTypes[rentalType],
          ],
          onClear: () =>
            onFilter({
              date: filters.date,
              startDate: filters.startDate,
              endDate: filters.endDate,
            }),
        }}
        page={page}
        size={driverLogPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
      />
      {image ? (
        <Dialog label={image.alt} size="table" onClose={() => setOpenImage(null)}>
          <FreshPictures refetch={log.refetch}>
            <Picture {...image} size="large" />
          </FreshPictures>
        </Dialog>
      ) : null}
    </>
  );
}
