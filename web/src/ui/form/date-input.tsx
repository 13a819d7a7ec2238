import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import './text-input.css';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { DatePickerInput } from '@mantine/dates';
import { useRef } from 'react';
import { formatDate, formatDateLong } from '../../kernel/format.ts';
import { calendarNames } from '../calendar-names.ts';
import { useWidgetStart, type WidgetProps } from '../use-widget.ts';
import type { DateFieldProps } from './date-field.tsx';
import classes from './date-range-picker.module.css';

/** @internal Loaded by DateField on demand. */
export default function DateInput(props: DateFieldProps & WidgetProps & { id: string }) {
  const { id, start, label, description, value, today, onClear, error, within } = props;
  const button = useRef<HTMLButtonElement>(null);
  useWidgetStart(button, start);
  return (
    <DatePickerInput
      id={id}
      ref={button}
      popoverProps={{ id }}
      label={label}
      placeholder="Choose a day"
      value={value}
      onChange={(day) => (day === null ? onClear?.() : props.onChange(day as LocalDate))}
      clearable={Boolean(onClear)}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      withAsterisk={props.required ?? false}
      {...(description ? { description } : {})}
      valueFormatter={({ date }) => (typeof date === 'string' ? formatDate(date) : '')}
      defaultDate={value ?? today}
      firstDayOfWeek={0}
      ariaLabels={calendarNames}
      getDayAriaLabel={formatDateLong}
      getDayProps={(day) => ({ 'aria-current': day === today ? 'date' : undefined })}
      classNames={{
        day: classes.day ?? '',
        weekday: classes.weekday ?? '',
        calendarHeader: classes.header ?? '',
      }}
      {...(within ? { minDate: within[0], maxDate: within[1] } : {})}
      {...(error ? { error } : {})}
    />
  );
}
