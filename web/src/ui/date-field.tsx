import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import './text-input.css';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { DatePickerInput } from '@mantine/dates';
import { useId } from 'react';
import { formatDate, formatDateLong } from '../kernel/format.ts';
import { calendarNames } from './calendar-names.ts';
import classes from './date-range-picker.module.css';

/** One day, chosen from a calendar. `today` is the caller's, since the browser's zone is not the lot's. */
export function DateField(props: {
  label: string;
  description?: string;
  value: LocalDate | null;
  today: LocalDate;
  onChange: (day: LocalDate) => void;
  /** With it the day may be none again. */
  onClear?: () => void;
  error?: string | undefined;
}) {
  const { label, description, value, today, onClear, error } = props;
  const id = useId();
  return (
    <DatePickerInput
      id={id}
      popoverProps={{ id }}
      label={label}
      placeholder="Choose a day"
      value={value}
      onChange={(day) => (day === null ? onClear?.() : props.onChange(day as LocalDate))}
      clearable={Boolean(onClear)}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      {...(description ? { description } : {})}
      valueFormatter={({ date }) => (typeof date === 'string' ? formatDate(date) : '')}
      defaultDate={value ?? today}
      firstDayOfWeek={0}
      ariaLabels={calendarNames}
      getDayAriaLabel={formatDateLong}
      getDayProps={(day) => ({ 'aria-current': day === today ? 'date' : undefined })}
      classNames={{ day: classes.day ?? '', weekday: classes.weekday ?? '' }}
      {...(error ? { error } : {})}
    />
  );
}
