import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays } from '@lotkeeper/contract/kernel/calendar';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { formatDateLong, formatTimeOfDay } from '../../kernel/format.ts';
import { Button } from '../form/button.tsx';
import classes from './calendar.module.css';
import type { CalendarPosition } from './calendar.rules.ts';
import { daysInSight } from './calendar.rules.ts';

const hoursOfDay = 24;

const steps: Record<string, readonly [days: number, hours: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);

/**
 * The keyboard's way to click an empty hour: the arrow keys choose a visible day and hour, and
 * Enter adds something there. Visible only while it has focus.
 */
export function HourCursor(props: {
  position: CalendarPosition;
  dayBegins: number;
  onAdd: (date: LocalDate, hour: number | null) => void;
}) {
  const { position, dayBegins, onAdd } = props;
  const { start } = daysInSight(position);
  const lastDay = position.view === 'week' ? 6 : 0;
  const firstDay = position.view === 'week' ? Math.max(0, indexInWeek(start, position.date)) : 0;
  const [day, setDay] = useState(firstDay);
  /** Counted from the hour when a day begins. */
  const [hour, setHour] = useState(9 - dayBegins);
  const date = addDays(start, hour + dayBegins < hoursOfDay ? day : day + 1);
  const clock = (hour + dayBegins) % hoursOfDay;
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setDay(clamp(day + step[0], lastDay));
    setHour(clamp(hour + step[1], hoursOfDay - 1));
  };
  return (
    <Button
      variant="default"
      className={classes.cursor ?? ''}
      onKeyDown={move}
      onClick={() => onAdd(date, clock)}
    >
      <span aria-live="polite">
        Add on {formatDateLong(date)}, {formatTimeOfDay(clock)}
      </span>
      <span className={classes.cursorHint}>Arrow keys choose the day and hour</span>
    </Button>
  );
}

const indexInWeek = (start: LocalDate, date: LocalDate) =>
  Array.from({ length: 7 }, (_, index) => addDays(start, index)).indexOf(date);
