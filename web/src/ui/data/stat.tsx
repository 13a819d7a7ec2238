import type { ReactNode } from 'react';
import { Hinted } from '../frame/hint.tsx';
import classes from './stat.module.css';

export interface StatProps {
  label: ReactNode;
  value: ReactNode;
  /** One or two sentences that explain the number. */
  hint?: string | undefined;
  /** A smaller line below, such as a comparison. */
  note?: ReactNode;
  /** Drawn next to the value, such as a sparkline. */
  trend?: ReactNode;
  /** Wraps the value in a link; ui has no routes of its own. */
  renderLink?: ((value: ReactNode) => ReactNode) | undefined;
}

/** Stats side by side, as many per row as fit. */
export function StatGrid({ children }: { children: ReactNode }) {
  return (
    <div className={classes.box}>
      <dl className={classes.grid}>{children}</dl>
    </div>
  );
}

/** One number with its name, for use in a StatGrid. */
export function Stat({ label, value, hint, note, trend, renderLink }: StatProps) {
  return (
    <div className={classes.stat}>
      <dt className={classes.label}>
        <Hinted label={label} hint={hint} />
      </dt>
      <dd className={classes.value}>
        {renderLink ? renderLink(value) : value}
        {trend}
      </dd>
      {note ? <dd className={classes.note}>{note}</dd> : null}
    </div>
  );
}
