import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { calendarDayBegins } from '@lotkeeper/contract/operations/calendar-days';
import type { ExperimentDay, RateDay } from '@lotkeeper/contract/operations/rates';
import { listExperimentDays, listRateDays } from '@lotkeeper/contract/operations/rates';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { now } from '../../../kernel/clock.ts';
import { formatTimeOfDay } from '../../../kernel/format.ts';
import { joinReads, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { daysInSight } from '../../../ui/calendar/calendar.rules.ts';
import { Calendar } from '../../../ui/calendar/calendar.tsx';
import type { CalendarFilters } from '../../../ui/calendar/calendar-search.ts';
import { useCalendarPosition } from '../../../ui/calendar/use-calendar-position.ts';
import type { QueryLike } from '../../../ui/data/data-panel.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import type { OpenDialog } from './rate-dialogs.tsx';
import { emptyText, experimentItem, rateItem } from './rates.rules.ts';

interface Days {
  rates: RateDay[];
  experiments: ExperimentDay[];
}

/** A property's rates and experiments on a range of days, as one read. */
function useDays(spot: number, days: ReturnType<typeof daysInSight>): QueryLike<Days> {
  const query = { spot: String(spot), ...days };
  const rates = useRead(listRateDays, { query });
  const experiments = useRead(listExperimentDays, { query });
  return {
    ...joinReads([rates, experiments]),
    // Rates are shown without the experiments if those fail to load; that failure isn't shown.
    data:
      rates.data && (experiments.data ?? experiments.error)
        ? { rates: rates.data.results, experiments: experiments.data?.results ?? [] }
        : undefined,
    error: rates.error,
  };
}

const RateDialogs = lazyDialog(() => import('./rate-dialogs.tsx'));

interface RatesPageProps extends FilterProps<CalendarFilters> {
  spot: Pick<
    Spot,
    | 'pk'
    | 'timezone'
    | 'daily_min'
    | 'display_daily_max'
    | 'price_hourly'
    | 'price_daily'
    | 'price_flat'
  >;
}

const begins = `Days start at ${formatTimeOfDay(calendarDayBegins)}.`;

export function RatesPage({ spot, filters, onFilter }: RatesPageProps) {
  const today = toLocalDate(now(), spot.timezone);
  const position = useCalendarPosition(filters, today, true);
  const days = useDays(spot.pk, daysInSight(position));
  const { dialog, notice, open, close, done } = useDialog<OpenDialog>();
  const openItem = (key: string) => {
    const rate = days.data?.rates.find((candidate) => key === `rate ${candidate.pk}`);
    if (rate) return open({ kind: 'rate', rate });
    const experiment = days.data?.experiments.find(
      (candidate) => key === `experiment ${candidate.pk}`,
    );
    if (experiment) open({ kind: 'experiment', experiment });
  };
  return (
    <>
      <PageHeader
        title="Rates"
        subtitle={`Parking prices and pricing experiments, day by day. ${begins}`}
        actions={<Button onClick={() => open({ kind: 'add' })}>+ Add Rate</Button>}
      />
      <Notice text={notice} />
      <Panel>
        <DataPanel query={days} skeleton={<TableSkeleton rows={6} columns={4} />}>
          {({ rates, experiments }) => (
            <Calendar
              label="Rates"
              position={position}
              today={today}
              timeZone={spot.timezone}
              dayBegins={calendarDayBegins}
              wholeDays
              items={[...rates.map(rateItem), ...experiments.map(experimentItem)]}
              empty={emptyText(position.view, spot)}
              onMove={onFilter}
              onOpen={openItem}
            />
          )}
        </DataPanel>
      </Panel>
      {dialog ? (
        <RateDialogs {...{ dialog, open, spot, today }} onDone={done} onClose={close} />
      ) : null}
    </>
  );
}
