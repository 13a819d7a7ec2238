import '@mantine/core/styles/Input.layer.css';
import './text-input.css';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { Input, InputBase } from '@mantine/core';
import { useId } from 'react';
import { formatDate } from '../../kernel/format.ts';
import { createWidget } from '../use-widget.ts';

const useDateInput = createWidget(() => import('./date-input.tsx'));

export interface DateFieldProps {
  label: string;
  description?: string;
  value: LocalDate | null;
  today: LocalDate;
  onChange: (day: LocalDate) => void;
  /** If set, the day can be cleared. */
  onClear?: () => void;
  error?: string | undefined;
  required?: boolean;
  /** The first and last day that can be chosen. */
  within?: readonly [LocalDate, LocalDate];
}

/**
 * One day, chosen from a calendar. The caller passes `today`, because the browser's time zone isn't
 * the property's. The calendar is loaded on focus or hover.
 */
export function DateField(props: DateFieldProps) {
  const { label, description, value, required = false } = props;
  const { Widget, start, failure, standIn } = useDateInput();
  const id = useId();
  if (Widget) return <Widget {...props} {...{ id, start }} />;
  const error = failure ?? props.error;
  return (
    <InputBase
      component="button"
      type="button"
      id={id}
      {...standIn}
      label={label}
      {...(description ? { description } : {})}
      {...(error ? { error } : {})}
      withAsterisk={required}
      multiline
      pointer
      aria-haspopup="dialog"
      aria-expanded={false}
    >
      {value ? formatDate(value) : <Input.Placeholder>Choose a day</Input.Placeholder>}
    </InputBase>
  );
}
