import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { lazy, Suspense } from 'react';
import { Bone } from '../data/skeleton.tsx';
import classes from './date-range-picker.module.css';

const DateInput = lazy(() => import('./date-input.tsx'));

export interface DateFieldProps {
  label: string;
  description?: string;
  value: LocalDate | null;
  today: LocalDate;
  onChange: (day: LocalDate) => void;
  /** With it the day may be none again. */
  onClear?: () => void;
  error?: string | undefined;
  required?: boolean;
  /** The first and the last day that may be chosen. */
  within?: readonly [LocalDate, LocalDate];
}

/**
 * One day, chosen from a calendar. `today` is the caller's, since the browser's zone is not the lot's. The
 * calendar is loaded with the first field that is shown: most are in dialogs.
 */
export function DateField(props: DateFieldProps) {
  return (
    <Suspense
      fallback={
        <div className={classes.field}>
          <span className={classes.label}>{props.label}</span>
          <Bone height="2.25rem" />
        </div>
      }
    >
      <DateInput {...props} />
    </Suspense>
  );
}
