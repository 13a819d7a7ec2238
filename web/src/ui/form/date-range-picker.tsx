import { UnstyledButton } from '@mantine/core';
import { Calendar } from 'lucide-react';
import { useId } from 'react';
import { createWidget } from '../use-widget.ts';
import type { DateRange, DateRangeLimits } from './date-range.rules.ts';
import { formatRange, stepRange } from './date-range.rules.ts';
import classes from './date-range-picker.module.css';
import { PeriodSteps } from './period-steps.tsx';

const useDateRangePopover = createWidget(() => import('./date-range-popover.tsx'));

/** A range with a name, such as 'This month'. */
export interface DateRangePreset {
  label: string;
  range: DateRange;
}

export interface DateRangePickerProps extends DateRangeLimits {
  label: string;
  value: DateRange;
  onChange: (range: DateRange) => void;
  presets?: readonly DateRangePreset[];
}

/**
 * A button that shows the range and opens a calendar; reports only complete, allowed ranges. The
 * calendar is loaded on focus or hover.
 */
export function DateRangePicker(props: DateRangePickerProps) {
  const { label, value } = props;
  const { Widget, start, failure, standIn } = useDateRangePopover();
  const id = useId();
  const stepTo = (direction: -1 | 1) => {
    const range = stepRange(value, props, direction);
    return range && (() => props.onChange(range));
  };
  return (
    <PeriodSteps onEarlier={stepTo(-1)} onLater={stepTo(1)}>
      <div className={classes.field}>
        <span id={`${id}-label`} className={classes.label}>
          {label}
        </span>
        {Widget ? (
          <Widget {...props} {...{ id, start }} />
        ) : (
          <UnstyledButton
            {...standIn}
            className={classes.trigger}
            aria-haspopup="dialog"
            aria-expanded={false}
            aria-labelledby={`${id}-label ${id}-text`}
          >
            <Calendar size={16} aria-hidden />
            <span id={`${id}-text`}>{formatRange(value)}</span>
          </UnstyledButton>
        )}
        {failure ? (
          <span role="alert" className={classes.status} data-problem>
            {failure}
          </span>
        ) : null}
      </div>
    </PeriodSteps>
  );
}
