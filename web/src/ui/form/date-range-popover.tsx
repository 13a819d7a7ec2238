import '@mantine/core/styles/Popover.layer.css';
import { Popover, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Calendar } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWidgetStart, type WidgetProps } from '../use-widget.ts';
import { type DateRange, formatRange } from './date-range.rules.ts';
import { DateRangeCalendar } from './date-range-calendar.tsx';
import classes from './date-range-picker.module.css';
import type { DateRangePickerProps } from './date-range-picker.tsx';

/** @internal Loaded by DateRangePicker on demand. */
export default function DateRangePopover(
  props: DateRangePickerProps & WidgetProps & { id: string },
) {
  const { id, start, value, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const button = useRef<HTMLButtonElement>(null);
  useWidgetStart(button, start);
  const finish = (range: DateRange) => {
    setIsOpen(false);
    onChange(range);
  };
  return (
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
          ref={button}
          className={classes.trigger}
          aria-labelledby={`${id}-label ${id}-text`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Calendar size={16} aria-hidden />
          <span id={`${id}-text`}>{formatRange(value)}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={`${id}-label`}>
        <DateRangeCalendar {...props} columns={narrow ? 1 : 2} onChange={finish} />
      </Popover.Dropdown>
    </Popover>
  );
}
