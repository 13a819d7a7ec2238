import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { calendarDayBegins } from '@lotkeeper/contract/operations/calendar-days';
import { eventMessages, listEvents } from '@lotkeeper/contract/operations/events';
import type { Spot, SpotPrices } from '@lotkeeper/contract/platform/spots';
import { isPriced } from '@lotkeeper/contract/platform/spots';
import { CalendarDays } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { timeZoneLabel } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { SubscribeButton } from '../../../shared/subscribe-button.tsx';
import { WithoutPrices } from '../../../shared/without-prices.tsx';
import { daysInSight } from '../../../ui/calendar/calendar.rules.ts';
import { Calendar } from '../../../ui/calendar/calendar.tsx';
import type { CalendarFilters } from '../../../ui/calendar/calendar-search.ts';
import { useCalendarPosition } from '../../../ui/calendar/use-calendar-position.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import type { OpenDialog } from './event-dialogs.tsx';
import type { PricedProperty } from './event-form.tsx';
import { findReadDays, isInSight, toItem } from './events.rules.ts';

const EventDialogs = lazyDialog(() => import('./event-dialogs.tsx'));

interface EventsPageProps extends FilterProps<CalendarFilters> {
  spot: SpotPrices & PricedProperty & Pick<Spot, 'pk' | 'timezone'>;
}

export function EventsPage(props: EventsPageProps) {
  return isPriced(props.spot) ? (
    <EventCalendar {...props} />
  ) : (
    <WithoutPrices title="Event Calendar" icon={CalendarDays} spot={props.spot} />
  );
}

function EventCalendar({ spot, filters, onFilter }: EventsPageProps) {
  const today = toLocalDate(now(), spot.timezone);
  const position = useCalendarPosition(filters, today);
  const days = daysInSight(position);
  const query = { spot: String(spot.pk), ...findReadDays(days) };
  const events = useRead(listEvents, { query });
  const { dialog, notice, open, close, done } = useDialog<OpenDialog>();
  const edit = (key: string) => {
    const event = events.data?.results.find((candidate) => String(candidate.pk) === key);
    if (event) open({ kind: 'edit', event });
  };
  return (
    <>
      <PageHeader
        title="Event Calendar"
        subtitle={`Times are ${timeZoneLabel(spot.timezone, now() / 1000)}`}
        actions={
          <>
            <SubscribeButton
              organizationId={String(spot.organization)}
              body={{ kind: 'events', spot: spot.pk }}
            />
            <Button onClick={() => open({ kind: 'add' })}>+ Add Event</Button>
          </>
        }
      />
      <Notice text={notice} />
      <Panel>
        <DataPanel query={events} grows skeleton={<TableSkeleton rows={12} columns={4} />}>
          {({ results }) => (
            <Calendar
              label="Events"
              position={position}
              today={today}
              timeZone={spot.timezone}
              dayBegins={calendarDayBegins}
              items={results
                .filter((occurrence) => isInSight(occurrence, days, position.view))
                .map(toItem)}
              empty={`No events this ${position.view}.`}
              onMove={onFilter}
              onOpen={edit}
              onAdd={(date, hour) => open({ kind: 'add', date, hour })}
            />
          )}
        </DataPanel>
        <p className="ui-note ui-top">{eventMessages.priority}</p>
      </Panel>
      {dialog ? (
        <EventDialogs
          {...{ spot: spot.pk, property: spot, position, today, dialog, open }}
          codes={events.data?.codes ?? []}
          onDone={done}
          onClose={close}
        />
      ) : null}
    </>
  );
}
