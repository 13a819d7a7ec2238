import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { Button } from '../form/button.tsx';
import { PeriodSteps } from '../form/period-steps.tsx';
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
      <PeriodSteps
        names={[`Previous ${unit}`, `Next ${unit}`]}
        onEarlier={() => step(-1)}
        onLater={() => step(1)}
      >
        <Button variant="default" onClick={() => onMove({ ...position, date: today })}>
          Today
        </Button>
      </PeriodSteps>
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
