import classes from './plate.module.css';

/** A license plate and its state, always on one line. */
export function Plate({ plate, state }: { plate: string; state?: string | null | undefined }) {
  return (
    <bdi className={classes.plate} translate="no">
      {plate}
      {state ? <span className={classes.quiet}> {state}</span> : null}
    </bdi>
  );
}
