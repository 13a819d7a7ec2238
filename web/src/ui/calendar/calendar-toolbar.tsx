import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../form/button.tsx';
import { Segments } from '../frame/segments.tsx';
import classes from './calendar.module.css';
import type { CalendarPosition, CalendarView } from './calendar.rules.ts';
import { calendarViews, formatTitle, stepped } from './calendar.rules.ts';

const viewNames: Record<CalendarView, string> = { week: 'Week', day: 'Day', month: 'Month' };

/** Shows a calendar's range, and moves it. */
export function CalendarToolbar(props: {
  position: CalendarPosition;
  today: LocalDate;
  onMove: (place: CalendarPosition) => void;
}) {
  const { position, today, onMove } = props;
  const step = (direction: 1 | -1) => onMove({ ...position, date: stepped(position, direction) });
  const unit = viewNames[position.view].toLowerCase();
  return (
    <div className="ui-row ui-bottom-wide">
      <div className={classes.steps}>
        <Button variant="default" aria-label={`Previous ${unit}`} onClick={() => step(-1)} px="xs">
          <ChevronLeft size={18} aria-hidden />
        </Button>
        <Button variant="default" onClick={() => onMove({ ...position, date: today })}>
          Today
        </Button>
        <Button variant="default" aria-label={`Next ${unit}`} onClick={() => step(1)} px="xs">
          <ChevronRight size={18} aria-hidden />
        </Button>
      </div>
      <h2 className={classes.title} aria-live="polite">
        {formatTitle(position)}
      </h2>
      <Segments
        label="View"
        options={calendarViews.map((value) => ({ value, label: viewNames[value] }))}
        chosen={position.view}
        onChange={(view) => onMove({ ...position, view })}
      />
    </div>
  );
}
