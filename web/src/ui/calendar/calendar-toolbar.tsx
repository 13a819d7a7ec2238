import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../button.tsx';
import { Segments } from '../segments.tsx';
import classes from './calendar.module.css';
import type { CalendarPlace, CalendarView } from './calendar.rules.ts';
import { calendarViews, stepped, titleOf } from './calendar.rules.ts';

const viewNames: Record<CalendarView, string> = { week: 'Week', day: 'Day', month: 'Month' };

/** Says what a calendar shows, and moves it. */
export function CalendarToolbar(props: {
  place: CalendarPlace;
  today: LocalDate;
  onMove: (place: CalendarPlace) => void;
}) {
  const { place, today, onMove } = props;
  const step = (by: 1 | -1) => onMove({ ...place, date: stepped(place, by) });
  const unit = viewNames[place.view].toLowerCase();
  return (
    <div className={classes.toolbar}>
      <div className={classes.steps}>
        <Button variant="default" aria-label={`Previous ${unit}`} onClick={() => step(-1)} px="xs">
          <ChevronLeft size={18} aria-hidden />
        </Button>
        <Button variant="default" onClick={() => onMove({ ...place, date: today })}>
          Today
        </Button>
        <Button variant="default" aria-label={`Next ${unit}`} onClick={() => step(1)} px="xs">
          <ChevronRight size={18} aria-hidden />
        </Button>
      </div>
      <h2 className={classes.title} aria-live="polite">
        {titleOf(place)}
      </h2>
      <Segments
        label="View"
        options={calendarViews.map((value) => ({ value, label: viewNames[value] }))}
        chosen={place.view}
        onChange={(view) => onMove({ ...place, view })}
      />
    </div>
  );
}
