import classes from './plate.module.css';

/** A license plate and its state, always on one line; empty = a camera couldn't read it. */
export function Plate({ plate, state }: { plate: string; state?: string | null | undefined }) {
  if (plate === '') return <span className="ui-dimmed">Not read</span>;
  return (
    <bdi className={classes.plate} translate="no">
      {plate}
      {state ? <span className={classes.quiet}> {state}</span> : null}
    </bdi>
  );
}
