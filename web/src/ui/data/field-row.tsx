import type { ReactNode } from 'react';
import classes from './field-row.module.css';

/** The filters of a list in its panel, named for screen readers. */
export function FieldRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fields} role="group" aria-label={label}>
      {children}
    </div>
  );
}
