import '@mantine/dates/styles.layer.css';
import { UnstyledButton } from '@mantine/core';
import { DatePicker, type DayProps } from '@mantine/dates';
import { useState } from 'react';
import { formatDate, formatDateLong } from '../../kernel/format.ts';
import { calendarNames } from '../calendar-names.ts';
import {
  type DateRange,
  type DateRangeDraft,
  isPickable,
  pickDay,
  rangeProblem,
} from './date-range.rules.ts';
import classes from './date-range-picker.module.css';
import type { DateRangePickerProps } from './date-range-picker.tsx';

interface DateRangeCalendarProps extends Omit<DateRangePickerProps, 'label'> {
  columns: number;
}

// The last column shows the month of the range's end, so the days before it are visible.
function firstMonth(day: string, columns: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - columns;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The look of a day: an end of the range, inside it, or inside the range that the pointer would select. */
function dayProps(
  day: string,
  draft: DateRangeDraft,
  hovered: string | null,
): Pick<DayProps, 'selected' | 'inRange' | 'firstInRange' | 'lastInRange'> {
  const { start } = draft;
  const end = draft.end ?? hovered ?? start;
  const [first, last] = start <= end ? [start, end] : [end, start];
  const inRange = first !== last && day >= first && day <= last;
  return {
    selected: day === start || day === draft.end,
    inRange,
    firstInRange: inRange && day === first,
    lastInRange: inRange && day === last,
  };
}

function statusText(draft: DateRangeDraft): string {
  if (draft.problem) return draft.problem;
  if (!draft.end) return `From ${formatDate(draft.start)}. Choose the last day.`;
  return 'Choose a new first day to change the range.';
}

function useDraft(props: DateRangeCalendarProps) {
  const { value, onChange } = props;
  const [draft, setDraft] = useState<DateRangeDraft>({ ...value, problem: null });
  const pick = (day: string | null) => {
    if (!day) return;
    const next = pickDay(draft, day, props);
    setDraft(next);
    if (next.end) onChange({ start: next.start, end: next.end });
  };
  const refuse = (problem: string) => setDraft({ ...draft, problem });
  return { draft, pick, refuse };
}

/** The calendar and presets of a date range picker; reports a range once it's complete. */
export function DateRangeCalendar(props: DateRangeCalendarProps) {
  const { value, today, columns, earliest } = props;
  const { draft, pick, refuse } = useDraft(props);
  const [hovered, setHovered] = useState<string | null>(null);
  return (
    <>
      <div className={classes.panel}>
        <Presets {...props} onProblem={refuse} />
        <DatePicker
          value={null}
          onChange={pick}
          defaultDate={firstMonth(value.end, columns)}
          minDate={earliest}
          maxDate={today}
          numberOfColumns={columns}
          firstDayOfWeek={0}
          hideOutsideDates={columns > 1}
          ariaLabels={calendarNames}
          getDayAriaLabel={formatDateLong}
          excludeDate={(day) => !isPickable(day, props)}
          classNames={{
            day: classes.day ?? '',
            weekday: classes.weekday ?? '',
            calendarHeader: classes.header ?? '',
          }}
          getDayProps={(day) => ({
            ...dayProps(day, draft, hovered),
            'aria-current': day === today ? 'date' : undefined,
            'aria-pressed': day === draft.start || day === draft.end,
            onMouseEnter: () => setHovered(day),
            onFocus: () => setHovered(day),
          })}
          onMouseLeave={() => setHovered(null)}
        />
      </div>
      <output className={classes.status} data-problem={draft.problem ? true : undefined}>
        {statusText(draft)}
      </output>
    </>
  );
}

function Presets(props: DateRangeCalendarProps & { onProblem: (sentence: string) => void }) {
  const { presets = [], value, onChange, onProblem } = props;
  if (presets.length === 0) return null;
  const choose = (range: DateRange) => {
    const problem = rangeProblem(range, props);
    if (problem) onProblem(problem);
    else onChange(range);
  };
  return (
    <div className={classes.presets}>
      {presets.map(({ label, range }) => (
        <UnstyledButton
          key={label}
          className={classes.preset}
          aria-pressed={range.start === value.start && range.end === value.end}
          onClick={() => choose(range)}
        >
          {label}
        </UnstyledButton>
      ))}
    </div>
  );
}
