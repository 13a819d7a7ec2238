import '@mantine/core/styles/Popover.layer.css';
import { Popover, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Calendar } from 'lucide-react';
import type { ComponentType } from 'react';
import { useId, useState } from 'react';
import { formatDate } from '../../kernel/format.ts';
import type { DateRange, DateRangeLimits } from './date-range.rules.ts';
import type { DateRangeCalendarProps } from './date-range-calendar.tsx';
import classes from './date-range-picker.module.css';

/** A range offered by name, such as 'This month'. */
export interface DateRangePreset {
  label: string;
  range: DateRange;
}

/** Days are ISO strings; `today` is the caller's, since the browser's zone is not the lot's. */
export interface DateRangePickerProps extends DateRangeLimits {
  label: string;
  value: DateRange | null;
  onChange: (range: DateRange) => void;
  today?: string | undefined;
  presets?: readonly DateRangePreset[] | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
}

const loadCalendar = () => import('./date-range-calendar.tsx');

/** A button that shows the range and opens a calendar; it reports complete, allowed ranges only. */
export function DateRangePicker(props: DateRangePickerProps) {
  const { label, value, onChange, placeholder = 'Choose dates', disabled } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [Body, setBody] = useState<ComponentType<DateRangeCalendarProps> | null>(null);
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const id = useId();
  const text = value ? `${formatDate(value.start)} – ${formatDate(value.end)}` : placeholder;
  const finish = (range: DateRange) => {
    setIsOpen(false);
    onChange(range);
  };
  // The calendar is loaded by anyone who goes for it, and there before it opens: the focus moves into it.
  const open = () =>
    loadCalendar().then(
      ({ DateRangeCalendar }) => {
        setBody(() => DateRangeCalendar);
        setFailed(false);
        setIsOpen(true);
      },
      () => setFailed(true),
    );
  return (
    <div className={classes.field}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <Popover
        id={id}
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        hideDetached={false}
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.trigger}
            disabled={disabled === true}
            aria-labelledby={`${id}-label ${id}-text`}
            onPointerEnter={() => void loadCalendar().catch(() => undefined)}
            onClick={() => (isOpen ? setIsOpen(false) : void open())}
          >
            <Calendar size={16} aria-hidden />
            <span id={`${id}-text`}>{text}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-labelledby={`${id}-label`}>
          {Body && <Body {...props} columns={narrow ? 1 : 2} onChange={finish} />}
        </Popover.Dropdown>
      </Popover>
      {failed && (
        <span role="alert" className={classes.status} data-problem>
          The calendar couldn’t be loaded. Try again.
        </span>
      )}
    </div>
  );
}
