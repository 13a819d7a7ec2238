import type { ReactNode } from 'react';
import classes from './field-row.module.css';

/** The filters of a list in a row, named for screen readers; a sum in a span is at its end. */
export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fields} role="group" aria-label={label}>
      {children}
    </div>
  );
}
