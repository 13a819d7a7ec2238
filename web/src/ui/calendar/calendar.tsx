import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import './calendar-theme.css';
import FullCalendar from '@fullcalendar/react';
import themePlugin from '@fullcalendar/react/themes/classic';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso, toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { useMediaQuery } from '@mantine/hooks';
import type { PointerEvent } from 'react';
import { Suspense, use, useEffect, useRef, useState } from 'react';
import { now } from '../../kernel/clock.ts';
import { Bone } from '../data/skeleton.tsx';
import { UserText } from '../frame/user-text.tsx';
import classes from './calendar.module.css';
import type { CalendarPosition } from './calendar.rules.ts';
import { formatTitle } from './calendar.rules.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { getPlugin, toLibraryView } from './calendar-views.ts';
import { findEmptyHour, hoursClass } from './empty-hour.ts';
import { HourCursor } from './hour-cursor.tsx';

/** An item with times in ISO 8601, or of a whole day, with its date and no end. Key and start identify it. */
export interface CalendarItem {
  key: string;
  title: string;
  start: string;
  end?: string;
  /** A word or two below the title. */
  note?: string;
  /** Only for screen readers. */
  spoken?: string;
  tone: 'open' | 'closed' | 'plain';
  /** Another item takes precedence. */
  faded?: boolean;
}

interface CalendarProps {
  /** The calendar's accessible name. */
  label: string;
  position: CalendarPosition;
  today: LocalDate;
  timeZone: string;
  /** The hour when a day begins, and the previous day ends. */
  dayBegins: number;
  /** Whether all items are of whole days. */
  wholeDays?: boolean;
  items: readonly CalendarItem[];
  /** The text shown when there is nothing. */
  empty: string;
  onMove: (place: CalendarPosition) => void;
  onOpen: (key: string) => void;
  /** Adds an item on an empty day or hour; a null hour means a day in the month view, which has no hours. */
  onAdd?: (date: LocalDate, hour: number | null) => void;
}

const time = { hour: 'numeric', minute: '2-digit', omitZeroMinute: true } as const;

/** The library writes '8PM'. A time breaks only between its start and end. */
const spaceOut = (text: string) => text.replace(/(?<=\d)(?=[AP]M)/g, '\u00a0');

const allDayText = 'All day';

/** Milliseconds below which an item has room for only one line. */
const oneLineMs = 90 * minuteMs;

/**
 * An item in its place. Among hours, a short one has a single line that begins with its name;
 * others begin with the time.
 */
function Item(props: {
  item: CalendarItem;
  timeText: string;
  isAmongHours: boolean;
  /** Whether its row says when it is. */
  isTimeHidden: boolean;
}) {
  const { item, timeText, isAmongHours, isTimeHidden } = props;
  const length = item.end === undefined ? null : fromIso(item.end) - fromIso(item.start);
  const isOneLine = isAmongHours && length !== null && length < oneLineMs;
  const time = timeText ? (
    <span className={isTimeHidden ? 'ui-hidden' : ''}>{timeText} </span>
  ) : null;
  const layout = isOneLine ? 'ui-cut' : isAmongHours ? classes.lines : '';
  return (
    <span
      className={`${classes.item} ${layout}`}
      title={[timeText, item.title, item.note].filter(Boolean).join(' · ')}
    >
      {isOneLine ? null : time}
      <UserText className={classes.name}>{item.title}</UserText> {isOneLine ? time : null}
      {item.note ? <span>{item.note}</span> : null}
      {item.spoken ? <span className="ui-hidden">{item.spoken}</span> : null}
    </span>
  );
}

/** The library measures its drawing and draws again, in the two frames after the first. */
function useIsDrawing(): boolean {
  const [frames, setFrames] = useState(0);
  useEffect(() => {
    if (frames >= 3) return undefined;
    const request = requestAnimationFrame(() => setFrames(frames + 1));
    return () => cancelAnimationFrame(request);
  }, [frames]);
  return frames < 3;
}

/** A calendar by week, day, or month, in a given zone; weeks and months are lists on a phone. */
export function Calendar(props: CalendarProps) {
  const { position, items, dayBegins, wholeDays = false } = props;
  return (
    <div>
      <CalendarToolbar position={position} today={props.today} onMove={props.onMove} />
      {props.onAdd && !wholeDays && position.view !== 'month' ? (
        <HourCursor
          key={`${position.view} ${position.date}`}
          {...{ position, dayBegins }}
          onAdd={props.onAdd}
        />
      ) : null}
      {items.length === 0 ? <p className="ui-bottom-wide ui-dimmed">{props.empty}</p> : null}
      <section className={classes.calendar} aria-label={`${props.label}, ${formatTitle(position)}`}>
        <Suspense fallback={<Bone height="30rem" data-grows />}>
          <CalendarGrid {...props} />
        </Suspense>
      </section>
    </div>
  );
}

/** The days with their items. Suspends until the view's code is loaded. */
function CalendarGrid(props: CalendarProps) {
  const { position, items, dayBegins, wholeDays = false, onAdd } = props;
  const hasWholeDays = !wholeDays && items.some(({ end }) => end === undefined);
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const view = toLibraryView(position.view, narrow ?? false, wholeDays);
  const isAmongHours = view.startsWith('timeGrid');
  const plugin = use(getPlugin(view));
  const isDrawing = useIsDrawing();
  const readItem = (event: { extendedProps: Record<string, unknown> }) =>
    event.extendedProps.item as CalendarItem;
  // Uses the press, not the click: between the two, the HourCursor may lose focus and the days move.
  const pressed = useRef<ReturnType<typeof findEmptyHour>>(null);
  const press = (event: PointerEvent<HTMLElement>) => {
    const isOnItem = (event.target as Element).closest('a, button, [role=button], [role=dialog]');
    pressed.current = isOnItem ? null : findEmptyHour(event, dayBegins);
  };
  const add = () => {
    if (pressed.current) onAdd?.(pressed.current.date, pressed.current.hour);
    pressed.current = null;
  };
  return (
    // The keyboard has the HourCursor.
    <div
      className={isDrawing ? classes.drawing : undefined}
      {...(onAdd && !view.startsWith('list') ? { onPointerDown: press, onClick: add } : {})}
    >
      <FullCalendar
        key={`${view} ${position.date}`}
        plugins={[themePlugin, plugin]}
        initialView={view}
        initialDate={position.date}
        timeZone={props.timeZone}
        headerToolbar={false}
        height="auto"
        allDaySlot={hasWholeDays}
        allDayText={allDayText}
        // Before the day begins, it would be in the column of the day before.
        nowIndicator={Number(toLocalTime(now(), props.timeZone).slice(11, 13)) >= dayBegins}
        slotMinTime={`${String(dayBegins).padStart(2, '0')}:00`}
        slotMaxTime={`${24 + dayBegins}:00`}
        nextDayThreshold={`${String(dayBegins).padStart(2, '0')}:00`}
        dayLaneClass={hoursClass}
        slotDuration="01:00"
        // A day's hours fit a window.
        slotMinHeight={narrow ? 28 : 20}
        slotHeaderFormat={time}
        slotHeaderContent={({ text }) => spaceOut(text)}
        slotHeaderInnerClass={classes.hour ?? ''}
        eventTimeFormat={time}
        displayEventEnd
        eventDisplay="block"
        fixedWeekCount={false}
        views={{
          dayGridMonth: { dayMaxEvents: 4 },
          // Items that take precedence are placed first if there isn't room for all.
          timeGrid: { eventOrder: 'faded,start,-duration,order' },
        }}
        moreLinkClass={`${classes.more} ${isAmongHours ? classes.moreHours : ''}`}
        eventMinHeight={narrow ? 44 : 28}
        eventMaxStack={position.view === 'week' ? 2 : narrow ? 3 : 6}
        slotEventOverlap={false}
        noEventsText={props.empty}
        headingLevel={3}
        eventInteractive
        eventOrder="start,-duration,order"
        events={items.map((item, order) => ({
          id: `${item.key} ${item.start}`,
          title: item.title,
          start: item.start,
          ...(item.end ? { end: item.end } : { allDay: true }),
          extendedProps: { item, order, faded: item.faded ? 1 : 0 },
        }))}
        eventClass={({ event }) => {
          const { tone, faded } = readItem(event);
          return `${classes.event} ${classes[tone] ?? ''} ${faded ? classes.faded : ''}`;
        }}
        eventContent={({ event, timeText }) => (
          <Item
            item={readItem(event)}
            timeText={event.allDay && hasWholeDays ? allDayText : spaceOut(timeText)}
            isAmongHours={isAmongHours && !event.allDay}
            isTimeHidden={isAmongHours && event.allDay}
          />
        )}
        eventClick={({ event }) => props.onOpen(readItem(event).key)}
      />
    </div>
  );
}
